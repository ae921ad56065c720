//! Pipes, FIFOs and standard input are tables like any other: no row is lost, nothing waits for ever, nothing stays behind.

use crate::celosia::{Folder, PEOPLE, level, people};

/// Makes `line` of a shell script end after a minute, so that a reader who waits for ever fails instead of hanging.
const PATIENCE: &str = "timeout 60 ";

fn shell(folder: &Folder, script: &str) -> crate::celosia::Answer {
    folder.shell(&script.replace("$CELOSIA", &format!("{PATIENCE}$CELOSIA")))
}

/// 200,001 rows of ten ZIP codes; the last is unique.
fn zips() -> String {
    let mut text = String::from("zip,disease\n");
    (0..200_000).for_each(|row| text += &format!("{},flu\n", 10_000 + row % 10));
    text + "99999,hiv\n"
}

#[test]
fn a_pipe_loses_no_rows() {
    let folder = Folder::with(&[("zips.csv", &zips())]);
    for table in ["-", "/dev/stdin", "/dev/fd/0"] {
        let script = format!("cat zips.csv | $CELOSIA verify {table} --quasi zip --require k-anonymity=5");
        let answer = shell(&folder, &script);
        assert_eq!(answer.code, 1, "{script}\n{}{}", answer.out, answer.err);
        assert!(answer.err.contains("k-anonymity: 5 required, 1 found"), "{script}\n{}", answer.err);
        assert!(answer.out.contains("200,001 rows"), "{script}\n{}", answer.out);
        let found = shell(&folder, &format!("cat zips.csv | $CELOSIA verify {table} --quasi zip --json")).json();
        assert_eq!((found["rows"].as_u64(), level(&found, "k-anonymity")), (Some(200_001), 1.0), "{script}");
    }
    // Standard input may be a file, read from its beginning or from where another has left it.
    let file = shell(&folder, "$CELOSIA verify - --quasi zip --json < zips.csv").json();
    assert_eq!(file["rows"], 200_001);
    let rest =
        shell(&folder, "{ head -c 12 > /dev/null; $CELOSIA verify - --quasi 10000 --header --json; } < zips.csv");
    assert_eq!(rest.json()["rows"], 200_000, "the first row is the header of what was left");
    assert_eq!(folder.names(), ["zips.csv"]);
}

#[test]
fn a_front_over_a_fifo_is_the_front_over_the_file() {
    let folder = Folder::with(&[("people.csv", &people(3000))]);
    let roles = "--quasi age,sex,zip --sensitive disease --suppression 1%";
    let mut file = folder.ask(&format!("front people.csv {roles}"));
    let feed = "mkfifo feed; cat people.csv > feed & $CELOSIA";
    let mut fifo = shell(&folder, &format!("{feed} front feed {roles} --json")).json();
    let mut standard = shell(&folder, &format!("cat people.csv | $CELOSIA front - {roles} --json")).json();
    for front in [&mut file, &mut fifo, &mut standard] {
        // The name is the table's, and time is never the same.
        front["search"]["seconds"] = 0.into();
        front.as_object_mut().unwrap().remove("study");
    }
    assert_eq!(file, fifo);
    assert_eq!(file, standard);
}

#[test]
fn compressed_and_columnar_tables_come_through_a_pipe() {
    let folder = Folder::with(&[("people.csv", &people(500))]);
    folder.ok("tree people.csv --column age=5 --apply -o people.parquet");
    for feed in ["cat people.csv", "gzip -c people.csv", "cat people.parquet"] {
        let found = shell(&folder, &format!("{feed} | $CELOSIA verify - --quasi sex,zip --json")).json();
        assert_eq!(found["rows"], 500, "{feed}");
    }
    // Half a Parquet file is an error, not half a table.
    let answer = shell(&folder, "head -c 3000 people.parquet | $CELOSIA verify - --quasi sex");
    answer.is_refusal(2, "half a file", &["standard input: cannot be read"]);
}

#[test]
fn a_release_of_standard_input_is_checked_and_hashed_by_its_bytes() {
    let folder = Folder::with(&[("people.csv", &people(400))]);
    let zips: String = (12340..12370).map(|zip| format!("{zip};{}*;*\n", zip / 10)).collect();
    folder.write("zip.csv", &zips);
    folder.write(
        "study.toml",
        "[data]\npath = \"-\"\n[columns.age]\nrole = \"quasi-identifier\"\n[columns.zip]\nrole = \"quasi-identifier\"\n\
         hierarchy = \"zips\"\nfloor = 1\n[columns.disease]\nrole = \"sensitive\"\n[suppression]\nlimit = \"5%\"\n",
    );
    // With a floor the hierarchy is needed twice: a second reading of the FIFO would wait for ever.
    let script = "mkfifo zips; cat zip.csv > zips & cat people.csv | $CELOSIA release study.toml --k 5 -o out.csv";
    let answer = shell(&folder, script);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("read back and recounted: k = "), "{}", answer.out);
    let sums =
        "cat out.salt > lines; sha256sum < people.csv | cut -d' ' -f1 >> lines; sha256sum < lines | cut -d' ' -f1";
    let expected = folder.shell(&sums.replace("out.salt", "out.csv.salt")).out;
    let record = folder.json("out.csv.record.json");
    assert_eq!(record["input"]["salted_sha256"], expected.trim());
}

