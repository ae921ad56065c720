//! libFuzzer's door: feeds the target that `CELOSIA_TARGET` names.
#![no_main]

use std::sync::OnceLock;

static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();

/// Finds the target, and lets decoders panic where the library turns that into an error.
fn begin() -> fn(&[u8]) {
    let abort = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !celosia::table::is_decoding() {
            abort(panic);
        }
    }));
    let name = std::env::var("CELOSIA_TARGET").unwrap_or_default();
    let target = celosia_fuzz::find(&name);
    target.unwrap_or_else(|| panic!("CELOSIA_TARGET names no target: \"{name}\"")).1
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.get_or_init(begin)(bytes));
