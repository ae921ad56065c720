//! How the letters of a text file are written: told from its first bytes, and decoded while it is read.
//!
//! Where no byte of the first megabyte tells, the first one behind it does: until then all bytes are ASCII, and mean the same in
//! either encoding. So nothing is read twice, and no row is read wrongly.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::study::Encoding;

/// What the bytes of a chunk are.
#[derive(Debug, Clone)]
pub enum Bytes {
    /// UTF-8, as nearly everything is, and whatever a decoder gives.
    Utf8,
    /// Windows-1252.
    Western,
    /// ASCII so far: the first other byte tells.
    Undecided(Arc<AtomicU8>),
}

/// Nothing but ASCII was seen yet.
const ASCII: u8 = 0;
/// UTF-8 was seen.
const UTF_8: u8 = 1;
/// Windows-1252 was seen.
const WESTERN: u8 = 2;

/// Why bytes are no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// They are not what the file is written in; this is the first that is not.
    At(usize),
    /// They are UTF-8, though the file should not be.
    Utf8,
}

impl Bytes {
    /// The text of some whole records.
    pub fn text(&self, bytes: Vec<u8>) -> Result<String, (Vec<u8>, Broken)> {
        let text = String::from_utf8(bytes);
        match (self, text) {
            (Bytes::Utf8, Ok(text)) => Ok(text),
            (Bytes::Western, Ok(text)) if text.is_ascii() => Ok(text),
            (Bytes::Western, Ok(text)) => Err((text.into_bytes(), Broken::Utf8)),
            (Bytes::Western, Err(error)) => Ok(western(&error.into_bytes())),
            (Bytes::Undecided(seen), Ok(text)) => {
                if text.is_ascii() || see(seen, UTF_8) {
                    Ok(text)
                } else {
                    Err((text.into_bytes(), Broken::Utf8))
                }
            }
            (Bytes::Undecided(seen), Err(error)) => {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let is_western = kind(&bytes, true) == Seen::Western && see(seen, WESTERN);
                if is_western { Ok(western(&bytes)) } else { Err((bytes, Broken::At(at))) }
            }
            (Bytes::Utf8, Err(error)) => {
                let at = error.utf8_error().valid_up_to();
                Err((error.into_bytes(), Broken::At(at)))
            }
        }
    }

    /// What it is found to be, by now.
    pub fn encoding(&self) -> Encoding {
        match self {
            Bytes::Western => Encoding::WESTERN,
            _ if self.turned_western() => Encoding::WESTERN,
            Bytes::Utf8 | Bytes::Undecided(_) => Encoding::UTF_8,
        }
    }

    /// Was it told by a byte that came late?
    pub fn turned_western(&self) -> bool {
        matches!(self, Bytes::Undecided(seen) if [WESTERN, SAID].contains(&seen.load(Ordering::Relaxed)))
    }

    /// The same, for the first who asks.
    pub fn newly_western(&self) -> bool {
        let say = |seen: &AtomicU8| seen.compare_exchange(WESTERN, SAID, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        matches!(self, Bytes::Undecided(seen) if say(seen))
    }
}

/// Windows-1252 was seen, and that was said.
const SAID: u8 = 3;

/// Notes what was seen; false where another encoding was seen before.
fn see(seen: &AtomicU8, what: u8) -> bool {
    let before = seen.compare_exchange(ASCII, what, Ordering::Relaxed, Ordering::Relaxed);
    before.is_ok() || before == Err(what) || before == Err(SAID) && what == WESTERN
}

/// Windows-1252 as text: every byte has a meaning.
pub fn western(bytes: &[u8]) -> String {
    encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
}

/// What the first bytes of a file look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// ASCII only.
    Ascii,
    /// UTF-8, perhaps with a fault.
    Utf8,
    /// Windows-1252, or Latin-1.
    Western,
    /// Two bytes per letter.
    Wide(Encoding),
    /// Text in some other encoding.
    Other,
    /// No text.
    Binary,
}

