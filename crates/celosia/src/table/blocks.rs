//! The blocks that the footer of an Arrow file lists. All of them lie in the file, or it is damaged: the decoder takes as
//! much memory as a block claims before it reads it, and where there is not as much the process ends.

use std::io::Read;

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::root_as_footer;
use arrow_schema::ArrowError;

use crate::input::Reader;

/// What stands behind the footer: its length and the mark of the format.
const END: u64 = 10;

/// Refuses a file whose blocks reach beyond its end.
pub fn lie_within(file: &Reader) -> Result<(), ArrowError> {
    let size = file.size()?;
    let beyond = |what: &str| ArrowError::IpcError(format!("{what} reaches beyond the file's {size} bytes"));
    let mut end = [0; END as usize];
    file.at(size.saturating_sub(END)).read_exact(&mut end)?;
    let length = read_footer_length(end)? as u64;
    let start = size.checked_sub(END + length).ok_or_else(|| beyond("the footer"))?;
    let mut footer = Vec::new();
    file.at(start).take(length).read_to_end(&mut footer)?;
    let footer = root_as_footer(&footer).map_err(|e| ArrowError::ParseError(format!("no footer: {e:?}")))?;
    let mut blocks = footer.recordBatches().into_iter().flatten().chain(footer.dictionaries().into_iter().flatten());
    let lies_within = |offset: i64, metadata: i32, body: i64| {
        let parts = [offset, i64::from(metadata), body].map(|part| u64::try_from(part).ok());
        let end = parts.into_iter().try_fold(0_u64, |end, part| end.checked_add(part?));
        end.is_some_and(|end| end <= size)
    };
    match blocks.all(|block| lies_within(block.offset(), block.metaDataLength(), block.bodyLength())) {
        true => Ok(()),
        false => Err(beyond("a block")),
    }
}
