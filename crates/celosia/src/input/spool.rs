//! What can be read only once is read once, whoever asks and by whatever name, and kept in a temporary file.
//!
//! A table is read at least twice, to count and to write, and a hierarchy with a floor too. So every pipe of the
//! process, by whatever name, is copied once to a file without a name, and whoever asks again reads that.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::system::{identity, standard};
use super::{is_standard, temporary};
use crate::error::{Error, Place, Result};
use crate::watch::{READING, Watch};

/// A pipe, or whatever else gives its bytes once.
struct Pipe {
    /// Who it is: `-`, `/dev/stdin` and `/dev/fd/0` are one pipe.
    identity: Option<(u64, u64)>,
    read: Mutex<State>,
}

enum State {
    Unread,
    /// All bytes; the pipe itself stays open, so that the system gives its identity to no other.
    Read(Arc<File>, #[allow(dead_code)] File),
    /// Some bytes were taken, and nobody has them.
    Torn,
}

/// Every pipe that this process has read: a second reading would find nothing, or wait for ever.
static PIPES: Mutex<Vec<Arc<Pipe>>> = Mutex::new(Vec::new());

/// Bytes that are moved at a time: as many as a pipe holds.
const STEP: usize = 1 << 16;

/// The bytes of what can be read only once; nothing for a file, which can be opened again by its name.
pub fn spooled(path: &Path, watch: &dyn Watch) -> Result<Option<Arc<File>>> {
    let about = match is_standard(path) {
        true => standard().and_then(|standard| standard.metadata()),
        false => std::fs::metadata(path),
    };
    let about = about.map_err(Error::io("open", path))?;
    if !is_standard(path) && (about.is_file() || about.is_dir()) {
        return Ok(None);
    }
    let pipe = pipe(identity(&about));
    let mut state = lock(&pipe.read);
    match &*state {
        State::Read(file, _) => return Ok(Some(file.clone())),
        State::Torn => return Err(torn(path)),
        State::Unread => {}
    }
    let mut source = source(path, &about).map_err(Error::io("open", path))?;
    // A file from its beginning needs no copy.
    if about.is_file() && source.stream_position().is_ok_and(|place| place == 0) {
        let file = Arc::new(source.try_clone().map_err(Error::io("open", path))?);
        *state = State::Read(file.clone(), source);
        return Ok(Some(file));
    }
    *state = State::Torn;
    let file = Arc::new(copy(&mut source, path, watch)?);
    *state = State::Read(file.clone(), source);
    Ok(Some(file))
}

/// Opens it. Standard input by another name is read as what it is, because not all that it may be can be opened by a name.
fn source(path: &Path, about: &Metadata) -> io::Result<File> {
    let same = |standard: &File| {
        is_standard(path)
            || standard.metadata().is_ok_and(|s| identity(&s).is_some() && identity(&s) == identity(about))
    };
    standard().ok().filter(same).map_or_else(|| File::open(path), Ok)
}

/// The pipe of this identity; a new one where it is not known.
fn pipe(identity: Option<(u64, u64)>) -> Arc<Pipe> {
    let mut pipes = lock(&PIPES);
    let known = pipes.iter().find(|pipe| identity.is_some() && pipe.identity == identity).cloned();
    known.unwrap_or_else(|| {
        let pipe = Arc::new(Pipe { identity, read: Mutex::new(State::Unread) });
        pipes.push(pipe.clone());
        pipe
    })
}

fn copy(source: &mut File, path: &Path, watch: &dyn Watch) -> Result<File> {
    watch.begin(&format!("{READING} from a pipe"), 0);
    let mut file = temporary::new().map_err(temporary::unkept)?;
    let mut buffer = vec![0; STEP];
    loop {
        watch.check()?;
        match source.read(&mut buffer) {
            Ok(0) => return Ok(file),
            Ok(read) => {
                file.write_all(&buffer[..read]).map_err(temporary::unkept)?;
                watch.advance(read as u64);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::io("read", path)(error)),
        }
    }
}

fn torn(path: &Path) -> Error {
    Error::Table {
        place: Place::file(path),
        what: "a part of this pipe was read before, and is lost".into(),
        hint: "start again, with all of it".into(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
