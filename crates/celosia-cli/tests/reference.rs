//! The reference page is what the code's own lists say.

use std::path::Path;
use std::process::Command;

#[test]
fn the_reference_page_is_up_to_date() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference.md");
    let printed = Command::new(env!("CARGO_BIN_EXE_celosia")).arg("reference").output().unwrap();
    assert!(printed.status.success());
    assert_eq!(
        std::fs::read_to_string(page).unwrap(),
        String::from_utf8(printed.stdout).unwrap(),
        "run: cargo run -- reference > docs/reference.md"
    );
}
