//! Outputs that are not whole yet: files under a temporary name that get their own when they are whole, that only their
//! owner reads until then, that go with any error and signal, and that the next run removes where even that failed.
//!
//! A process holds a lock on each partial file as long as it lives, and the lock goes with it, whatever ends it. So what is
//! locked is somebody's work, and what is not is nobody's (`sweep.rs`).

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, TempDir, TempPath};

use super::destination::{Destination, folder_of};
use super::lock;
use super::sweep::sweep;
use crate::error::{Error, Result};

/// How names of partial files begin.
pub const PARTIAL: &str = ".celosia-partial-";
/// How names of files begin that another is just about to replace.
pub const OLD: &str = ".celosia-old-";
/// How names of files begin that are made to see what the system makes of them.
pub const EMPTY: &str = ".celosia-empty-";
/// How often a file is made anew because someone swept it away before it was locked.
const TRIES: usize = 8;
/// How long an end from outside waits for a file that is just being made or renamed.
const PATIENCE: Duration = Duration::from_millis(200);

/// Who may read an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Whoever could read the file that it replaces; where there is none, whoever the user lets read new files (umask).
    Shared,
    /// Its owner.
    Private,
}

/// Partial files and folders of this process.
static LIVING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes every partial file of this process, which is about to be ended from outside its work. Nothing can be begun or
/// get its name after this.
pub fn abandon() {
    let began = Instant::now();
    let living: MutexGuard<Vec<PathBuf>> = loop {
        match LIVING.try_lock() {
            Ok(living) => break living,
            Err(TryLockError::Poisoned(living)) => break living.into_inner(),
            Err(TryLockError::WouldBlock) if began.elapsed() > PATIENCE => return,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    for path in living.iter() {
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
    std::mem::forget(living);
}

/// A name on the list of those that go with the process.
pub struct Listed(PathBuf);

impl Listed {
    /// Lists a name.
    pub fn of(name: &Path) -> Listed {
        lock(&LIVING).push(name.into());
        Listed(name.into())
    }

    /// Makes something and lists its name, so that nothing ends the process in between.
    pub fn new<T>(make: impl FnOnce() -> Result<T>, name: impl FnOnce(&T) -> PathBuf) -> Result<(T, Listed)> {
        let mut living = lock(&LIVING);
        let made = make()?;
        let name = name(&made);
        living.push(name.clone());
        Ok((made, Listed(name)))
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        lock(&LIVING).retain(|path| *path != self.0);
    }
}

/// A file that is being written.
pub struct Partial {
    file: NamedTempFile,
    /// The output as the user named it.
    name: PathBuf,
    to: Destination,
    access: Access,
    /// Who may read it under its name, once it is ready for that.
    allowed: Option<Permissions>,
    _listed: Listed,
}

impl Partial {
    /// Begins a file beside its final name. What goes into a stream is kept with other temporary files until it is whole.
    pub fn new(name: &Path, access: Access) -> Result<Partial> {
        let to = Destination::of(name)?;
        let folder = match &to {
            Destination::File(target) => folder_of(target).to_path_buf(),
            Destination::Stream(_) | Destination::Standard => std::env::temp_dir(),
        };
        Partial::within(&folder, name, access)
    }

    /// Begins a file in another folder of the same disk, where its own is not there yet.
    pub fn within(folder: &Path, name: &Path, access: Access) -> Result<Partial> {
        let to = Destination::of(name)?;
        sweep(folder);
        let refused = |error| Error::io("write to the folder", folder)(error);
        for _ in 0..TRIES {
            let (file, _listed) = Listed::new(|| make(PARTIAL, folder).map_err(refused), |file| file.path().into())?;
            if is_mine(file.as_file(), file.path()) {
                return Ok(Partial { file, name: name.into(), to, access, allowed: None, _listed });
            }
        }
        Err(refused(io::ErrorKind::ResourceBusy.into()))
    }

    /// The file, to write to.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Its temporary name, to read back what was written.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The file that gets replaced, if it is one.
    pub fn target(&self) -> Option<PathBuf> {
        match &self.to {
            Destination::File(target) => Some(target.clone()),
            Destination::Stream(_) | Destination::Standard => None,
        }
    }

    /// Has the disk take what was written so far.
    pub fn sync(&self) -> Result<()> {
        match &self.to {
            Destination::File(_) => self.file.as_file().sync_data().map_err(Error::io("write", &self.name)),
            Destination::Stream(_) | Destination::Standard => Ok(()),
        }
    }

    /// Does all that takes time before the file can get its name.
    pub fn ready(&mut self) -> Result<()> {
        if let Destination::File(target) = &self.to {
            let synced = self.file.as_file().sync_all();
            let allowed = synced.and_then(|()| allowed(self.file.as_file(), target, self.access));
            self.allowed = Some(allowed.map_err(Error::io("write", &self.name))?);
        }
        Ok(())
    }

    /// Gives the file its name, or writes it into the stream that was named.
    pub fn publish(mut self) -> Result<()> {
        if self.allowed.is_none() {
            self.ready()?;
        }
        let failed = Error::io("write", &self.name);
        match &self.to {
            Destination::File(target) => {
                let _living = lock(&LIVING);
                let file = self.file.persist(target).map_err(|e| Error::io("write", &self.name)(e.error))?;
                // Only now: under its temporary name nobody else was to read it.
                self.allowed.map_or(Ok(()), |allowed| file.set_permissions(allowed)).map_err(failed)
            }
            Destination::Stream(stream) => copy_into(self.file.as_file_mut(), stream).map_err(failed),
            // Not printing: whoever named the output asked for its bytes there.
            Destination::Standard => {
                let mut out = io::stdout().lock();
                let file = self.file.as_file_mut();
                file.rewind().and_then(|()| io::copy(file, &mut out)).and_then(|_| out.flush()).map_err(failed)
            }
        }
    }

    /// Sets aside what stands under this file's name, if a regular file does.
    pub fn set_aside(&self) -> Result<Option<Aside>> {
        match &self.to {
            Destination::File(target) if target.is_file() => Aside::new(target).map(Some),
            _ => Ok(None),
        }
    }
}

/// An earlier file without its name: it gets it back, or goes.
pub struct Aside {
    name: PathBuf,
    at: TempPath,
    /// Held so that no sweep takes it for nobody's.
    _locked: File,
    _listed: Listed,
}

impl Aside {
    /// Sets aside what stands under a name, if a regular file does.
    pub fn of(name: &Path) -> Result<Option<Aside>> {
        if name.is_file() { Aside::new(name).map(Some) } else { Ok(None) }
    }

    fn new(name: &Path) -> Result<Aside> {
        let failed = || Error::io("write", name);
        let locked = File::open(name).map_err(failed())?;
        let _ = locked.try_lock();
        let (at, _listed) = Listed::new(|| make(OLD, folder_of(name)).map_err(failed()), |file| file.path().into())?;
        let at = at.into_temp_path();
        std::fs::rename(name, &at).map_err(failed())?;
        Ok(Aside { name: name.into(), at, _locked: locked, _listed })
    }

    /// Gives the file its name back.
    pub fn restore(self) {
        let _ = self.at.persist(self.name);
    }
}

/// A folder that is being filled.
pub struct PartialFolder {
    folder: TempDir,
    /// Open for the sake of its lock; systems where a folder cannot be opened have none.
    _locked: Option<File>,
    _listed: Listed,
}

impl PartialFolder {
    /// Begins a folder in another one.
    pub fn new(above: &Path) -> Result<PartialFolder> {
        sweep(above);
        for _ in 0..TRIES {
            let make = || tempfile::Builder::new().prefix(PARTIAL).tempdir_in(above).map_err(plain);
            let make = || make().map_err(Error::io("make a folder in", above));
            let (folder, _listed) = Listed::new(make, |made| made.path().into())?;
            let _locked = File::open(folder.path()).ok();
            if _locked.as_ref().is_none_or(|file| is_mine(file, folder.path())) {
                return Ok(PartialFolder { folder, _locked, _listed });
            }
        }
        Err(Error::io("make a folder in", above)(io::ErrorKind::ResourceBusy.into()))
    }

    /// Its temporary name.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the folder its name, and lets others see it as the user lets them see new folders.
    pub fn publish(self, name: &Path) -> Result<()> {
        let failed = Error::io("write", name);
        let above = folder_of(name);
        let ready = usual(above, 0o777, true).and_then(|usual| std::fs::set_permissions(self.path(), usual));
        let _living = lock(&LIVING);
        ready.and_then(|()| std::fs::rename(self.path(), name)).map_err(failed)
    }
}

/// Writes a file under a temporary name in the same folder and renames it when `write` is through: nobody ever sees
/// half a file. `write` gets the temporary name too, so that it can read back what it wrote. The temporary file goes
/// with any error. What is not a regular file is not replaced but written into, and only when `write` is through.
pub fn atomically<T>(path: &Path, access: Access, write: impl FnOnce(&Path, &mut File) -> Result<T>) -> Result<T> {
    let mut partial = Partial::new(path, access)?;
    let name = partial.path().to_path_buf();
    let value = write(&name, partial.file())?;
    partial.publish()?;
    Ok(value)
}

/// Locks a file just made. A sweep that came in between has it, or has removed it.
fn is_mine(file: &File, path: &Path) -> bool {
    // Where a file system has no locks, sweeps get none either.
    !matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock)) && path.symlink_metadata().is_ok()
}

/// A new file that only its owner can read.
fn make(prefix: &str, folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(prefix).tempfile_in(folder).map_err(plain)
}

fn copy_into(file: &mut File, stream: &Path) -> io::Result<()> {
    let mut out = OpenOptions::new().write(true).open(stream)?;
    file.rewind()?;
    io::copy(file, &mut out)?;
    out.flush()
}

/// Who may read a file under its name.
fn allowed(file: &File, target: &Path, access: Access) -> io::Result<Permissions> {
    match (access, replaced(target)) {
        // As it was made.
        (Access::Private, _) => file.metadata().map(|about| about.permissions()),
        (Access::Shared, Some(before)) => Ok(before),
        (Access::Shared, None) => usual(folder_of(target), 0o666, false),
    }
}

/// The permissions of a file that is replaced, but for running it.
#[cfg(unix)]
fn replaced(target: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    let old = target.symlink_metadata().ok().filter(|old| old.is_file())?;
    Some(PermissionsExt::from_mode(old.permissions().mode() & 0o666))
}

#[cfg(not(unix))]
fn replaced(_: &Path) -> Option<Permissions> {
    None
}

/// The permissions that a new file or folder gets here: only making an empty one tells what the umask and the folder allow.
#[cfg(unix)]
fn usual(folder: &Path, mode: u32, is_folder: bool) -> io::Result<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.prefix(EMPTY).permissions(PermissionsExt::from_mode(mode));
    match is_folder {
        true => builder.tempdir_in(folder)?.path().metadata(),
        false => builder.tempfile_in(folder)?.as_file().metadata(),
    }
    .map(|about| about.permissions())
}

#[cfg(not(unix))]
fn usual(folder: &Path, _: u32, _: bool) -> io::Result<Permissions> {
    folder.metadata().map(|about| about.permissions())
}

/// The error without the temporary file's name, which says nothing to a user.
fn plain(error: io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| io::Error::from(error.kind()), io::Error::from_raw_os_error)
}
