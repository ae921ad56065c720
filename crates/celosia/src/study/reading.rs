//! How the files of a table are written, as far as a study says so. What is not given is told from their first rows and bytes.

use super::DataFile;
use super::check::as_text;
use crate::error::{Error, Result};

/// How the files of a table are to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// What stands between the columns of a text file.
    pub delimiter: Option<Delimiter>,
    /// Does it begin with the names of its columns?
    pub header: Option<bool>,
    /// How its letters are written.
    pub encoding: Option<Encoding>,
    /// Which sheet of a workbook is meant.
    pub sheet: Option<Sheet>,
    /// Is every record of it what it says, as in files that celosia writes? Then nothing is guessed.
    pub(crate) exact: bool,
}

/// What stands between two columns of a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// One ASCII character.
    Byte(u8),
    /// One or more blanks or tabs.
    Blanks,
}

/// How the letters of a text are written: one of the encodings that browsers know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

/// A sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sheet {
    /// By its name.
    Name(String),
    /// By its number, from 1.
    Number(usize),
}

impl Reading {
    /// The same file with this delimiter.
    pub fn delimited(delimiter: u8) -> Reading {
        Reading { delimiter: Some(Delimiter::Byte(delimiter)), ..Reading::default() }
    }

    /// For files that celosia or an engine wrote: a header, nothing above it, UTF-8.
    pub fn exact(delimiter: Option<u8>) -> Reading {
        let delimiter = delimiter.map(Delimiter::Byte);
        Reading { delimiter, header: Some(true), encoding: Some(Encoding::UTF_8), sheet: None, exact: true }
    }

    /// Checks the keys of `[data]` that say how files are read; `place` is what errors call what they stand in.
    pub fn check(place: &str, file: &DataFile) -> Result<Reading> {
        let key = |key: &str| if place.is_empty() { format!("data.{key}") } else { format!("{place}, data.{key}") };
        let delimiter = file.delimiter.as_deref().map(|text| Delimiter::parse(&key("delimiter"), text)).transpose()?;
        let encoding = file.encoding.as_deref().map(|name| Encoding::parse(&key("encoding"), name)).transpose()?;
        let sheet = file.sheet.as_ref().map(|sheet| Sheet::parse(&key("sheet"), sheet)).transpose()?;
        Ok(Reading { delimiter, header: file.header, encoding, sheet, exact: false })
    }

    /// The key that only this machine's own reader knows, where one is given: engines read as they do.
    pub(super) fn only_here(&self) -> Option<&'static str> {
        let utf8 = |encoding: &Encoding| *encoding == Encoding::UTF_8;
        let keys = [
            ("header", self.header == Some(false)),
            ("encoding", self.encoding.is_some_and(|encoding| !utf8(&encoding))),
            ("sheet", self.sheet.is_some()),
            ("delimiter", self.delimiter == Some(Delimiter::Blanks)),
        ];
        keys.into_iter().find(|(_, given)| *given).map(|(key, _)| key)
    }
}

impl Delimiter {
    /// One ASCII character, "tab", or "blanks" for runs of blanks.
    pub fn parse(place: &str, text: &str) -> Result<Delimiter> {
        match text.as_bytes() {
            b"tab" | b"\\t" => Ok(Delimiter::Byte(b'\t')),
            b"blanks" => Ok(Delimiter::Blanks),
            [one] if one.is_ascii() && !b"\"\r\n".contains(one) => Ok(Delimiter::Byte(*one)),
            _ => Err(Error::study(
                place,
                format!("\"{text}\" is not a delimiter"),
                "give one ASCII character, \"tab\", or \"blanks\" for runs of blanks",
            )),
        }
    }

    /// As a study says it.
    pub fn key(self) -> String {
        match self {
            Delimiter::Byte(b'\t') => "tab".into(),
            Delimiter::Byte(byte) => char::from(byte).into(),
            Delimiter::Blanks => "blanks".into(),
        }
    }
}

impl Encoding {
    /// What nearly all text is written in.
    pub const UTF_8: Encoding = Encoding(encoding_rs::UTF_8);
    /// What Windows wrote in western Europe and America; Latin-1 is the same but for letters that no text has.
    pub const WESTERN: Encoding = Encoding(encoding_rs::WINDOWS_1252);
    /// Two bytes for most letters, the lesser first.
    pub const UTF_16LE: Encoding = Encoding(encoding_rs::UTF_16LE);
    /// Two bytes for most letters, the greater first.
    pub const UTF_16BE: Encoding = Encoding(encoding_rs::UTF_16BE);

    /// An encoding by any of its names.
    pub fn parse(place: &str, name: &str) -> Result<Encoding> {
        let known = match name.trim().to_ascii_lowercase().as_str() {
            "utf-8-sig" => Some(encoding_rs::UTF_8),
            "ansi" | "western" => Some(encoding_rs::WINDOWS_1252),
            label => encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()),
        };
        known.map(Encoding).ok_or_else(|| {
            let hint = "give utf-8, utf-16le, utf-16be, windows-1252, iso-8859-1 or another that browsers know";
            Error::study(place, format!("\"{name}\" is not an encoding"), hint)
        })
    }

    /// As a study says it.
    pub fn key(self) -> String {
        self.0.name().to_ascii_lowercase()
    }

    pub(crate) fn decoder(self) -> encoding_rs::Decoder {
        self.0.new_decoder_without_bom_handling()
    }
}

impl Sheet {
    fn parse(place: &str, value: &toml::Value) -> Result<Sheet> {
        let text = as_text(value);
        match value {
            toml::Value::Integer(number) if *number >= 1 => Ok(Sheet::Number(*number as usize)),
            toml::Value::String(name) if !name.is_empty() => Ok(Sheet::Name(name.clone())),
            _ => {
                let hint = "give a sheet's name, or its number from 1";
                Err(Error::study(place, format!("{text} names no sheet"), hint))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(keys: &str) -> Result<Reading> {
        Reading::check("s", &toml::from_str(keys).map_err(|e| Error::study("s", e.to_string(), ""))?)
    }

    #[test]
    fn keys_mean_what_they_say() -> Result<()> {
        assert_eq!(reading("")?, Reading::default());
        assert_eq!(reading("delimiter='blanks'")?.delimiter, Some(Delimiter::Blanks));
        assert_eq!(reading("delimiter='tab'")?.delimiter, Some(Delimiter::Byte(b'\t')));
        assert_eq!(reading("header=false")?.header, Some(false));
        for western in ["latin1", "ISO-8859-1", "windows-1252", "cp1252", "ansi"] {
            assert_eq!(reading(&format!("encoding='{western}'"))?.encoding, Some(Encoding::WESTERN), "{western}");
        }
        assert_eq!(reading("encoding='UTF-16'")?.encoding, Some(Encoding::UTF_16LE));
        assert_eq!(reading("sheet=2")?.sheet, Some(Sheet::Number(2)));
        assert_eq!(reading("sheet='2'")?.sheet, Some(Sheet::Name("2".into())));
        Ok(())
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (keys, expected) in [
            ("delimiter='ab'", "s, data.delimiter: \"ab\" is not a delimiter"),
            ("delimiter='ä'", "\"ä\" is not a delimiter"),
            ("encoding='utf-9'", "data.encoding: \"utf-9\" is not an encoding"),
            ("sheet=0", "data.sheet: 0 names no sheet"),
            ("sheet=''", "names no sheet"),
        ] {
            assert!(reading(keys).is_err_and(|e| e.to_string().contains(expected)), "{keys}");
        }
    }
}
