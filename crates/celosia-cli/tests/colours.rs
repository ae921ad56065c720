//! Colours: on a terminal, or where somebody asks for them; never in JSON, and never from the data.

use std::process::Stdio;

use crate::celosia::{Folder, PEOPLE};

const ESCAPE: char = '\u{1b}';

/// What the command prints into pipes, with these variables.
fn printed(folder: &Folder, line: &str, variables: &[(&str, &str)]) -> (String, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut command = folder.command(&words);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn who_decides_about_colours() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let front = "front people.csv --quasi age,sex";
    let force = ("CLICOLOR_FORCE", "1");
    for (flag, variables, wanted) in [
        ("", &[][..], false),
        ("--color auto", &[], false),
        ("--color always", &[], true),
        ("--color=always", &[("NO_COLOR", "1")], true),
        ("--color never", &[force], false),
        ("", &[force], true),
        ("", &[force, ("NO_COLOR", "1")], false),
        ("--color always --json", &[force], false),
    ] {
        let (out, err) = printed(&folder, &format!("{front} {flag}"), variables);
        assert_eq!(out.contains(ESCAPE), wanted, "{flag} {variables:?}\n{out}");
        // Nothing is said by colour alone.
        assert!(flag.contains("json") || out.contains("complete"), "{out}");
        let (_, refused) = printed(&folder, &format!("front nothing.csv {flag}"), variables);
        let wanted = wanted || flag == "--color always --json";
        assert_eq!(refused.contains(ESCAPE), wanted, "{flag} {variables:?}\n{refused}");
        assert!(refused.contains("error:") && refused.contains("hint:"), "{refused}");
        assert!(err.contains("front.json") || flag.contains("json"), "{err}");
        let (help, _) = printed(&folder, &format!("front --help {flag}"), variables);
        assert_eq!(help.contains(ESCAPE), wanted, "{flag} {variables:?}\n{help}");
    }
}

#[test]
fn what_is_complete_is_green_and_what_is_not_is_yellow() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let whole = printed(&folder, "front people.csv --quasi age,sex --color always", &[]).0;
    assert!(whole.contains("\u{1b}[32mcomplete\u{1b}[0m"), "{whole}");
    let part = printed(&folder, "front people.csv --quasi age,sex --budget 1 --color always", &[]).0;
    assert!(part.contains("\u{1b}[33mNOT COMPLETE\u{1b}[0m"), "{part}");
    let refused = printed(&folder, "front people.csv --quasi name --color always", &[]).1;
    assert!(
        refused.starts_with("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m ") && refused.contains("\u{1b}[36mhint:"),
        "{refused}"
    );
}

#[test]
fn names_bring_no_colours() {
    let folder = Folder::with(&[("people.csv", "\u{1b}[31mage,sex\n1,m\n1,m\n2,f\n2,f\n")]);
    let (out, err) = printed(&folder, "verify people.csv --quasi sex,agee", &[]);
    assert!(out.is_empty() && err.contains("\u{fffd}[31mage") && !err.contains(ESCAPE), "{err}");
}
