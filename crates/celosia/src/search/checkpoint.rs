//! What a search that takes its time has done so far, written beside its name and renamed, to be gone on from. A search that
//! goes on ends with the bytes that it would have ended with.
//!
//! A generation draws by the seed and its number alone, so there is no state of a generator to keep, and threads do not
//! matter. Generations are whole or do not take place.
//!
//! A checkpoint holds cuts, not values: what cuts come to is worked out again. It is for whoever may see the table. Its
//! first line is the state, its second the hash of the first: what was damaged is refused, not gone on from.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::population::Member;
use super::{Limits, Question};
use crate::error::{Error, Result};
use crate::evaluate::{Batch, Outcome, Problem};
use crate::frequency::Tracked;
use crate::space::{Cut, Space};
use crate::study::{Evolution, Search};
use crate::table::{Access, atomically};

/// How often a search that runs writes its checkpoint.
const EVERY: Duration = Duration::from_secs(5);

/// No search has come so far.
const MOST: u64 = 1 << 60;

/// The file of a checkpoint, if one is wanted, and where the search stands.
pub struct Checkpoint {
    file: Option<PathBuf>,
    written: Instant,
    about: String,
}

/// Where a search stands at the end of a generation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What the search is about: a hash of the table's counts, the space, the objectives and the settings.
    pub about: String,
    /// Generations that are over.
    pub generation: u64,
    /// Cuts evaluated.
    pub evaluated: u64,
    /// The cuts that live.
    pub population: Vec<Saved>,
    /// The points that nothing beat, where the search keeps them.
    pub archive: Vec<Saved>,
    /// Cuts whose neighbours were all tried.
    pub explored: Vec<String>,
    /// Cuts that were evaluated and need not be again, their bits packed.
    pub seen: Vec<String>,
    /// The hypervolume at the end of each of the last generations.
    pub hypervolumes: Vec<f64>,
    /// The hypervolume each time that the search began anew.
    #[serde(default)]
    pub anew: Vec<f64>,
}

/// A cut, and which of its outcomes is meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Saved(String, usize);

/// What a search writes down.
pub trait Stands: Serialize + DeserializeOwned {
    /// What the search is about: a hash of the table's counts, the space, the objectives and the settings.
    fn about(&mut self) -> &mut String;
    /// Can a search stand there?
    fn is_sensible(&self) -> bool;
}

impl Stands for State {
    fn about(&mut self) -> &mut String {
        &mut self.about
    }

    /// Generations are counted on from there, and every generation has parents.
    fn is_sensible(&self) -> bool {
        !self.population.is_empty() && self.generation.max(self.evaluated) <= MOST
    }
}

impl Checkpoint {
    /// Opens the checkpoint of a search; where it goes on from one, the state that it had.
    pub fn open<S: Stands>(problem: &Problem, algorithm: &str, limits: &Limits) -> Result<(Checkpoint, Option<S>)> {
        let about = about(problem, algorithm, limits);
        let file = limits.settings.checkpoint.clone();
        let state = match &file {
            Some(path) if limits.settings.resume => Some(read(path, &about)?),
            Some(path) if path.exists() => {
                let what = format!("{} is there already", path.display());
                let hint = "set search.resume = true to go on from it, or choose another name to begin anew";
                return Err(Error::output("search.checkpoint", what, hint));
            }
            _ => None,
        };
        Ok((Checkpoint { file, written: Instant::now(), about }, state))
    }

    /// Is it time to write again?
    pub fn is_due(&self) -> bool {
        self.file.is_some() && self.written.elapsed() > EVERY
    }

    /// Writes where the search stands, whole or not at all.
    pub fn write<S: Stands>(&mut self, state: impl FnOnce() -> S) -> Result<()> {
        use std::io::Write;
        let Some(path) = &self.file else { return Ok(()) };
        let mut state = state();
        state.about().clone_from(&self.about);
        let text = serde_json::to_string(&state).map_err(|e| Error::io("write", path)(e.into()))?;
        let text = format!("{text}\n{}\n", hex(Sha256::new_with_prefix(&text)));
        atomically(path, Access::Private, |_, file| file.write_all(text.as_bytes()).map_err(Error::io("write", path)))?;
        self.written = Instant::now();
        Ok(())
    }
}

impl Saved {
    /// Each point with the number of its outcome among those of its cut.
    pub fn all<'p>(points: impl Iterator<Item = (&'p Cut, &'p Outcome)>, batch: &Batch) -> Vec<Saved> {
        let points: Vec<(&Cut, &Outcome)> = points.collect();
        // A cut stands for several points, and is evaluated once.
        let mut cuts: Vec<Cut> = points.iter().map(|(cut, _)| (*cut).clone()).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let outcomes = batch.evaluate(&cuts);
        let which = |(cut, outcome): (&Cut, &Outcome)| {
            let of_cut = cuts.binary_search(cut).map_or(&[][..], |at| &outcomes[at]);
            Saved(spell(cut), of_cut.iter().position(|other| other == outcome).unwrap_or(0))
        };
        points.into_iter().map(which).collect()
    }

    /// The points again, evaluated anew.
    pub fn members(saved: &[Saved], problem: &Problem, batch: &Batch) -> Result<Vec<Member>> {
        let cuts = saved.iter().map(|Saved(cut, _)| read_cut(problem, cut)).collect::<Result<Vec<Cut>>>()?;
        let outcomes = batch.evaluate(&cuts);
        let member = |((cut, outcomes), Saved(_, which)): ((Cut, Vec<Outcome>), &Saved)| {
            Member::all_of(cut, outcomes).nth(*which).ok_or_else(|| damaged("a cut has fewer outcomes than it says"))
        };
        cuts.into_iter().zip(outcomes).zip(saved).map(member).collect()
    }
}

