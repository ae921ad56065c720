//! Which flag stands for which setting. The library's errors name settings; who reads them here has flags.

/// Keys of the study file, each with its flag.
const KEYS: &[(&str, &str)] = &[
    ("data.path", "--data"),
    ("data.delimiter", "--delimiter"),
    ("data.header", "--header"),
    ("data.encoding", "--encoding"),
    ("data.sheet", "--sheet"),
    ("data.decimal", "--decimal"),
    ("data.missing.rows", "--missing"),
    ("data.missing.values", "--missing-values"),
    ("data.missing.allow-loss", "--allow-loss"),
    ("data.engine", "--engine"),
    ("data.url", "--url"),
    ("data.timeout", "--timeout"),
    ("data.table", "--table"),
    ("data.query", "--query"),
    ("data.format", "--format"),
    ("data.frequency", "--frequency"),
    ("data.values", "--values"),
    ("objectives.problem", "--problem"),
    ("objectives.privacy", "--privacy"),
    ("objectives.loss", "--loss"),
    ("objectives.suppressed-rows", "--suppressed-rows"),
    ("objectives.c", "--c"),
    ("objectives.alpha", "--alpha"),
    ("objectives.domain", "--domain"),
    ("objectives.query-seed", "--query-seed"),
    ("suppression.limit", "--suppression"),
    ("suppression.rule", "--rule"),
    ("output.singled-out", "--singled-out"),
    ("require", "--require"),
    ("presets", "--preset"),
    ("search.algorithm", "--search"),
    ("search.space", "--space"),
    ("search.labels", "--labels"),
    ("search.bounds", "--bounds"),
    ("search.mondrian", "--mondrian"),
    ("search.prove", "--prove"),
    ("search.threads", "--threads"),
    ("search.max-nodes", "--max-nodes"),
    ("search.seed", "--seed"),
    ("search.depth", "--depth"),
    ("search.start", "--start"),
    ("search.budget", "--budget"),
    ("search.memory", "--memory"),
    ("search.population", "--population"),
    ("search.generations", "--generations"),
    ("search.crossover", "--crossover"),
    ("search.crossing", "--crossing"),
    ("search.mutation", "--mutation"),
    ("search.mutation-per", "--mutation-per"),
    ("search.checkpoint", "--checkpoint"),
    ("search.resume", "--resume"),
];

/// Parameters of the library that no study has, each with its flag.
const PARAMETERS: &[(&str, &str)] = &[
    ("attack.l", "--l"),
    ("attack.t", "--t"),
    ("compare.with", "--with"),
    ("release.key", "--key"),
    ("release.keep-order", "--keep-order"),
    ("release.levels", "--levels"),
    ("release.numbers", "--numbers"),
    ("release.suppressed", "--suppressed"),
    ("reproduce.runs", "--runs"),
    ("reproduce.runs-vary", "--runs-vary"),
    ("reproduce.sample", "--sample"),
    ("sql.dialect", "--dialect"),
    ("tree.column", "--column"),
    ("tree.k", "--k"),
    ("tree.key", "--key"),
    ("tree.tree", "--tree"),
    ("tree.walk", "--walk"),
    ("verify.against", "--against"),
    ("verify.person", "--person"),
    ("verify.quasi", "--quasi"),
    ("verify.sensitive", "--sensitive"),
    ("verify.trails", "--trails"),
];

/// What the library says of what the command has a way of its own for.
const WAYS: &[(&str, &str)] = &[
    ("role = \"quasi-identifier\"", "--quasi NAME"),
    ("role = \"sensitive\"", "--sensitive NAME"),
    ("role = \"class\"", "--class NAME"),
    ("role = \"person\"", "--person NAME"),
    ("pseudonym = true", "--pseudonym"),
    ("counting statement", "`celosia sql` prints it"),
    ("counting statements", "`celosia sql` prints them"),
    ("statement of the release", "`celosia sql STUDY --release` prints it"),
    ("by statements of SQL", "`celosia sql` prints them"),
    ("a front as JSON", "`celosia front STUDY --front FILE` writes one"),
    ("a certificate", "`celosia front STUDY --certificate FILE` writes one"),
    ("the settings that it was made with", "--data, --privacy, --loss, …"),
    ("without a choice", "without --k, --level and --max-loss"),
    ("a level, a loss or a number", "--k, --max-loss or --point"),
];

/// A hint with the flags in it: a key is followed by its flag, since the one as well as the other helps.
pub fn in_hint(text: &str) -> String {
    let text = replace(text, PARAMETERS, |_, _, flag| flag);
    let text = replace(&text, WAYS, |said, _, way| format!("{said} ({way})"));
    replace(&text, KEYS, |said, _, flag| format!("{said} ({flag})"))
}

/// A message with the flags in it. A key that is named with the file it stands in stays as it is.
pub fn in_message(text: &str) -> String {
    let text = replace(text, PARAMETERS, |_, _, flag| flag);
    replace(&text, KEYS, |said, before, flag| {
        let in_a_list = before.ends_with("; ");
        if before.ends_with(", ") || in_a_list { said.into() } else { flag }
    })
}

