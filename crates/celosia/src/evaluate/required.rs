//! What is required of the points of a problem: classes that fail go, and with them what else must go until all of it holds.
//!
//! **Classes.** Every model is wrapped so that a class that fails a level is weaker than any other ([`Guarded`]). An outcome that
//! keeps such a class is no point.
//!
//! **The release itself.** t, beta and delta compare a class with the table. Without suppression the release has the table's shares;
//! with it they are others, and the level must hold against these too. Classes that fail against what is left go, which changes
//! what is left, and so on until all hold, or more than the limit would have to go. `verify` of the file then says the same.
//!
//! **The whole table.** Of an average (average risk, weighted-k) the smallest classes go, all of one size together, until it holds.
//! A class that is no larger than the mean raises it by going, so this ends where it can. Where persons are counted, classes are as
//! large as they have persons.
//!
//! What goes beyond the weakest classes follows from these alone, so nobody has to write it down. It costs bounds: for exact search
//! these rows are not known before a node is evaluated. What is known is whether an average can hold at all: the rows of a
//! specialization that stay lie in no fewer classes than those of the node that cannot go whole, so its average risk is no
//! lower than where the smallest classes of the node are counted as gone, one by one, as long as the limit lasts.

use std::sync::Arc;

use super::judge::Judge;
use super::{Outcome, Problem};
use crate::classes::Classes;
use crate::error::{Error, Result};
use crate::frequency::Histogram;
use crate::privacy::{self, About, Class, Compares, Goal, Guard, Guarded, Model, Over, Sensitive, meets};
use crate::require::{Demand, Measured, Requirement, fewest, least_size};
use crate::space::Place;
use crate::study::Rule;

