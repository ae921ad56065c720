//! Rules of the house that a test can check: import direction, opening sentences, file length, no printing.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every Rust file below a folder, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The stages in the order of `lib.rs`.
fn stages() -> Vec<String> {
    let lib = std::fs::read_to_string(root().join("crates/celosia/src/lib.rs")).unwrap();
    // Stages that only our own see are declared twice, with and without the feature.
    let modules = lib.lines().filter_map(|l| l.strip_prefix("pub mod "));
    modules.map(|l| l.trim_end_matches(';').to_string()).collect()
}

/// The stage that a file belongs to.
fn stage_of(file: &Path) -> String {
    let inside = file.strip_prefix(root().join("crates/celosia/src")).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_string()
}

/// The text without its unit tests, which may look anywhere.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

/// The stages that a text names as `crate::STAGE`.
fn imports(text: &str) -> Vec<String> {
    let names = text.split("crate::").skip(1);
    names.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn a_stage_imports_only_stages_above_it() {
    let stages = stages();
    assert!(stages.len() > 15, "the stages are read from lib.rs");
    let mut checked = 0;
    for (path, text) in sources(&root().join("crates/celosia/src")) {
        let stage = stage_of(&path);
        if stage == "lib" || path.ends_with("tests.rs") {
            continue;
        }
        let own = stages.iter().position(|s| *s == stage).unwrap_or_else(|| panic!("{stage} is not in lib.rs"));
        for import in imports(without_tests(&text)) {
            let Some(other) = stages.iter().position(|s| *s == import) else { continue };
            assert!(other <= own, "{}: {stage} imports {import}, which stands below it in lib.rs", path.display());
            checked += 1;
        }
    }
    assert!(checked > 100, "imports were found: {checked}");
}

#[test]
fn models_metrics_searches_and_the_checker_do_not_know_one_another() {
    for (path, text) in sources(&root().join("crates/celosia/src")) {
        let forbidden: &[&str] = match stage_of(&path).as_str() {
            "privacy" => &["loss", "evaluate"],
            "loss" => &["privacy", "evaluate"],
            "search" => &["privacy", "loss"],
            // A proof is checked by other code than that which found it; only the writer evaluates as searches do.
            "certify" if path.ends_with("write.rs") => &["search"],
            "certify" => &["search", "classes"],
            _ => &[],
        };
        for import in imports(without_tests(&text)) {
            assert!(!forbidden.contains(&import.as_str()), "{} imports {import}", path.display());
        }
    }
}

#[test]
fn every_file_opens_with_what_it_owns_and_stays_short() {
    for folder in ["crates", "fuzz", "tests"] {
        for (path, text) in sources(&root().join(folder)) {
            let first = text.lines().next().unwrap_or_default();
            assert!(first.starts_with("//! ") && first.len() > 12, "{} opens with no sentence", path.display());
            let lines = text.lines().count();
            assert!(lines <= 500, "{} has {lines} lines: it is two files", path.display());
        }
    }
}

/// Every crate has one program of tests: a file that its `all.rs` does not name would never run.
#[test]
fn every_file_of_tests_is_a_module_of_the_one_program() {
    for folder in ["crates/celosia", "crates/celosia-cli", "crates/celosia-spark", "fuzz"] {
        let folder = root().join(folder).join("tests");
        let program = std::fs::read_to_string(folder.join("all.rs")).unwrap();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let named = name == "all" || program.lines().any(|line| line == format!("mod {name};"));
            assert!(named, "{} is no module of all.rs beside it", path.display());
        }
    }
}

#[test]
fn names_are_the_fields_words() {
    let banned = ["util", "utils", "common", "misc", "manager", "helper", "helpers", "data2"];
    for (path, _) in sources(&root().join("crates")) {
        for part in path.components() {
            let name = part.as_os_str().to_string_lossy();
            assert!(!banned.contains(&name.trim_end_matches(".rs")), "{} is not a word of the field", path.display());
        }
    }
}

#[test]
fn only_the_command_prints() {
    for (path, text) in sources(&root().join("crates/celosia/src")) {
        for word in ["println!", "print!(", "dbg!"] {
            assert!(!without_tests(&text).contains(word), "{} prints ({word})", path.display());
        }
    }
}

#[test]
fn the_architecture_page_names_every_stage_and_dependency() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for stage in stages() {
        assert!(page.contains(&format!("`{stage}")), "ARCHITECTURE.md does not speak of {stage}");
    }
    for folder in ["crates/celosia", "crates/celosia-cli", "crates/celosia-spark", "fuzz", "fuzz/engine"] {
        let manifest = format!("{folder}/Cargo.toml");
        let manifest = std::fs::read_to_string(root().join(manifest)).unwrap();
        let manifest: toml::Table = toml::from_str(&manifest).unwrap();
        for section in ["dependencies", "dev-dependencies"] {
            for name in manifest.get(section).and_then(|s| s.as_table()).into_iter().flat_map(|s| s.keys()) {
                assert!(page.contains(&format!("`{name}`")), "ARCHITECTURE.md does not say why {name} is there");
            }
        }
    }
}
