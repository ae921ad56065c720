//! Every corpus through its target, without an engine: what fuzzing once found stays mended.

use std::path::{Path, PathBuf};

use celosia_fuzz::TARGETS;

fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let entries = std::fs::read_dir(&folder).expect("every target has a corpus");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// A thread that says which input it is at, because a panic of a target does not.
struct At<'a>(&'a Path);

impl Drop for At<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the input is {}", self.0.display());
        }
    }
}

#[test]
fn every_corpus_passes() {
    // Targets side by side: each thread has files of its own.
    std::thread::scope(|scope| {
        for (name, target) in TARGETS {
            scope.spawn(move || {
                let files = corpus(name);
                assert!(files.len() > 2, "{name} has seeds");
                for path in &files {
                    let at = At(path);
                    target(&std::fs::read(path).expect("an input can be read"));
                    drop(at);
                }
            });
        }
    });
}

#[test]
fn no_corpus_is_of_another_target_and_all_are_small() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder).expect("there is a corpus").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(TARGETS.iter().any(|(known, _)| *known == name), "{name} is no target");
        bytes += corpus(&name).iter().map(|path| path.metadata().map_or(0, |about| about.len())).sum::<u64>();
    }
    assert!(bytes < 1_000_000, "{bytes} bytes: minimise the corpus (fuzz/run TARGET minimise)");
}
