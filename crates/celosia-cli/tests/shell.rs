//! What goes into a shell and its manual: completions and pages know every command and every flag.

use std::collections::BTreeSet;

use crate::celosia::Folder;

/// Every command that the help shows, by its words, with the flags of its own help.
fn commands(folder: &Folder) -> Vec<(String, BTreeSet<String>)> {
    let mut found: Vec<(String, BTreeSet<String>)> = Vec::new();
    let mut open = vec![String::new()];
    while let Some(command) = open.pop() {
        let help = folder.ok(format!("{command} --help").trim()).out;
        if let Some((_, listed)) = help.split_once("Commands:\n") {
            let listed = listed.split("\n\n").next().unwrap();
            let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
            let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
            open.extend(names.map(|name| format!("{command} {name}").trim().to_string()));
        }
        // A flag stands at the beginning of its line.
        let begins = help.lines().map(str::trim).filter(|line| line.starts_with('-'));
        let words = begins.flat_map(|line| line.split([' ', ',', '=']).take(3));
        found.push((command, words.filter(|word| word.starts_with("--")).map(String::from).collect()));
    }
    assert!(found.len() > 15, "{found:?}");
    assert!(found.iter().any(|(name, flags)| name == "front" && flags.contains("--suppression")), "{found:?}");
    found
}

#[test]
fn completions_know_every_command_and_flag() {
    let folder = Folder::new();
    let commands = commands(&folder);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.ok(&format!("completions {shell}")).out;
        for (command, flags) in &commands {
            let name = command.split(' ').next_back().unwrap();
            assert!(script.contains(name), "{shell} does not know {command}");
            for flag in flags {
                let known = if shell == "fish" { format!("-l {}", &flag[2..]) } else { flag.clone() };
                assert!(script.contains(&known), "{shell} does not know {flag} of {command}");
            }
        }
        assert_eq!(folder.ask(&format!("completions {shell}"))["script"], script);
    }
}

#[test]
fn bash_takes_its_script_and_completes_with_it() {
    let folder = Folder::new();
    folder.write("celosia.bash", folder.ok("completions bash").out);
    let checked = folder.shell("bash -n celosia.bash");
    assert_eq!((checked.code, checked.err.as_str()), (0, ""));
    // What bash would do for `celosia fr` and the tabulator, and for `celosia front people.toml --supp`.
    let complete = |words: &str, number: usize, word: &str, before: &str| {
        folder.shell(&format!(
            "bash -c 'source ./celosia.bash; COMP_WORDS=({words}); COMP_CWORD={number}; \
             _celosia celosia \"{word}\" \"{before}\"; echo ${{COMPREPLY[@]}}'"
        ))
    };
    assert_eq!(complete("celosia fr", 1, "fr", "celosia").out.trim(), "front");
    let flags = complete("celosia front people.toml --supp", 3, "--supp", "people.toml").out;
    assert_eq!(flags.trim(), "--suppressed-rows --suppression");
}

#[test]
fn every_command_has_a_page_with_all_its_flags() {
    let folder = Folder::new();
    let written = folder.ask("man pages/man1");
    let commands = commands(&folder);
    assert_eq!(written["pages"].as_object().unwrap().len(), commands.len());
    for (command, flags) in &commands {
        let name = format!("celosia {command}").trim().replace(' ', "-");
        let page = folder.read(&format!("pages/man1/{name}.1")).replace('\\', "");
        assert!(page.contains(".TH"), "{name}");
        for flag in flags {
            assert!(page.contains(flag.as_str()), "{name} does not know {flag}");
        }
    }
    let page = folder.ok("man").out;
    assert!(page.contains("celosia inspect people.csv") && page.contains(".SH SUBCOMMANDS"), "{page}");
    folder.write("file", "");
    folder.refuses("man file/man1", &["file/man1"]);
}
