//! What a reader of a report would type to release a point of it: the flags of `front` that `release` has too.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory};

use super::Arguments;

/// Flags whose value may not travel with a report, and what stands for it: an address may hold a token, a query values.
const PRIVATE: [(&str, &str); 2] = [("url", "URL"), ("query", "QUERY")];

/// The command of a release from the same study as this process's front, quoted for a shell, for a report: without folders.
pub fn release_command() -> String {
    released(std::env::args_os(), false)
}

/// The same for who sits here: with the path as it was typed.
pub fn release_command_here() -> String {
    released(std::env::args_os(), true)
}

fn released(typed: impl Iterator<Item = OsString>, here: bool) -> String {
    let mut command = Arguments::command();
    let mut words = vec!["celosia".to_string(), "release".to_string()];
    let matches = command.try_get_matches_from_mut(typed).ok();
    let given = matches.as_ref().and_then(|matches| matches.subcommand_matches("front"));
    if let (Some(given), Some(release)) = (given, command.find_subcommand("release")) {
        // In the order in which they were typed.
        let mut parts = BTreeMap::new();
        release
            .get_arguments()
            // What may be replaced is not what is wanted of a release.
            .filter(|flag| !flag.is_global_set() && flag.get_id() != "force")
            .for_each(|flag| typed_as(flag, given, here, &mut parts));
        words.extend(parts.into_values().flatten());
    }
    words.join(" ")
}

/// Each occurrence of a flag as words, by the place of its first value.
fn typed_as(flag: &Arg, given: &ArgMatches, here: bool, parts: &mut BTreeMap<usize, Vec<String>>) {
    let id = flag.get_id().as_str();
    let is_known = given.try_contains_id(id).unwrap_or(false);
    if !is_known || given.value_source(id) != Some(ValueSource::CommandLine) {
        return;
    }
    let mut places = given.indices_of(id).into_iter().flatten();
    for values in given.get_raw_occurrences(id).into_iter().flatten() {
        let values: Vec<String> = values.map(|value| value.to_string_lossy().into_owned()).collect();
        let Some(place) = places.by_ref().take(values.len().max(1)).reduce(|first, _| first) else { continue };
        let private = PRIVATE.iter().find(|(name, _)| *name == id);
        let value = private.map_or_else(|| values.join(","), |(_, stands)| stands.to_string());
        parts.insert(
            place,
            match flag.get_long() {
                None if here => vec![quote(&value)],
                // The study's name is enough for whoever has it.
                None => vec![quote(
                    &Path::new(&value).file_name().map_or(value.clone(), |n| n.to_string_lossy().into_owned()),
                )],
                Some(long) if !flag.get_action().takes_values() => vec![format!("--{long}")],
                Some(long) if value.starts_with('-') => vec![format!("--{long}={}", quote(&value))],
                Some(long) => vec![format!("--{long}"), quote(&value)],
            },
        );
    }
}

/// A word as a shell takes it.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,%:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::released;

    fn said(typed: &str) -> String {
        released(typed.split('|').map(Into::into), false)
    }

    #[test]
    fn flags_come_back_as_they_were_typed() {
        let typed = "celosia|front|a/people.toml|--suppression=1%|--quasi|age,sex|--hierarchy|age={ interval = [5] }|\
                     --weight|age=2|--hierarchy|sex=flat|--k|10|--suppressed-rows|--delimiter=-";
        let wanted = "celosia release people.toml --suppression 1% --quasi age,sex --hierarchy 'age={ interval = [5] }' \
                      --weight age=2 --hierarchy sex=flat --k 10 --suppressed-rows --delimiter=-";
        assert_eq!(said(typed), wanted);
    }

    #[test]
    fn what_a_release_does_not_know_or_may_not_tell_is_left_out() {
        let typed = "celosia|--quiet|front|--json|--url|sc://host/;token=x|people.toml|--query=select 'Ann'|--report|r.html|\
                     --all|--force|--front=f.json|--engine|spark|-q";
        assert_eq!(said(typed), "celosia release --url URL people.toml --query QUERY --engine spark");
        let here = released("celosia|front|a/people.toml|-q".split('|').map(Into::into), true);
        assert_eq!(here, "celosia release a/people.toml");
        assert_eq!(said("celosia|front|it's.csv"), "celosia release 'it'\\''s.csv'");
        assert_eq!(said("celosia|inspect|people.csv"), "celosia release");
    }
}
