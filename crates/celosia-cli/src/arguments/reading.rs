//! Flags that say how the files of a table are written, for every command that reads one.

use celosia::error::Result;
use celosia::study::{DataFile, Reading};
use clap::Args;

#[derive(Args)]
pub struct ReadingFlags {
    /// Column delimiter of a text table: one character, tab, or blanks for runs of blanks [default: detected]
    #[arg(long, value_name = "CHARACTER", help_heading = "Data")]
    delimiter: Option<String>,
    /// The first row holds the names of the columns [default: detected]
    #[arg(long, help_heading = "Data")]
    header: bool,
    /// There is no row of names: columns are called column1, column2, …
    #[arg(long, conflicts_with = "header", help_heading = "Data")]
    no_header: bool,
    /// Encoding of a text table: utf-8, utf-16le, windows-1252, iso-8859-1, … [default: detected]
    #[arg(long, value_name = "NAME", help_heading = "Data")]
    encoding: Option<String>,
    /// Sheet of a workbook, by its name or its number from 1 [default: the first]
    #[arg(long, value_name = "SHEET", help_heading = "Data")]
    sheet: Option<String>,
}

impl ReadingFlags {
    /// The keys that the flags stand for.
    pub fn keys(&self) -> DataFile {
        // A sheet that is called 2 is named in the study, where it can have quotes.
        let sheet = |text: &String| text.parse::<i64>().map_or_else(|_| text.clone().into(), toml::Value::Integer);
        DataFile {
            delimiter: self.delimiter.clone(),
            header: (self.header || self.no_header).then_some(self.header),
            encoding: self.encoding.clone(),
            sheet: self.sheet.as_ref().map(sheet),
            ..DataFile::default()
        }
    }

    /// The same, checked.
    pub fn reading(&self) -> Result<Reading> {
        Reading::check("", &self.keys())
    }
}
