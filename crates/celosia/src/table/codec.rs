//! Codecs: which this build has (they are features), and what is said of files that need another.

use std::io::Read;
use std::path::Path;

use super::files::Compression;
use crate::error::{Error, Result};

/// What Parquet is written with.
pub const PARQUET: parquet::basic::Compression = match cfg!(feature = "snappy") {
    true => parquet::basic::Compression::SNAPPY,
    false => parquet::basic::Compression::UNCOMPRESSED,
};

const WITHOUT: &str =
    "build celosia with the feature of that codec (gzip, lz4, snappy or zstd), or write the file with another or none";

/// The text of a compressed file.
pub fn decompressed(
    file: impl Read + Send + 'static,
    compression: Compression,
    path: &Path,
) -> Result<Box<dyn Read + Send>> {
    match compression {
        Compression::None => Ok(Box::new(file)),
        #[cfg(feature = "gzip")]
        Compression::Gzip => Ok(Box::new(flate2::read::MultiGzDecoder::new(std::io::BufReader::new(file)))),
        #[cfg(not(feature = "gzip"))]
        Compression::Gzip => Err(lacks(path, "gzip")),
        #[cfg(feature = "zstd")]
        Compression::Zstd => Ok(Box::new(zstd::Decoder::new(file).map_err(Error::io("decompress", path))?)),
        #[cfg(not(feature = "zstd"))]
        Compression::Zstd => Err(lacks(path, "zstd")),
    }
}

#[cfg(not(all(feature = "gzip", feature = "zstd")))]
fn lacks(path: &Path, codec: &str) -> Error {
    let what = format!("it is compressed with {codec}, which this build cannot read");
    Error::Table { place: crate::error::Place::file(path), what, hint: WITHOUT.into() }
}

/// What to do about a columnar file that cannot be read, by what its reader says.
pub fn hint(why: &str) -> &'static str {
    let lacks_codec = why.contains("feature");
    if lacks_codec { WITHOUT } else { "the file may be cut short; write it again, or convert it to CSV" }
}
