//! Damaged files: the decoders of Arrow and Parquet may panic on bytes that contradict one another; here that becomes
//! an error like any other.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Is this thread inside a decoder whose panic would become an error? A panic hook should keep silent then.
pub fn is_decoding() -> bool {
    DECODING.get()
}

/// Runs a decoder; whatever goes wrong is told as text. What it worked on is not used again after a panic.
pub(super) fn survive<T, E: Display>(decode: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    DECODING.set(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(false);
    match decoded {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("its bytes contradict one another".into()),
    }
}