/// What is required.
#[derive(Default)]
pub struct Required {
    /// Levels of every class.
    pub classes: Vec<(&'static About, f64)>,
    /// Those that must hold against what is released as well.
    relative: Vec<(&'static About, f64)>,
    /// Means over rows, with what they must come to.
    means: Vec<(Judge, f64)>,
    /// The most that classes over rows may be.
    average_risk: Option<f64>,
    /// Is a node's outcome the first that settles, the one that suppresses least?
    first_only: bool,
}

impl Required {
    /// Must more go than the weakest classes?
    pub fn settles(&self) -> bool {
        !self.relative.is_empty() || !self.means.is_empty() || self.average_risk.is_some()
    }

    /// Does it ask how many there are in classes?
    pub fn sizes(&self) -> bool {
        self.settles() || self.classes.iter().any(|(about, _)| about.sizes)
    }

    /// Levels that must hold against what is released as well.
    pub fn relative(&self) -> &[(&'static About, f64)] {
        &self.relative
    }

    /// Means over rows, with what they must come to.
    pub fn means(&self) -> &[(Judge, f64)] {
        &self.means
    }

    /// Is a node's outcome the first that settles?
    pub fn first_only(&self) -> bool {
        self.first_only
    }

    /// The most that classes over rows may be.
    pub fn average_risk(&self) -> Option<f64> {
        self.average_risk
    }

    fn is_empty(&self) -> bool {
        self.classes.is_empty() && !self.settles()
    }

    /// Do some of these look at sensitive attributes?
    pub fn sensitive(&self) -> bool {
        self.classes.iter().any(|(about, _)| about.sensitive)
    }
}

/// Room for rounding errors in an average.
const ROOM: f64 = 1e-12;

impl Problem {
    /// The same problem where points must meet all of these.
    pub fn requiring(mut self, requirements: &[Requirement]) -> Result<Problem> {
        let mut required = Required::default();
        for Requirement { demand, .. } in requirements {
            let (about, least) = match demand {
                Demand::Model { model, level } => {
                    let about = privacy::find(model).map_err(|_| unknown(model))?;
                    (about, about.protection(*level))
                }
                Demand::Risk(risk) => (privacy::find("k-anonymity")?, least_size(*risk) as f64),
                Demand::AverageRisk(risk) => {
                    required.average_risk = Some(required.average_risk.map_or(*risk, |known| known.min(*risk)));
                    continue;
                }
                // The limit says so already.
                Demand::Suppressed(_) => continue,
            };
            if about.sensitive && self.sensitive.is_empty() {
                let what = format!("{} protects sensitive attributes, and this table has none", about.name);
                return Err(Error::study(
                    "require",
                    what,
                    "give a column role = \"sensitive\", or require k-anonymity",
                ));
            }
            if about.over == Over::RowMean {
                let model = (about.build)(&self.parameters, &self.sensitive)?;
                required.means.push((Judge::new(about, model, self.frequency.persons.clone()), least));
                continue;
            }
            match required.classes.iter_mut().find(|(known, _)| known.name == about.name) {
                Some((_, known)) => *known = known.max(least),
                None => required.classes.push((about, least)),
            }
        }
        // In the order of the list of models the cheap ones stand first.
        let place = |about: &About| privacy::MODELS.iter().position(|model| model.name == about.name);
        required.classes.sort_by_key(|(about, _)| (about.sensitive, place(about)));
        if self.limit > 0 {
            required.relative =
                required.classes.iter().copied().filter(|(about, _)| about.compares != Compares::Nothing).collect();
        }
        for judge in &mut self.judges {
            let own = required.classes.iter().find(|(about, _)| about.name == judge.about.name);
            let guard = |(about, least): &(&'static About, f64)| {
                Ok(Guard { about, model: (about.build)(&self.parameters, &self.sensitive)?, least: *least })
            };
            let others = required.classes.iter().filter(|(about, _)| about.name != judge.about.name);
            let guards: Arc<[Guard]> = others.map(guard).collect::<Result<Vec<_>>>()?.into();
            if !required.classes.is_empty() {
                judge.sensitive |= required.classes.iter().any(|(about, _)| about.sensitive);
                judge.holders |= required.classes.iter().any(|(about, _)| about.holders);
                let model = std::mem::replace(&mut judge.model, Box::new(Nothing));
                judge.model = Box::new(Guarded::new(model, own.map_or(f64::NEG_INFINITY, |(_, least)| *least), guards));
            }
        }
        self.required = required;
        Ok(self)
    }

    /// The same problem for whoever asks for the least loss alone, where more must go than the weakest classes: a node then has one
    /// outcome, that of the lowest level which settles. Higher levels begin with more suppressed rows, which only cost.
    pub fn for_least_loss(mut self) -> Problem {
        self.required.first_only = self.asks_for_least_loss_apart();
        self
    }

    /// Is that another problem?
    pub fn asks_for_least_loss_apart(&self) -> bool {
        self.required.settles() && self.judges.len() == 1 && self.rule == Rule::AsNeeded
    }

    /// What is required, by name, in the numbers that people know: the strictest of what was asked for of each.
    pub fn required_levels(&self) -> Vec<(&'static str, f64)> {
        let of = |(about, least): &(&'static About, f64)| (about.name, about.level(*least));
        let means = self.required.means.iter().map(|(judge, least)| (judge.about.name, judge.about.level(*least)));
        let risk = self.required.average_risk.map(|risk| ("average-risk", risk));
        self.required.classes.iter().map(of).chain(means).chain(risk).collect()
    }

    /// What presets look at, of a place and one of its outcomes: how large the classes are that stay, and the levels of these models
    /// against the table, and how many rows show the same in up to so many columns. Names that are no model's have no level.
    pub fn measured(&self, place: &Place, outcome: &Outcome, models: &[&str], together: usize) -> Measured {
        let shown = self.shown(place);
        let classes = self.classes_of(&shown);
        let gone = self.suppressed(&classes, outcome);
        let mut measured = Measured::default();
        let kept = || (0..classes.len()).filter(|class| !gone[*class]);
        // How many there are is asked here, whether the problem asks or not.
        let sized = self.counts_persons().then(|| self.tracked(&shown, false));
        let sizes = sized.as_ref().unwrap_or(&classes).sizes();
        kept().for_each(|class| *measured.sizes.entry(sizes[class]).or_insert(0) += 1);
        measured.columns = [self.frequency.columns.len() as u64, self.frequency.sensitive.len() as u64];
        if together > 0 && !self.counts_persons() {
            let sets = self.sets_of_classes(&shown, &classes);
            let rows: Vec<u64> = kept().map(|class| classes.rows[class]).collect();
            measured.shared = fewest(&kept().map(|class| sets[class].clone()).collect::<Vec<_>>(), &rows, together);
        }
        for about in models.iter().filter_map(|name| privacy::find(name).ok()) {
            let Ok(model) = (about.build)(&self.parameters, &self.sensitive) else { continue };
            let protections = Judge::new(about, model, self.frequency.persons.clone())
                .protections(&self.tracked(&shown, about.sensitive));
            let rows = |class: usize| classes.rows[class] as f64;
            let protection = match about.over {
                Over::Least => kept().map(|class| protections[class]).fold(f64::INFINITY, f64::min),
                Over::RowMean => {
                    kept().map(|class| rows(class) * protections[class]).sum::<f64>() / kept().map(rows).sum::<f64>()
                }
            };
            measured.levels.push((about.name.to_string(), about.level(protection)));
        }
        measured
    }

    /// Refuses to search where what the top says of its specializations leaves nothing that meets what is required.
    pub fn can_meet_what_is_required(&self) -> Result<()> {
        if !self.requires() || !self.is_bounded() {
            return Ok(());
        }
        let top = self.lattice.whole().high;
        let classes = self.classes(&top);
        // All are its specializations, and so is it; rows that go may help, which its ceiling knows.
        if self.ceiling(&top, &classes).protection() > f64::NEG_INFINITY {
            return Ok(());
        }
        let fail = |(about, least): &(&'static About, f64)| {
            let model = (about.build)(&self.parameters, &self.sensitive).ok()?;
            let best = Judge::new(about, model, self.frequency.persons.clone())
                .protections(&classes)
                .into_iter()
                .fold(f64::NEG_INFINITY, f64::max);
            (!meets(best, *least)).then(|| {
                let bound = if about.goal == Goal::Max { "at least" } else { "at most" };
                format!(
                    "{} of {bound} {}, where the most general node has {}",
                    about.name,
                    about.level(*least),
                    about.level(best)
                )
            })
        };
        let unmet: Vec<String> = self.required.classes.iter().filter_map(fail).collect();
        let what = match unmet.is_empty() {
            true => "no point meets what is required".to_string(),
            false => format!("no point meets what is required: {}", unmet.join("; ")),
        };
        Err(Error::No { what, hint: "require less, or allow more suppression".into() })
    }

    /// Is anything required of points?
    pub fn requires(&self) -> bool {
        !self.required.is_empty()
    }

    /// Does a class with this protection, under any model, fail what is required?
    pub fn fails(&self, protection: f64) -> bool {
        protection == f64::NEG_INFINITY && !self.required.classes.is_empty()
    }

    /// Is something required of classes that does not follow from their rows?
    pub fn requires_more_than_rows(&self) -> bool {
        self.required.classes.iter().any(|(about, _)| about.name != "k-anonymity")
    }

    /// The rows that every class has at least, by what is required.
    pub fn required_rows(&self) -> u64 {
        let of = |(about, least): &(&About, f64)| privacy::implied_rows(about.name, *least);
        self.required.classes.iter().map(of).max().unwrap_or(1)
    }

    /// Suppresses what else must go, beside what has gone, until all that is required holds of the rest. Does it, within the limit?
    pub(super) fn settle(&self, classes: &Classes, gone: &mut [bool]) -> bool {
        self.settle_by(classes, &self.against_table(classes), gone)
    }

    /// The protection of each class against the table, under each model that a release has other levels of.
    pub(super) fn against_table(&self, classes: &Classes) -> Vec<Vec<f64>> {
        // Made before for all rows, so that it is made again.
        let of = |(about, _): &(&'static About, f64)| match (about.build)(&self.parameters, &self.sensitive) {
            Ok(model) => Judge::new(about, model, self.frequency.persons.clone()).protections(classes),
            Err(_) => vec![f64::NEG_INFINITY; classes.len()],
        };
        self.required.relative.iter().map(of).collect()
    }

    /// The same, where the protections against the table are known.
    pub(super) fn settle_by(&self, classes: &Classes, against_table: &[Vec<f64>], gone: &mut [bool]) -> bool {
        loop {
            let charges = classes.charges();
            let sum = |out: bool| charges.iter().zip(&*gone).filter(|(_, g)| **g == out).map(|(rows, _)| rows).sum();
            let (suppressed, kept): (u64, u64) = (sum(true), sum(false));
            if suppressed > self.limit || kept == 0 {
                return false;
            }
            if suppressed > 0 && !self.required.relative.is_empty() && self.fail_released(classes, against_table, gone)
            {
                continue;
            }
            if self.averages_hold(classes, gone) {
                return true;
            }
            let sizes = classes.sizes();
            let left = || sizes.iter().zip(&*gone).filter(|(_, gone)| !**gone).map(|(size, _)| *size);
            let Some(smallest) = left().min() else { return false };
            gone.iter_mut().zip(&*sizes).for_each(|(gone, size)| *gone |= *size == smallest);
        }
    }

    /// Do the averages hold of what is left?
    fn averages_hold(&self, classes: &Classes, gone: &[bool]) -> bool {
        let kept: Vec<usize> = (0..classes.len()).filter(|class| !gone[*class]).collect();
        let rows: u64 = kept.iter().map(|class| classes.rows[*class]).sum();
        let risk = match classes.persons {
            None => kept.len() as f64 / rows as f64,
            // Whoever looks for one of the persons of a class is right once in so many times, however many rows each has.
            Some(_) => {
                let sizes = classes.sizes();
                kept.iter().map(|class| classes.rows[*class] as f64 / sizes[*class] as f64).sum::<f64>() / rows as f64
            }
        };
        if self.required.average_risk.is_some_and(|most| risk > most + ROOM) {
            return false;
        }
        self.required.means.iter().all(|(judge, least)| {
            let protections = judge.protections(classes);
            let sum: f64 = kept.iter().map(|class| protections[*class] * classes.rows[*class] as f64).sum();
            meets(sum / rows as f64, *least)
        })
    }

    /// Can the averages hold in a specialization of a node with these classes?
    pub(super) fn averages_may_hold(&self, classes: &Classes) -> bool {
        let mean =
            |(judge, least): &(Judge, f64)| self.mean_ceiling(judge, classes, true) >= *least - ROOM * least.abs();
        // The bound below counts rows: of persons there is none.
        let counts_rows = classes.persons.is_none();
        let Some(most) = self.required.average_risk.filter(|_| counts_rows) else {
            return self.required.means.iter().all(mean);
        };
        let mut sizes = classes.rows.clone();
        sizes.sort_unstable();
        let (mut rows, mut left, mut gone) = (self.frequency.rows, sizes.len(), 0);
        let mut least = left as f64 / rows as f64;
        for size in sizes {
            gone += size;
            if gone > self.limit || left == 1 {
                break;
            }
            rows -= size;
            left -= 1;
            least = least.min(left as f64 / rows as f64);
        }
        least <= most + 2.0 * ROOM && self.required.means.iter().all(mean)
    }

    /// Suppresses the classes that fail a level against what is left. Were there any?
    fn fail_released(&self, classes: &Classes, against_table: &[Vec<f64>], gone: &mut [bool]) -> bool {
        let released: Vec<(Vec<u32>, Sensitive)> =
            self.sensitive.iter().zip(0..).map(|(all, attribute)| released(all, classes, attribute, gone)).collect();
        let own: Vec<Sensitive> = released.iter().map(|(_, own)| own.clone()).collect();
        // How far the shares have moved, as long as no value is lost.
        let moved = self.sensitive.iter().zip(&own).map(|(all, own)| variation(all, own)).fold(0.0, f64::max);
        let mut failed = false;
        for ((about, least), known) in self.required.relative.iter().zip(against_table) {
            // Made before for all rows, so that it is made for some.
            let Ok(model) = (about.build)(&self.parameters, &own) else { return false };
            let fails = |class: usize| {
                let recoded: Vec<Vec<u32>> = released
                    .iter()
                    .zip(&classes.sensitive)
                    .map(|((code, _), all)| all.of(class).values.iter().map(|value| code[*value as usize]).collect())
                    .collect();
                let histograms = recoded.iter().zip(&classes.sensitive);
                let sensitive: Vec<Histogram> =
                    histograms.map(|(values, all)| Histogram { values, counts: all.of(class).counts }).collect();
                // Of what rows weigh, where persons are counted: models that compare with the table look at nothing else.
                let rows = classes.persons.as_ref().map_or(classes.rows[class], |persons| persons.masses[class]);
                !meets(model.protection(&Class { rows, sensitive: &sensitive, persons: None }), *least)
            };
            let may_fail = |class: usize| about.compares != Compares::Distance || known[class] - moved < least + 1e-9;
            let may_fail = |class: &usize| !gone[*class] && may_fail(*class) && fails(*class);
            let failing: Vec<usize> = (0..classes.len()).filter(may_fail).collect();
            failing.iter().for_each(|class| gone[*class] = true);
            if let Some(trails) = &classes.trails {
                trails.whole(gone);
            }
            failed |= !failing.is_empty();
        }
        failed
    }
}

/// The total variation between the shares of all rows and those of a release; infinite where a value is lost.
fn variation(all: &Sensitive, own: &Sensitive) -> f64 {
    if own.totals.len() < all.totals.len() {
        return f64::INFINITY;
    }
    let (rows, left) = (all.totals.iter().sum::<u64>() as f64, own.totals.iter().sum::<u64>() as f64);
    let apart = all.totals.iter().zip(&own.totals).map(|(a, b)| (*a as f64 / rows - *b as f64 / left).abs());
    apart.sum::<f64>() / 2.0
}

/// A sensitive attribute as a release has it, only the values that occur in it, and the code of each value there.
fn released(all: &Sensitive, classes: &Classes, attribute: usize, gone: &[bool]) -> (Vec<u32>, Sensitive) {
    let mut totals = all.totals.clone();
    for class in (0..gone.len()).filter(|class| gone[*class]) {
        let histogram = classes.sensitive[attribute].of(class);
        histogram.values.iter().zip(histogram.counts).for_each(|(value, rows)| totals[*value as usize] -= rows);
    }
    let left: Vec<usize> = (0..totals.len()).filter(|value| totals[*value] > 0).collect();
    let mut code = vec![0; totals.len()];
    (0..).zip(&left).for_each(|(new, value)| code[*value] = new);
    let missing = all.missing.filter(|value| totals[*value as usize] > 0).map(|value| code[value as usize]);
    let level = |level: &Vec<u32>| left.iter().map(|value| level[*value]).collect();
    let levels = all.levels.as_ref().map(|levels| levels.iter().map(level).collect());
    (code, Sensitive { totals: left.iter().map(|value| totals[*value]).collect(), levels, missing })
}

/// Stands where a model was taken out to be wrapped.
struct Nothing;

impl Model for Nothing {
    fn protection(&self, _: &Class) -> f64 {
        f64::NEG_INFINITY
    }

    fn reach(&self, _: &Class, _: u64) -> f64 {
        f64::INFINITY
    }
}

fn unknown(name: &str) -> Error {
    let names = privacy::MODELS.iter().map(|model| model.name);
    Error::unknown("require", "privacy model", name, names.chain(["risk", "average-risk", "suppressed"]))
}
