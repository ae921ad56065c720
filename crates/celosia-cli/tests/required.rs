//! Requirements and presets: one point that meets all of them, with its proof; every preset beside a table that just meets it and one
//! that just misses it.

use serde_json::json;

use crate::celosia::{ADULT, Folder, people};

const FRONT: &str = "front people.csv --quasi age,sex,zip --sensitive disease --suppression 2%";

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people(400))])
}

/// A table with classes of these sizes, a number each, and two sensitive values that take turns.
fn table(sizes: &[usize]) -> String {
    let rows = sizes.iter().enumerate().flat_map(|(class, size)| {
        (0..*size).map(move |row| format!("{},{}\n", 10 + class, if row % 2 == 0 { "flu" } else { "cold" }))
    });
    format!("group,disease\n{}", rows.collect::<String>())
}

/// Every preset that has a figure, with class sizes that just meet it and that just miss it.
const FIGURES: &[(&str, &[usize], &[usize])] = &[
    ("ema-0070", &[12, 30], &[11, 30]),
    ("health-canada-prci", &[12, 12], &[11, 12]),
    ("hipaa-expert", &[20, 40], &[19, 40]),
    ("hipaa-expert:threshold=0.09", &[12], &[11]),
    ("cms-11", &[11, 50], &[10, 50]),
    ("ipc-ontario", &[20, 20], &[19, 20]),
    ("ipc-ontario:release=public,invasion=low", &[10], &[9]),
    ("ipc-ontario:release=semi-public,controls=medium,motives=medium,invasion=medium", &[4], &[3]),
    // Threshold 0.05 over context 0.6: an average of 1/12 and no row above 0.33.
    ("ipc-ontario:controls=low,motives=high,invasion=high", &[4, 20], &[4, 19]),
    ("ipc-ontario:controls=low,motives=high,invasion=high", &[4, 60], &[3, 60]),
    ("iso-27559", &[20], &[19]),
    ("iso-27559:release=non-public,impact=low", &[4, 16], &[4, 15]),
    ("gb-t-42460", &[20, 21], &[19, 21]),
    ("gb-t-42460:release=agreement,context=0.1", &[5], &[4]),
    ("ons-10", &[10], &[9]),
    ("nhs-hes", &[8, 9], &[7, 9]),
    ("statcan", &[5], &[4]),
    ("ferpa", &[10], &[9]),
    ("ferpa:cell=5", &[5], &[4]),
    ("pdpc-sg", &[5], &[4]),
    ("pdpc-sg:sharing=internal", &[3], &[2]),
    ("cbs-public:stands-for=20000", &[10, 11], &[9, 11]),
];

#[test]
fn every_preset_beside_a_table_that_just_meets_it_and_one_that_just_misses_it() {
    let folder = Folder::new();
    for (number, (preset, meets, misses)) in FIGURES.iter().enumerate() {
        for (name, sizes, code) in [("meets", meets, 0), ("misses", misses, 1)] {
            let file = format!("{name}-{number}.csv");
            folder.write(&file, table(sizes));
            let answer = folder.run(&format!("verify {file} --quasi group --preset {preset}"));
            assert_eq!(answer.code, code, "{preset} {sizes:?}\n{}{}", answer.out, answer.err);
            let said = format!("{}{}", answer.out, answer.err);
            assert!(said.contains("the figure is at ") && !said.to_lowercase().contains("complian"), "{said}");
        }
    }
    // Those without a figure report, and hold against nothing.
    folder.write("any.csv", table(&[1, 2]));
    for preset in ["wp29", "ico-uk", "nist-800-188", "us-census-tab", "iso-20889"] {
        let answer = folder.run(&format!("verify any.csv --quasi group --sensitive disease --preset {preset}"));
        assert_eq!(answer.code, 0, "{preset} {}", answer.err);
        assert!(answer.out.contains("no figure to hold it against"), "{preset} {}", answer.out);
    }
    // Safe Harbor looks at columns.
    folder.write("shows.csv", "zip,admitted\n021,2011\n945,2012\n");
    folder.write("hides.csv", "zip,admitted\n021,2011-03\n945,2012-04\n");
    let harbor = |file: &str| folder.run(&format!("verify {file} --quasi zip --preset hipaa-safe-harbor"));
    assert_eq!(harbor("shows.csv").code, 0);
    let refused = harbor("hides.csv");
    assert!(refused.code == 1 && refused.err.contains("finer than a year"), "{}", refused.err);
    // Those of Statistics Netherlands look at values together: three at a time under contract, two in public.
    let triples =
        |rows: usize| format!("a,b,c\n{}", "1,1,1\n".repeat(rows) + &"1,1,2\n1,2,1\n2,1,1\n2,2,2\n".repeat(200));
    let pairs = |rows: usize| format!("a,b,c\n{}", "1,1,1\n2,2,2\n".repeat(600) + &"1,2,1\n2,1,2\n".repeat(rows));
    for (table, flags, code) in [
        (triples(100), "--quasi a,b,c --preset cbs-research", 0),
        (triples(99), "--quasi a,b,c --preset cbs-research", 1),
        (triples(50), "--quasi a,b,c --preset cbs-research:stands-for=2", 0),
        // 200,000 and 1,000 people are 500 rows and 2.5.
        (pairs(3), "--quasi a,b --preset cbs-public:stands-for=400", 0),
        (pairs(2), "--quasi a,b --preset cbs-public:stands-for=400", 1),
        (pairs(3), "--quasi a,b --sensitive c --preset cbs-public:stands-for=400", 1),
    ] {
        folder.write("together.csv", table);
        let answer = folder.run(&format!("verify together.csv {flags}"));
        assert_eq!(answer.code, code, "{flags}\n{}{}", answer.out, answer.err);
    }
    // Every preset of the list is in one of these.
    let all = folder.ask("presets");
    for preset in all["presets"].as_array().unwrap() {
        let id = preset["id"].as_str().unwrap();
        let known = FIGURES.iter().any(|(name, ..)| name.split(':').next() == Some(id))
            || ["wp29", "ico-uk", "nist-800-188", "us-census-tab", "iso-20889", "hipaa-safe-harbor", "cbs-research"]
                .contains(&id);
        assert!(known, "{id} has no table");
    }
}