/// Tells what bytes look like; `whole` where nothing follows them.
pub fn kind(bytes: &[u8], whole: bool) -> Seen {
    match bytes {
        [0xff, 0xfe, ..] => return Seen::Wide(Encoding::UTF_16LE),
        [0xfe, 0xff, ..] => return Seen::Wide(Encoding::UTF_16BE),
        _ if bytes.is_ascii() && !bytes.contains(&0) => return Seen::Ascii,
        _ => {}
    }
    if let Some(wide) = wide(bytes) {
        return Seen::Wide(wide);
    }
    let (mut rest, mut letters, mut faults) = (bytes, 0usize, 0usize);
    while let Err(error) = std::str::from_utf8(rest) {
        letters += foreign(&rest[..error.valid_up_to()]);
        // A letter may go on behind the end of what was read.
        let Some(fault) = error.error_len() else {
            faults += usize::from(whole);
            rest = &[];
            break;
        };
        faults += 1;
        rest = &rest[error.valid_up_to() + fault..];
    }
    letters += foreign(rest);
    match faults {
        0 if letters == 0 => Seen::Ascii,
        // Other encodings have hardly ever what would be a letter of UTF-8: what has both is UTF-8 with a fault.
        _ if 10 * letters > faults => Seen::Utf8,
        _ => single(bytes),
    }
}

/// How many letters are not ASCII.
fn foreign(utf8: &[u8]) -> usize {
    utf8.iter().filter(|byte| **byte >= 0xc0).count()
}

/// Two bytes per letter, without a mark at the start: most letters are ASCII, so every second byte is zero.
fn wide(bytes: &[u8]) -> Option<Encoding> {
    let start = &bytes[..bytes.len().min(1 << 12) / 2 * 2];
    let zeros = |odd: usize| start.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, letters) = (zeros(0), zeros(1), start.len() / 2);
    if letters >= 2 && odd * 10 >= letters * 7 && even * 20 <= letters {
        return Some(Encoding::UTF_16LE);
    }
    (letters >= 2 && even * 10 >= letters * 7 && odd * 20 <= letters).then_some(Encoding::UTF_16BE)
}

/// One byte per letter. In western languages letters beyond ASCII stand among others; where they make whole words, the text is
/// Greek, Cyrillic or in an encoding of several bytes, and would be read as nonsense.
fn single(bytes: &[u8]) -> Seen {
    let control = |byte: &u8| *byte < 0x20 && !b"\t\n\r\x0b\x0c\x1a\x1b".contains(byte) || *byte == 0x7f;
    if bytes.iter().any(control) {
        return Seen::Binary;
    }
    // Windows-1252 has no letters here.
    if bytes.iter().any(|byte| [0x81, 0x8d, 0x8f, 0x90, 0x9d].contains(byte)) {
        return Seen::Other;
    }
    let runs: Vec<usize> = bytes.split(u8::is_ascii).map(<[u8]>::len).filter(|length| *length > 0).collect();
    let long = runs.iter().filter(|length| **length >= 3).count();
    if 10 * long > runs.len() { Seen::Other } else { Seen::Western }
}

/// Decodes while it is read; what the encoding does not have is an error, not a replacement.
pub struct Decoding<R> {
    source: R,
    decoder: encoding_rs::Decoder,
    /// Bytes that were read and not decoded.
    raw: Vec<u8>,
    from: usize,
    /// Text that was decoded and not handed out.
    text: Vec<u8>,
    given: usize,
    at_end: bool,
    done: bool,
}

/// Bytes that are decoded at a time.
const STEP: usize = 1 << 16;

impl<R: Read> Decoding<R> {
    pub fn new(source: R, encoding: Encoding) -> Decoding<R> {
        let decoder = encoding.decoder();
        let (raw, text) = (Vec::with_capacity(STEP), Vec::new());
        Decoding { source, decoder, raw, from: 0, text, given: 0, at_end: false, done: false }
    }

    fn more(&mut self) -> io::Result<()> {
        if self.from == self.raw.len() && !self.at_end {
            self.raw.resize(STEP, 0);
            let read = loop {
                match self.source.read(&mut self.raw) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => break read?,
                }
            };
            self.raw.truncate(read);
            self.from = 0;
            self.at_end = read == 0;
        }
        self.text.resize(3 * STEP, 0);
        let (result, read, written) =
            self.decoder.decode_to_utf8_without_replacement(&self.raw[self.from..], &mut self.text, self.at_end);
        self.from += read;
        self.text.truncate(written);
        self.given = 0;
        match result {
            encoding_rs::DecoderResult::InputEmpty => self.done = self.at_end,
            encoding_rs::DecoderResult::OutputFull => {}
            encoding_rs::DecoderResult::Malformed(..) => {
                let name = self.decoder.encoding().name().to_ascii_lowercase();
                return Err(io::Error::new(io::ErrorKind::InvalidData, Malformed(name)));
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.done {
            self.more()?;
        }
        let given = buffer.len().min(self.text.len() - self.given);
        buffer[..given].copy_from_slice(&self.text[self.given..self.given + given]);
        self.given += given;
        Ok(given)
    }
}

/// Bytes that an encoding does not have: its name.
#[derive(Debug)]
pub struct Malformed(pub String);

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "its bytes are not {}", self.0)
    }
}

