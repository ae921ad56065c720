//! Columns that runs of blanks part: while such a text is read, each run becomes one tab, so that whoever reads on sees a
//! delimiter like any other. Blanks at either end of a line part nothing, and quotes keep theirs.

use std::io::{self, Read};

/// What each run of blanks becomes.
pub const TAB: u8 = b'\t';

/// Turns runs of blanks into tabs while it is read.
pub struct Blanks<R> {
    source: R,
    raw: Vec<u8>,
    text: Vec<u8>,
    given: usize,
    state: State,
}

/// Where in a line the reader is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    /// At its beginning, or behind blanks there.
    Start,
    /// In a field without quotes.
    Field,
    /// Behind a field and some blanks.
    Behind,
    /// In quotes.
    Quoted,
    /// Behind a quote that closes, or is doubled.
    Closing,
}

/// Bytes that are read at a time.
const STEP: usize = 1 << 16;

impl<R: Read> Blanks<R> {
    pub fn new(source: R) -> Blanks<R> {
        Blanks { source, raw: vec![0; STEP], text: Vec::new(), given: 0, state: State::Start }
    }

    fn take(&mut self, byte: u8) {
        use State::{Behind, Closing, Field, Quoted, Start};
        let blank = matches!(byte, b' ' | b'\t');
        let ends = matches!(byte, b'\n' | b'\r');
        let begins = matches!(self.state, Start | Behind);
        if self.state == Behind && !blank && !ends {
            self.text.push(TAB);
        }
        let in_line = |blank: bool, ends: bool| match (blank, ends) {
            (true, _) => Behind,
            (_, true) => Start,
            _ => Field,
        };
        self.state = match self.state {
            Quoted => {
                if byte == b'"' {
                    Closing
                } else {
                    Quoted
                }
            }
            Closing if byte == b'"' => Quoted,
            Start if blank => Start,
            _ if begins && byte == b'"' => Quoted,
            _ => in_line(blank, ends),
        };
        if !blank || self.state == Quoted {
            self.text.push(byte);
        }
    }
}

impl<R: Read> Read for Blanks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            self.text.clear();
            self.given = 0;
            let mut raw = std::mem::take(&mut self.raw);
            let read = self.source.read(&mut raw);
            if let Ok(read) = read {
                raw[..read].iter().for_each(|byte| self.take(*byte));
            }
            self.raw = raw;
            if read? == 0 {
                return Ok(0);
            }
        }
        let given = buffer.len().min(self.text.len() - self.given);
        buffer[..given].copy_from_slice(&self.text[self.given..self.given + given]);
        self.given += given;
        Ok(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let mut parted = String::new();
        Blanks::new(text.as_bytes()).read_to_string(&mut parted).unwrap();
        parted
    }

    #[test]
    fn a_run_is_one_tab_and_ends_of_lines_have_none() {
        assert_eq!(read("  age   sex\n34 \t m  \r\n\n 35 f"), "age\tsex\n34\tm\r\n\n35\tf");
        assert_eq!(read("\"A  b\" \"say \"\" x\"  \"\" 5\n"), "\"A  b\"\t\"say \"\" x\"\t\"\"\t5\n");
        assert_eq!(read("5\" pipe\n\"two\nlines\" x"), "5\"\tpipe\n\"two\nlines\"\tx");
        assert_eq!(read("   \n \n"), "\n\n");
    }
}