#[test]
fn a_release_meets_all_that_is_required_and_nothing_loses_less() {
    let folder = folder();
    let required = "--require k-anonymity=4,distinct-l-diversity=2 --require t-closeness=0.45";
    let exact = folder.ask(&format!("{FRONT} {required} --least-loss --certificate proof.json"));
    assert_eq!(exact["question"], json!({ "least-loss": true }));
    assert_eq!(exact["search"]["complete"], true);
    let all = folder.ask(&format!("{FRONT} {required} --least-loss --search exhaustive"));
    assert_eq!(exact["points"][0]["values"], all["points"][0]["values"]);
    let front = FRONT.replacen("front", "certify", 1);
    let proven = folder.ok(&format!("{front} proof.json {required}"));
    assert!(proven.out.contains("nothing that meets what is required loses less"), "{}", proven.out);
    folder.refuses(&format!("{front} proof.json --require k-anonymity=4"), &["about another problem"]);
    let release = FRONT.replacen("front", "release", 1);
    let record = folder.ask(&format!("{release} {required} --force -o out.csv"));
    assert_eq!(record["required"].as_array().unwrap().len(), 3, "{record:#}");
    // The report says what was required, and that it holds.
    let report = folder.json("out.csv.report.json");
    let asked = report["asked"].as_array().unwrap().iter().find(|said| said["what"] == "Required").unwrap();
    assert_eq!(asked["said"], "k-anonymity = 4, distinct-l-diversity = 2, t-closeness = 0.45");
    let held = |model: &str| {
        report["holds"].as_array().unwrap().iter().find(|held| held["model"] == model).unwrap()["asked"].clone()
    };
    assert_eq!([held("distinct-l-diversity"), held("t-closeness"), held("beta-likeness")], [true, true, false]);
    let verify = "verify out.csv --quasi age,sex,zip --sensitive disease";
    folder.ok(&format!("{verify} {required}"));
    // What the table holds is said all the same.
    let no = folder.run(&format!("{verify} --require k-anonymity=399"));
    assert_eq!(no.code, 1, "{}", no.err);
    assert!(no.err.contains("k-anonymity: 399 required") && no.out.contains("What it guarantees"), "{}", no.err);
}

#[test]
fn levels_beside_one_another_are_never_lost() {
    let folder = folder();
    for (flags, wanted) in [
        ("--privacy distinct-l-diversity --k 4 --level 2", ["k-anonymity=4", "distinct-l-diversity=2"]),
        ("--privacy k-anonymity,distinct-l-diversity --k 4 --level 2", ["k-anonymity=4", "distinct-l-diversity=2"]),
        ("--privacy t-closeness --k 4", ["k-anonymity=4", "k-anonymity=4"]),
        ("--k 4 --require distinct-l-diversity=2", ["k-anonymity=4", "distinct-l-diversity=2"]),
    ] {
        let release = FRONT.replacen("front", "release", 1);
        folder.ok(&format!("{release} {flags} --force -o {}.csv", flags.len()));
        let file = format!("{}.csv", flags.len());
        folder.ok(&format!("verify {file} --quasi age,sex,zip --sensitive disease --require {}", wanted.join(",")));
    }
    folder.refuses(&format!("{FRONT} --k 4 --level 2"), &["--level", "two levels", "--require"]);
}

