//! A reader with a place of its own in an open file: several may read one file, each from where it is, on any thread.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use super::system::read_at;

/// Reads an open file from a place that no other reader moves.
#[derive(Debug, Clone)]
pub struct Reader {
    file: Arc<File>,
    at: u64,
}

impl Reader {
    pub(super) fn new(file: Arc<File>) -> Reader {
        Reader { file, at: 0 }
    }

    /// The same file from another place.
    pub fn at(&self, at: u64) -> Reader {
        Reader { file: self.file.clone(), at }
    }

    /// Where it is.
    pub fn place(&self) -> u64 {
        self.at
    }

    /// The size of the file.
    pub fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.file, buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(offset) => self.size()?.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.at.checked_add_signed(offset),
        };
        self.at = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn readers_do_not_move_one_another() -> io::Result<()> {
        let mut file = tempfile::tempfile()?;
        file.write_all(b"abcdef")?;
        let mut first = Reader::new(Arc::new(file));
        let (mut second, mut two) = (first.at(3), [0; 2]);
        first.read_exact(&mut two)?;
        assert_eq!(&two, b"ab");
        second.read_exact(&mut two)?;
        assert_eq!(&two, b"de");
        assert_eq!((first.place(), second.place(), first.size()?), (2, 5, 6));
        first.seek(SeekFrom::End(-1))?;
        let mut rest = String::new();
        first.read_to_string(&mut rest)?;
        assert_eq!(rest, "f");
        assert!(first.seek(SeekFrom::Current(-7)).is_err());
        Ok(())
    }
}
