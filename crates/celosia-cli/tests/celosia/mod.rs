//! Runs the command in a folder of its own and looks at what it says and what it leaves behind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The embedded example.
pub const ADULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/adult");

/// Four people; `age` and `sex` are known to others.
pub const PEOPLE: &str = "age,sex,disease\n34,m,flu\n35,f,flu\n36,m,cold\n47,f,cold\n";

/// A folder in which the command runs.
pub struct Folder(tempfile::TempDir);

/// What the command answered.
#[derive(Debug)]
pub struct Answer {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// A folder with some files in it.
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder::new();
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// The rows of a CSV file without quotes, the header first.
    pub fn rows(&self, name: &str) -> Vec<Vec<String>> {
        self.read(name).lines().map(|line| line.split(',').map(String::from).collect()).collect()
    }

    /// Every file with its bytes, hidden ones too: what the command could have changed.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        fn collect(folder: &Path, base: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    collect(&path, base, files);
                }
                let name = path.strip_prefix(base).unwrap().display().to_string();
                // A pipe would have its reader wait.
                let regular = path.metadata().is_ok_and(|about| about.is_file());
                let bytes = if regular { std::fs::read(&path).unwrap_or_default() } else { Vec::new() };
                files.insert(name, bytes);
            }
        }
        let mut files = BTreeMap::new();
        collect(self.0.path(), self.0.path(), &mut files);
        files
    }

    pub fn names(&self) -> Vec<String> {
        self.files().into_keys().collect()
    }

    /// The command with words as they stand, ready to run.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_celosia"));
        command.args(words).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs the command; `line` is split at spaces.
    pub fn run(&self, line: &str) -> Answer {
        self.run_words(&line.split_whitespace().collect::<Vec<_>>())
    }

    pub fn run_words(&self, words: &[&str]) -> Answer {
        answer(self.command(words), &words.join(" "))
    }

    /// Runs a shell script in which `$CELOSIA` is the command.
    pub fn shell(&self, script: &str) -> Answer {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).env("CELOSIA", env!("CARGO_BIN_EXE_celosia")).current_dir(self.0.path());
        answer(shell, script)
    }

    /// Runs the command, which must succeed.
    pub fn ok(&self, line: &str) -> Answer {
        let answer = self.run(line);
        assert_eq!(answer.code, 0, "{line}\n{}", answer.err);
        answer
    }

    /// Runs the command, which must succeed, for its JSON.
    pub fn ask(&self, line: &str) -> Value {
        self.ok(&format!("{line} --json")).json()
    }

    /// The command must call the input bad: exit 2, an error with these facts, a hint, nothing else.
    pub fn refuses(&self, line: &str, facts: &[&str]) {
        self.refuses_words(&line.split_whitespace().collect::<Vec<_>>(), facts);
    }

    pub fn refuses_words(&self, words: &[&str], facts: &[&str]) {
        let before = self.files();
        let answer = self.run_words(words);
        answer.is_refusal(2, &words.join(" "), facts);
        assert_eq!(self.files(), before, "{words:?} left something behind");
    }

    /// The answer must be no: exit 1, and nothing written.
    pub fn says_no(&self, line: &str, facts: &[&str]) {
        let before = self.files();
        self.run(line).is_refusal(1, line, facts);
        assert_eq!(self.files(), before, "{line} left something behind");
    }
}

impl Answer {
    /// The one JSON object on standard output.
    pub fn json(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}\n{}\n{}", self.out, self.err));
        assert!(value.is_object());
        value
    }

    pub fn is_refusal(&self, code: i32, line: &str, facts: &[&str]) {
        self.is_failure(code, line, facts);
        assert!(self.err.contains("\nhint: "), "no hint: {line}\n{}", self.err);
    }

    /// A refusal that need not have a hint.
    pub fn is_failure(&self, code: i32, line: &str, facts: &[&str]) {
        assert_eq!(self.code, code, "{line}\n{}{}", self.out, self.err);
        assert_eq!(self.out, "", "{line}");
        // How the table was read is said first.
        let said = |line: &&str| line.starts_with("note: ") || line.starts_with("warning: ");
        let first = self.err.lines().find(|line| !said(line));
        assert!(first.is_some_and(|line| line.starts_with("error: ")), "{line}\n{}", self.err);
        for fact in facts {
            assert!(self.err.contains(fact), "\"{fact}\" is not said: {line}\n{}", self.err);
        }
    }
}

fn answer(mut command: Command, line: &str) -> Answer {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or_else(|| panic!("{line}: {}", output.status));
    let answer = Answer { code, out: text(output.stdout), err: text(output.stderr) };
    assert!(!answer.err.contains("met a defect"), "{line}\n{}", answer.err);
    answer
}

/// The level of a model in what `verify --json` says.
pub fn level(verified: &Value, model: &str) -> f64 {
    let models = verified["models"].as_array().unwrap();
    let found = models.iter().find(|m| m["name"] == model).unwrap_or_else(|| panic!("no {model} in {verified:#}"));
    found["level"].as_f64().unwrap_or(f64::INFINITY)
}

/// Numbers below a bound that look random and are always the same (xorshift).
pub fn numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    }
}

/// A table of people, each row from a few values; the same for the same number of rows.
pub fn people(rows: usize) -> String {
    let mut text = String::from("name,age,sex,zip,disease,job\n");
    let mut next = numbers();
    for row in 0..rows {
        let sex = ["m", "f"][next(2) as usize];
        let disease = ["flu", "cold", "asthma", "gastritis"][next(4) as usize];
        let job = ["nurse", "cook"][next(2) as usize];
        text += &format!("person {row},{},{sex},{},{disease},{job}\n", 20 + next(50), 12340 + next(30));
    }
    text
}

/// A lattice of 5^20 nodes: hours of search. Writes its table, and gives the words that name it.
pub fn long_search(folder: &Folder) -> String {
    let columns: Vec<String> = (0..20).map(|c| format!("c{c}")).collect();
    let mut next = numbers();
    let rows: Vec<String> =
        (0..300).map(|_| (0..20).map(|_| next(10).to_string()).collect::<Vec<_>>().join(",")).collect();
    folder.write("wide.csv", format!("{}\n{}\n", columns.join(","), rows.join("\n")));
    format!("wide.csv --quasi {} --max-nodes 1000000000000000", columns.join(","))
}
