//! What operating systems call differently: who a file is, reading from a place, standard input as a file.

use std::fs::{File, Metadata};
use std::io;

/// Standard input as an open file. It shares its place with every other.
pub fn standard() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?;
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?;
    Ok(File::from(handle))
}

/// Reads from a place, whatever the file's own is.
pub fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_at(file, buffer, at);
    #[cfg(windows)]
    return std::os::windows::fs::FileExt::seek_read(file, buffer, at);
}

/// Two paths with the same answer are one file, one pipe, one terminal; nothing where the system does not tell.
pub fn identity(about: &Metadata) -> Option<(u64, u64)> {
    #[cfg(unix)]
    return Some((std::os::unix::fs::MetadataExt::dev(about), std::os::unix::fs::MetadataExt::ino(about)));
    #[cfg(windows)]
    return None;
}