impl std::error::Error for Malformed {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    #[test]
    fn what_bytes_look_like() {
        let wide = |big| if big { Seen::Wide(Encoding::UTF_16BE) } else { Seen::Wide(Encoding::UTF_16LE) };
        for big in [false, true] {
            assert_eq!(kind(&utf16("\u{feff}age,name\n3,Jörg\n", big), true), wide(big));
            assert_eq!(kind(&utf16("age,name\n3,Jörg\n4,Łucja\n", big), true), wide(big));
        }
        assert_eq!(kind(b"age\n3\n", true), Seen::Ascii);
        assert_eq!(kind("name\nJörg\n".as_bytes(), true), Seen::Utf8);
        assert_eq!(kind(b"name\nJ\xf6rg\nZo\xeb\n", true), Seen::Western);
        assert_eq!(kind(&[&b"name\nJ\xf6rg\n"[..], "Größe, Zoë\n".as_bytes()].concat(), true), Seen::Utf8);
        // A letter that is cut by the end of what was read.
        assert_eq!(kind(b"name\nJ\xc3", false), Seen::Ascii);
        assert_eq!(kind(b"name\nJ\xc3", true), Seen::Western);
        let (russian, ..) = encoding_rs::WINDOWS_1251.encode("имя\nИван\nМария\nАнна Петровна\n");
        assert_eq!(kind(&russian, true), Seen::Other);
        let (japanese, ..) = encoding_rs::SHIFT_JIS.encode("名前\n山田太郎\n");
        assert_eq!(kind(&japanese, true), Seen::Other);
        assert_eq!(kind(&[0, 1, 2, 0xfe, 0xff, 0x80, b'\n', 7], true), Seen::Binary);
    }

    #[test]
    fn the_first_byte_that_tells_decides_for_all() {
        let undecided = || Bytes::Undecided(Arc::default());
        let bytes = undecided();
        assert_eq!(bytes.text(b"abc".to_vec()), Ok("abc".into()));
        assert_eq!(bytes.encoding(), Encoding::UTF_8);
        assert_eq!(bytes.text(b"J\xf6rg".to_vec()), Ok("Jörg".into()));
        assert_eq!(bytes.encoding(), Encoding::WESTERN);
        assert_eq!(bytes.text("Jörg".into()), Err(("Jörg".into(), Broken::Utf8)));
        let bytes = undecided();
        assert_eq!(bytes.text("Jörg".into()), Ok("Jörg".into()));
        assert_eq!(bytes.text(b"J\xf6rg".to_vec()), Err((b"J\xf6rg".to_vec(), Broken::At(1))));
        assert_eq!(Bytes::Western.text("Jörg".into()), Err(("Jörg".into(), Broken::Utf8)));
        assert_eq!(Bytes::Western.text(b"\x80 5".to_vec()), Ok("€ 5".into()));
    }

    proptest! {
        #[test]
        fn any_text_survives_utf_16(text in "[\\PC\r\n]{0,40}", big: bool, repeat in 1usize..3000) {
            let text = text.repeat(repeat);
            let encoding = if big { Encoding::UTF_16BE } else { Encoding::UTF_16LE };
            let mut back = String::new();
            Decoding::new(utf16(&text, big).as_slice(), encoding).read_to_string(&mut back).unwrap();
            prop_assert_eq!(back, text);
        }
    }

    #[test]
    fn what_an_encoding_does_not_have_is_an_error() {
        let mut text = String::new();
        let odd = Decoding::new(&b"a\0b\0c"[..], Encoding::UTF_16LE).read_to_string(&mut text);
        assert!(odd.is_err_and(|error| error.to_string().contains("not utf-16le")));
    }
}