/// A cut as text: its bits.
pub fn spell(cut: &[u8]) -> String {
    cut.iter().map(|bit| if *bit == 0 { '0' } else { '1' }).collect()
}

/// A cut from its text.
pub fn read_cut(problem: &Problem, text: &str) -> Result<Cut> {
    let cut: Cut = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
    if problem.cuts.is_valid(&cut) { Ok(cut) } else { Err(damaged("a cut is not of this space")) }
}

/// Packed bits as text: two digits to a byte, because there may be millions of them.
pub fn spell_packed(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Packed bits from their text.
pub fn read_packed(text: &str) -> Result<Box<[u8]>> {
    let digits = |two: &[u8]| std::str::from_utf8(two).ok().and_then(|two| u8::from_str_radix(two, 16).ok());
    text.as_bytes().chunks(2).map(|two| digits(two).ok_or_else(|| damaged("a cut is not written in digits"))).collect()
}

pub fn damaged(what: &str) -> Error {
    let what = format!("the checkpoint is damaged: {what}");
    Error::earlier("search.checkpoint", what, "leave out search.resume and begin anew")
}

fn read<S: Stands>(path: &Path, about: &str) -> Result<S> {
    let bytes = std::fs::read(path).map_err(Error::io("read the checkpoint", path))?;
    let place = path.display().to_string();
    let first = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (text, hash) = bytes.split_at(first);
    let mut state: S = serde_json::from_slice(text).map_err(|error| {
        let what = format!("this is no checkpoint ({error})");
        Error::earlier(
            &place,
            what,
            "give the file that a search wrote as search.checkpoint, or leave out search.resume",
        )
    })?;
    if state.about() != about {
        let what = "this checkpoint is of another study: another table, space, objectives, seed or settings";
        return Err(Error::earlier(
            place,
            what,
            "run the study that wrote it, or begin anew with another search.checkpoint",
        ));
    }
    if hash.trim_ascii() != hex(Sha256::new_with_prefix(text)).as_bytes() {
        return Err(damaged("it is not as it was written"));
    }
    if !state.is_sensible() {
        return Err(damaged("no search stands there"));
    }
    Ok(state)
}

/// A hash of all that decides what a search does, but for how long it may go on.
fn about(problem: &Problem, algorithm: &str, limits: &Limits) -> String {
    let mut hash = Sha256::new();
    let mut text = |text: String| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    text(format!("celosia {} {algorithm} {}", env!("CARGO_PKG_VERSION"), limits.settings.seed));
    let Evolution { population, crossover, crossing, mutation, mutation_per, .. } = limits.settings.evolution;
    text(format!("{population} {crossover} {} {mutation} {}", crossing.name(), mutation_per.name()));
    if limits.space == Space::Regions {
        let Search { labels, bounds, .. } = &limits.settings;
        text(format!("{} {} {:?}", labels.name(), bounds.name(), limits.question));
        text(format!("{:?}", limits.languages));
    } else if limits.question != Question::Front {
        text(format!("{:?}", limits.question));
    }
    text(problem.objectives().iter().map(|o| o.name).collect::<Vec<_>>().join(" "));
    text(format!("{:?} {} {}", problem.parameters, problem.rule.name(), problem.limit));
    for (places, attribute) in problem.cuts.attributes.iter().zip(&problem.frequency.attributes) {
        text(format!("{places:?} {attribute:?}"));
    }
    text(limits.start.iter().map(|cut| spell(cut)).collect::<Vec<_>>().join(" "));
    let mut numbers = |numbers: &mut dyn Iterator<Item = u64>| numbers.for_each(|n| hash.update(n.to_le_bytes()));
    let frequency = &problem.frequency;
    numbers(&mut frequency.columns.iter().flatten().map(|code| u64::from(*code)));
    numbers(&mut frequency.counts.iter().copied());
    if let Some(persons) = &frequency.persons {
        numbers(&mut persons.of.values.iter().map(|person| u64::from(*person)));
        numbers(&mut persons.of.counts.iter().copied());
        numbers(&mut persons.trails.iter().flat_map(|trails| &trails.of).map(|trail| u64::from(*trail)));
    }
    for Tracked { histograms, missing, .. } in frequency.sensitive.iter().chain(&frequency.label) {
        numbers(&mut missing.iter().map(|value| u64::from(*value)));
        numbers(&mut histograms.values.iter().map(|value| u64::from(*value)));
        numbers(&mut histograms.counts.iter().copied());
    }
    hex(hash)
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
