//! What an output's name stands for: a file that is replaced whole, a stream that is written into, or standard output.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The name of standard output.
pub const STANDARD: &str = "-";
/// Other names that systems have for it. Opened by such a name, a file that output is appended to would be written over.
const ALSO_STANDARD: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
/// Links that are followed before they count as a loop, as many as Linux follows.
const LINKS: usize = 40;

/// Where an output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A regular file, or none yet. Links are followed: they stay, and what they name is replaced.
    File(PathBuf),
    /// A device or a named pipe: it is written into, never replaced.
    Stream(PathBuf),
    /// Standard output.
    Standard,
}

impl Destination {
    /// What stands at the path now.
    pub fn of(path: &Path) -> Result<Destination> {
        if is_standard(path) {
            return Ok(Destination::Standard);
        }
        match std::fs::metadata(path) {
            Ok(about) if about.is_file() && path.is_symlink() => Ok(match path.canonicalize() {
                Ok(target) => Destination::File(target),
                // A file that has no name any more, behind a number of this process.
                Err(_) => Destination::Stream(path.into()),
            }),
            // That a folder is none is said where outputs are checked.
            Ok(about) if about.is_file() || about.is_dir() => Ok(Destination::File(path.into())),
            Ok(about) => stream(path, &about),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(Destination::File(follow(path)))
            }
            Err(error) => Err(Error::io("write", path)(error)),
        }
    }

    /// Has the output a place where other files can stand beside it?
    pub fn is_file(&self) -> bool {
        matches!(self, Destination::File(_))
    }
}

/// Does the name mean standard output?
pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD) || ALSO_STANDARD.iter().any(|name| path == Path::new(name))
}

/// What links that lead nowhere name: it will be made there.
fn follow(path: &Path) -> PathBuf {
    let mut target = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(next) = target.read_link() else { break };
        target = folder_of(&target).join(next);
    }
    target
}

#[cfg(unix)]
fn stream(path: &Path, about: &std::fs::Metadata) -> Result<Destination> {
    use std::os::unix::fs::FileTypeExt;
    let what = match about.file_type() {
        kind if kind.is_block_device() => "the output is a disk, whose contents would be lost",
        kind if kind.is_socket() => "the output is a socket, which takes no file",
        _ => return Ok(Destination::Stream(path.into())),
    };
    Err(Error::output(path.display().to_string(), what, "choose a file for the output"))
}

#[cfg(not(unix))]
fn stream(path: &Path, _: &std::fs::Metadata) -> Result<Destination> {
    Ok(Destination::Stream(path.into()))
}

/// The folder that a path lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_followed_and_loops_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().canonicalize().unwrap().join(name);
        std::fs::write(at("file"), "").unwrap();
        for (link, target) in [("link", "file"), ("far", "link"), ("dangling", "new"), ("further", "dangling")] {
            symlink(target, at(link)).unwrap();
        }
        symlink("loop", at("loop")).unwrap();
        symlink("/dev/null", at("null")).unwrap();
        let of = |name: &str| Destination::of(&at(name)).unwrap();
        for name in ["file", "link", "far"] {
            assert_eq!(of(name), Destination::File(at("file")));
        }
        for name in ["new", "dangling", "further"] {
            assert_eq!(of(name), Destination::File(at("new")));
        }
        assert_eq!(of("null"), Destination::Stream(at("null")));
        assert!(Destination::of(&at("loop")).is_err_and(|e| e.to_string().contains("cannot write")));
        assert_eq!(Destination::of(Path::new("-")).unwrap(), Destination::Standard);
        assert_eq!(Destination::of(Path::new("/dev/stdout")).unwrap(), Destination::Standard);
    }
}