#[test]
fn a_preset_is_a_line_of_the_front_and_a_requirement_of_a_release() {
    let folder = folder();
    let front = folder.ask(&format!("{FRONT} --preset pdpc-sg --preset ema-0070"));
    let whole = folder.ask(FRONT);
    assert_eq!(front["points"], whole["points"], "a front is not narrowed");
    let from = front["presets"][0]["from"]["point"].as_u64().unwrap() as usize;
    let k = |at: usize| front["points"][at - 1]["values"]["k-anonymity"].as_u64().unwrap();
    assert!(k(from) >= 5 && (from == front["points"].as_array().unwrap().len() || k(from + 1) < 5));
    let text = folder.ok(&format!("{FRONT} --preset ema-0070")).out;
    assert!(text.replace('\n', " ").contains("from here on highest risk of a row at most 0.09: k = "), "{text}");
    let release = FRONT.replacen("front", "release", 1);
    let record = folder.ask(&format!("{release} --preset pdpc-sg -o out.csv"));
    assert_eq!(record["presets"][0]["findings"][0]["within"], true);
    assert!(record["guaranteed"]["k-anonymity"]["k"].as_u64() >= Some(5));
    let points = front["points"].as_array().unwrap().len();
    folder.says_no(&format!("{release} --preset ema-0070 --point {points} -o no.csv"), &["ema-0070", "NOT within"]);
}

#[test]
fn a_preset_of_ones_own_stands_beside_the_study() {
    let folder = folder();
    let written = folder.ok("presets pdpc-sg").out;
    assert!(written.contains("NOT VERIFIED") && written.contains("cannot say"), "{written}");
    folder.write(
        "ours.toml",
        "id='ours'\ntitle='our own rule'\nversion='2'\ndate='2026-11-19'\nsource='our handbook, section 4'\ncertainty='S'\n\
         seen='written by us'\nsays='no class of fewer than 6, and two values each'\ncannot=['anything else']\n\
         [[rule]]\nmeasure='smallest-class'\nat-least=6\nsays='6 rows'\n\
         [[rule]]\nmeasure='distinct-l-diversity'\nat-least=2\nsays='2 values'\n",
    );
    let release = FRONT.replacen("front", "release", 1);
    let record = folder.ask(&format!("{release} --preset ./ours.toml -o out.csv"));
    let within = |at: usize| record["presets"][0]["findings"][at]["within"].clone();
    assert_eq!((within(0), within(1)), (json!(true), json!(true)), "{record:#}");
    folder
        .refuses(&format!("{release} --preset ./ours.toml:cell=3 -o out2.csv"), &["ours.toml", "asks for no context"]);
    folder.refuses(&format!("{release} --preset ema"), &["there is no preset \"ema\"", "ema-0070"]);
    folder.refuses(&release, &["which point of the front?", "--require"]);
}

#[test]
fn what_nothing_meets_is_said() {
    let folder = folder();
    folder.says_no(&format!("{FRONT} --require distinct-l-diversity=99"), &["no point meets what is required", "99"]);
    folder.refuses(&format!("{FRONT} --require l-diversity=3"), &["l-diversity", "distinct-l-diversity"]);
    folder.refuses(&format!("{FRONT} --require k-anonymity"), &["--require", "names no level"]);
    folder.refuses(&format!("{FRONT} --require risk=2"), &["risk"]);
}

/// Issue 21: three levels in one command on a real table, with its certificate.
#[test]
fn adult_at_three_levels_in_one_command() {
    let folder = Folder::new();
    let required = "--require k-anonymity=10 --require distinct-l-diversity=3 --require t-closeness=0.3";
    let release = format!("release {ADULT}/study.toml {required} -o adult.csv --certificate proof.json");
    let record = folder.ask(&release);
    let found = |name: &str| {
        let all = record["required"].as_array().unwrap().iter();
        all.clone().find(|r| r["name"] == name).unwrap()["found"].as_f64().unwrap()
    };
    assert!(found("k-anonymity") >= 10.0 && found("distinct-l-diversity") >= 3.0 && found("t-closeness") <= 0.3);
    let proven = folder.ok(&format!("certify {ADULT}/study.toml proof.json {required}"));
    assert!(proven.out.contains("proven"), "{}", proven.out);
    let quasi = "age,workclass,education,marital-status,race,sex,native-country,salary-class";
    folder.ok(&format!("verify adult.csv --quasi {quasi} --sensitive occupation {required}"));
}

/// Safe Harbor has no number for k, and still is required of a release: of what it shows.
#[test]
fn a_release_that_shows_what_a_preset_does_not_allow_is_refused() {
    let rows: String = (0..60).map(|n| format!("{},2011-{:02}-14\n", 20 + n % 3, 1 + n % 3)).collect();
    let folder = Folder::with(&[("stays.csv", &format!("age,admitted\n{rows}"))]);
    let release = "release stays.csv --quasi age --insensitive admitted --k 5 --preset hipaa-safe-harbor -o out.csv";
    folder.says_no(release, &["hipaa-safe-harbor: admitted", "finer than a year", "mask"]);
    assert!(!folder.path("out.csv").exists());
    folder.ok(&format!("{release} --mask admitted=4"));
}
