//! The documents' examples are programs: every TOML block is a study, every hierarchy form in the guide is read, and every
//! file that a page links to or the page for auditors names is there.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use celosia::study::{Study, StudyFile};

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

#[test]
fn every_toml_block_is_a_study() {
    let mut blocks = 0;
    for page in ["README.md", "docs/guide.md"] {
        let text = read(page);
        for block in text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()) {
            let file = StudyFile::parse(page, block).unwrap_or_else(|e| panic!("{page}: {e}\n{block}"));
            Study::check(page, &file).unwrap_or_else(|e| panic!("{page}: {e}\n{block}"));
            blocks += 1;
        }
    }
    assert!(blocks >= 2, "{blocks} blocks");
}

#[test]
fn every_hierarchy_form_of_the_guide_is_read() {
    let guide = read("docs/guide.md");
    let table = guide.split("## Hierarchies").nth(1).unwrap().split("\n\n").nth(1).unwrap();
    let mut forms = 0;
    for row in table.lines().skip(2) {
        let form = row.rsplit('|').nth(1).unwrap().trim().trim_matches('`');
        let text = format!("[data]\npath = 'p.csv'\n[columns.a]\nrole = 'quasi-identifier'\nhierarchy = {form}\n");
        let file = StudyFile::parse("guide", &text).unwrap_or_else(|e| panic!("{form}: {e}"));
        Study::check("guide", &file).unwrap_or_else(|e| panic!("{form}: {e}"));
        forms += 1;
    }
    assert!(forms >= 9, "{forms} forms");
}

#[test]
fn every_guarantee_names_files_that_are_there() {
    let page = read("docs/guarantees.md");
    let mut files = 0;
    for row in page.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        assert_eq!(cells.len(), 4, "{row}");
        for cell in &cells[2..] {
            let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            assert!(!named.is_empty(), "nothing enforces or attacks: {row}");
            for name in named {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
                assert!(path.is_file(), "docs/guarantees.md names {name}, which is not there");
                files += 1;
            }
        }
    }
    assert!(files >= 30, "{files} files");
}

#[test]
fn every_link_leads_to_a_file_and_the_first_page_stays_short() {
    let mut links = 0;
    for page in
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"].map(String::from).into_iter().chain(pages())
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&page).parent().unwrap().to_path_buf();
        for link in read(&page).split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if !link.is_empty() && !link.contains("://") {
                assert!(folder.join(link).exists(), "{page} links to {link}, which is not there");
                links += 1;
            }
        }
    }
    assert!(links >= 20, "{links} links");
    assert!(read("README.md").lines().count() <= 100, "the README is for a first look");
}

/// The pages of docs/.
fn pages() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect()
}

#[test]
fn what_something_new_touches_is_there() {
    let page = read("CONTRIBUTING.md");
    let table = page.split("## What something new touches").nth(1).unwrap().split("\n## ").next().unwrap();
    let (root, mut files) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), 0);
    for name in table.split('`').skip(1).step_by(2).filter(|name| name.contains('/') && !name.contains([' ', '<'])) {
        if !name.contains("NAME") {
            let known = [root.join(name), root.join("crates/celosia/src").join(name)];
            assert!(known.iter().any(|path| path.exists()), "CONTRIBUTING.md names {name}, which is not there");
            files += 1;
        }
    }
    assert!(files >= 20, "{files} files");
}