#[test]
fn inspect_names_what_has_no_name() {
    let folder = Folder::with(&[("people.csv", &people(300))]);
    let answer = shell(&folder, "cat people.csv | $CELOSIA inspect -");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.err.contains("wrote stdin.toml") && answer.err.contains("--data FILE"), "{}", answer.err);
    assert!(folder.read("stdin.toml").contains("path = \"-\""));
    let front = shell(&folder, "cat people.csv | $CELOSIA front stdin.toml --k 3 --json").json();
    assert_eq!(front["rows"], folder.ask("front stdin.toml --data people.csv --k 3")["rows"]);
    // A shell's <(…) is a pipe under a name that means nothing later.
    let answer = shell(&folder, "cat people.csv | $CELOSIA inspect /dev/fd/3 -o three.toml 3<&0");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(folder.read("three.toml").contains("path = \"-\""), "{}", folder.read("three.toml"));
    // A FIFO has a name, and can be fed again.
    let answer = shell(&folder, "mkfifo feed; cat people.csv > feed & $CELOSIA inspect feed");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(folder.read("feed.toml").contains("path = \"feed\""));
}

#[test]
fn one_pipe_named_twice_is_one_table() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let script = "cat people.csv | $CELOSIA verify - --quasi age --population /dev/stdin --json";
    assert_eq!(shell(&folder, script).json()["rows"], 4);
    let script = "mkfifo feed; cat people.csv > feed & $CELOSIA verify feed --quasi age --population ./feed --json";
    assert_eq!(shell(&folder, script).json()["rows"], 4);
}

#[test]
fn fifos_in_folders_and_patterns_are_parts_of_the_table() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let script = "mkdir parts; cp people.csv parts/a.csv; mkfifo parts/b.csv; cat people.csv > parts/b.csv & \
                  $CELOSIA verify parts --quasi age --json";
    assert_eq!(shell(&folder, script).json()["rows"], 8);
    let script = "cat people.csv > parts/b.csv & $CELOSIA verify 'parts/*.csv' --quasi age --json";
    assert_eq!(shell(&folder, script).json()["rows"], 8);
    // A part that leads nowhere is not a table without it.
    let answer = shell(&folder, "rm parts/b.csv; ln -s nowhere parts/b.csv; $CELOSIA verify parts --quasi age");
    answer.is_refusal(2, "a link to nothing", &["b.csv"]);
}

#[test]
fn studies_taxonomies_certificates_and_counts_come_through_pipes() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let study = "[data]\npath = \"people.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
                 [columns.sex]\nrole = \"quasi-identifier\"\n";
    folder.write("study.toml", study);
    folder.ok("front study.toml --certificate proof.json --front front.json");
    let fed = |name: &str, script: &str| shell(&folder, &format!("mkfifo {name}; {script}"));
    let answer = fed("fed.toml", "cat study.toml > fed.toml & $CELOSIA front fed.toml --k 2 --json");
    assert_eq!(answer.json()["rows"], 4);
    let answer = shell(&folder, "cat proof.json | $CELOSIA certify study.toml - --json");
    assert_eq!(answer.json()["proven"], true);
    let answer = shell(&folder, "cat front.json | $CELOSIA compare study.toml - --with exact --json");
    assert_eq!(answer.code, 0, "{}", answer.err);
    let sexes = r#"--hierarchy 'sex={ taxonomy = "-" }'"#;
    for tree in [r#"{"any": ["m", "f"]}"#, r#"any = ["m", "f"]"#] {
        let script = format!("printf '%s' '{tree}' | $CELOSIA front study.toml {sexes} --k 2 --json");
        assert_eq!(shell(&folder, &script).json()["rows"], 4, "{tree}");
    }
    let counts = "printf 'age,sex,celosia_dropped,celosia_rows\\n34,m,0,3\\n47,f,0,2\\n'";
    let script = format!("{counts} | $CELOSIA front study.toml --frequency - --k 2 --json");
    let answer = shell(&folder, &script);
    assert_eq!(answer.code, 0, "{}", answer.err);
}

#[test]
fn what_cannot_be_is_said() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let refused = |script: &str, facts: &[&str]| shell(&folder, script).is_refusal(2, script, facts);
    refused("$CELOSIA verify - --quasi age < /dev/null", &["standard input: the file is empty"]);
    refused("printf 'a,b\\n1\\n' | $CELOSIA verify - --quasi a", &["standard input, line 2: 1 fields where"]);
    refused("cat people.csv | $CELOSIA sql - --quasi age", &["no table to read from", "--table"]);
    // The shell has opened the file, but its name must not be lost.
    refused("$CELOSIA release - --quasi age --k 2 -o people.csv < people.csv", &["the output is an input"]);
    refused(
        "cat people.csv | TMPDIR=/nowhere/at/all $CELOSIA verify - --quasi age",
        &["temporary files in /nowhere/at/all", "a pipe can be read only once", "set TMPDIR"],
    );
    assert_eq!(folder.read("people.csv"), PEOPLE);
}