/// A message about a key of which the flag was typed: it is named by the flag, not by a file that does not hold it.
pub fn as_typed(text: &str, typed: impl Fn(&str) -> bool) -> String {
    let placed = text.split_once(": ").and_then(|(place, rest)| Some((place.rsplit_once(", ")?.1, rest)));
    let flag = placed.and_then(|(key, _)| KEYS.iter().find(|(known, flag)| *known == key && typed(flag)));
    match (placed, flag) {
        (Some((key, rest)), Some((_, flag))) => format!("{flag} ({key}): {}", in_message(rest)),
        _ => in_message(text),
    }
}

/// Was this flag typed?
pub fn typed(flag: &str) -> bool {
    std::env::args()
        .skip(1)
        .any(|word| word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('=')))
}

/// Replaces each name, with the value that it is given, by what is said of it: the name and value as they stand, the text
/// before them, and the flag with the value.
fn replace(text: &str, names: &[(&str, &str)], say: impl Fn(&str, &str, String) -> String) -> String {
    let mut spoken = String::new();
    let mut at = 0;
    while at < text.len() {
        let (before, rest) = text.split_at(at);
        let begins = !before.ends_with(is_of_a_name);
        let named = names.iter().filter(|(name, _)| begins && rest.strip_prefix(name).is_some_and(ends));
        match named.max_by_key(|(name, _)| name.len()) {
            Some((name, flag)) => {
                let (length, value) = value(&rest[name.len()..]);
                let flag = match value {
                    None | Some("true") => flag.to_string(),
                    Some("false") => format!("--no-{}", flag.trim_start_matches('-')),
                    Some(value) => format!("{flag} {value}"),
                };
                let said = &rest[..name.len() + length];
                spoken += &say(said, before, flag);
                at += said.len();
            }
            None => {
                let letter = rest.chars().next().map_or(1, char::len_utf8);
                spoken += &rest[..letter];
                at += letter;
            }
        }
    }
    spoken
}

/// A letter of a name, or one that joins names.
fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || "-_.".contains(letter)
}

/// Does a name end before this? A full stop may end a sentence.
fn ends(rest: &str) -> bool {
    let mut letters = rest.chars();
    match letters.next() {
        Some('.') => !letters.next().is_some_and(is_of_a_name),
        letter => !letter.is_some_and(is_of_a_name),
    }
}

/// The value behind a name, as in `= "exact"`: how long that is, and the value.
fn value(rest: &str) -> (usize, Option<&str>) {
    let Some(given) = rest.strip_prefix(" = ") else { return (0, None) };
    let value = match given.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(value, _)| (value.len() + 2, value)),
        None => {
            let length = given.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(given.len());
            (length > 0).then(|| (length, &given[..length]))
        }
    };
    value.map_or((0, None), |(length, value)| (3 + length, Some(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use celosia::study::StudyFile;
    use clap::CommandFactory;

    #[test]
    fn a_hint_has_both_and_a_message_the_flag() {
        let hint = "use search.algorithm = \"exact\", or allow more by search.max-nodes.";
        let both =
            "use search.algorithm = \"exact\" (--search exact), or allow more by search.max-nodes (--max-nodes).";
        assert_eq!(in_hint(hint), both);
        assert_eq!(in_hint("set search.resume = true to go on"), "set search.resume = true (--resume) to go on");
        assert_eq!(in_hint("give data.header = false"), "give data.header = false (--no-header)");
        assert_eq!(in_hint("leave rows out: release.suppressed = \"drop\""), "leave rows out: --suppressed drop");
        assert_eq!(in_hint("give a column role = \"class\""), "give a column role = \"class\" (--class NAME)");
        assert_eq!(in_message("this is more than search.memory holds"), "this is more than --memory holds");
        assert_eq!(in_message("release.levels, sex: no level is given"), "--levels, sex: no level is given");
        assert_eq!(in_message("s.toml, search.depth: 0"), "s.toml, search.depth: 0");
        assert_eq!(in_message("research.depth and search.depths"), "research.depth and search.depths");
        assert_eq!(in_hint("„search.seed“ ändern"), "„search.seed (--seed)“ ändern");
    }

    #[test]
    fn what_was_typed_is_named_by_its_flag() {
        let said = |text: &str| as_typed(text, |flag| flag == "--budget");
        assert_eq!(said("a.toml, search.budget: \"x\" is no time"), "--budget (search.budget): \"x\" is no time");
        for other in ["a.toml, search.memory: \"x\" is no amount", "a.toml: no role", "no point has k = 3: no"] {
            assert_eq!(said(other), other);
        }
    }

    #[test]
    fn every_key_is_one_of_the_study_and_every_flag_one_of_the_command() {
        let command = Arguments::command();
        let flags: Vec<String> = command
            .get_subcommands()
            .flat_map(|sub| sub.get_arguments().filter_map(|a| a.get_long()).map(|long| format!("--{long}")))
            .collect();
        for (name, flag) in KEYS.iter().chain(PARAMETERS) {
            assert!(flags.iter().any(|known| known == flag), "{name}: there is no flag {flag}");
        }
        for (key, _) in KEYS {
            // A value of no type is refused, but not as an unknown key.
            let error = StudyFile::parse("s", &format!("{key} = [[]]")).err().map(|e| e.to_string());
            assert!(error.is_none_or(|e| !e.contains("unknown key")), "{key}");
        }
    }
}
