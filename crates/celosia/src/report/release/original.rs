//! The internal edition: the public one, and what the table was before, from its frequency table. **Not for publication**: every
//! figure here depends on rows that are not in the release.

use std::collections::{BTreeMap, HashMap};

use super::About;
use super::content::{Before, Column, Content, Foretold, Learnt, Lost, Numbers, Pair, Pairs, Said};
use super::pairs::{Crossed, pairs_of, parts, parts_of, step};
use super::sizes::{Sizes, by_risk, by_size, chances, share};
use super::spread::{Reading, histogram, moments, moved};
use super::unit::Unit;
use super::{limits, model};
use crate::Aim;
use crate::choose::say_level;
use crate::frequency::Tracked;
use crate::open::{self, Held};
use crate::release::verify::Seen;
use crate::release::{Told, risks};
use crate::say::{count, thousands};
use crate::space::Shown;
use crate::study::{Kind, Role};
use crate::table::Domain;

/// The most values of a group that are named.
const NAMED: usize = 4;

/// What the internal edition is made from.
pub struct Original<'t> {
    told: &'t Told<'t>,
    about: &'t About,
}

impl<'t> Original<'t> {
    /// For those who may see the table.
    pub fn of(told: &'t Told, about: &'t About) -> Original<'t> {
        Original { told, about }
    }

    /// The public edition with what the table was before.
    pub fn added_to(&self, mut content: Content) -> Content {
        let Told { plan, verified, seen, tally, .. } = self.told;
        let (source, problem, outcome) = (plan.source, plan.problem, &plan.point.outcome);
        let frequency = &problem.frequency;
        let mut sizes = Sizes::new();
        content.edition = "internal";
        content.may_be_shared = false;
        content.left_out = tally.is_none().then(limits::not_here).into_iter().collect();
        content.left_out.extend(source.study.has_floors().then(limits::floors));
        let objectives = problem.objectives().into_iter().zip(problem.values(outcome));
        let loss = |(objective, value): (crate::Objective, f64)| {
            let what = objective.name.to_string();
            (objective.aim == Aim::Loss).then(|| Said { what, said: format!("{value:.6}") })
        };
        content.rows.of = Some(Lost {
            read: source.read,
            dropped: source.dropped,
            suppressed: outcome.suppressed,
            losses: objectives.filter_map(loss).collect(),
        });
        let said = |what: &str, said: String| Said { what: what.into(), said };
        content.asked.extend(self.about.found.iter().map(|found| said("How it was found", found.clone())));
        let against: Vec<String> =
            problem.protections_of(outcome).map(|(about, protection)| say_level(about, protection)).collect();
        content.asked.push(said("Level against the original table", against.join(", ")));
        content.asked.push(said(
            if problem.keeps_persons() { "May be suppressed, in persons" } else { "May be suppressed, in rows" },
            thousands(problem.limit as f64),
        ));

        // Of persons, where these are counted.
        let size =
            |(tuple, rows): (usize, &u64)| frequency.persons.as_ref().map_or(*rows, |persons| persons.count(tuple));
        let pairs: Vec<(u64, u64, u64)> =
            frequency.counts.iter().enumerate().map(|at| (*at.1, size(at), size(at))).collect();
        pairs.iter().for_each(|(_, size, _)| *sizes.entry(*size).or_insert(0) += 1);
        let before = risks(&pairs, verified.risks.threshold, false);
        content.risk.original = Some(chances(&before, frequency.rows));
        content.class_sizes = by_size(&verified.sizes, Some(&sizes), Unit::of(verified));
        content.row_risks = by_risk(&verified.sizes, Some(&sizes));
        content.learnt = (0..seen.sensitive.len()).map(|column| self.learnt(column)).collect();
        for column in &source.columns {
            if let Some(shown) = content.columns.iter_mut().find(|shown| shown.name == column.said.name) {
                self.column(column, shown, &mut content.numbers);
            }
        }
        let unnamed = source.unnamed.iter().map(|name| Column {
            name: name.clone(),
            role: "not in the study",
            done: "left out".into(),
            hierarchy: None,
            shows: None,
            singles_out: None,
            groups: Vec::new(),
            groups_are_of_the_report: false,
            before: None,
        });
        content.columns.extend(unnamed);
        content.pairs = self.pairs(&content.pairs);
        content.model = self.model();
        content
    }

    /// What a column was, beside what it shows.
    fn column(&self, column: &open::Column, shown: &mut Column, numbers: &mut Vec<Numbers>) {
        let plan = self.told.plan;
        let Some(domain) = column.domain() else { return };
        let released = &plan.recoding.released;
        let (before, after, reading) = match &column.held {
            Held::Quasi { .. } => {
                let labels = plan.recoding.labels(column.number);
                let reading = Reading::of(column.number, domain, labels, &released.shown, &released.kept);
                let counts = &plan.problem.frequency.attributes[column.number].counts;
                self.groups(column.number, domain, shown);
                (counts, reading.spread.clone(), Some(reading))
            }
            Held::Sensitive { .. } => {
                let (totals, left) =
                    (&plan.problem.frequency.sensitive[column.number].totals, &released.sensitive[column.number]);
                (totals, left.iter().map(|rows| *rows as f64).collect(), None)
            }
            Held::Class { .. } => match (&plan.problem.frequency.label, &released.label) {
                (Some(label), Some(left)) => (&label.totals, left.iter().map(|rows| *rows as f64).collect(), None),
                _ => return,
            },
            Held::Uncounted => return,
        };
        if reading.is_none() {
            beside(shown, domain, before);
        }
        // Where a column has a floor, its values were counted in groups.
        let counted = column.said.floor == 0 || reading.is_none();
        shown.before = Some(Before {
            values: before.iter().filter(|rows| **rows > 0).count() as u64,
            moved: counted.then(|| (moved(before, &after) * 1e4).round() / 1e4),
            histogram: if counted { histogram(domain, before, &after) } else { Vec::new() },
        });
        if !counted || !matches!(domain.kind, Kind::Integer | Kind::Decimal) {
            return;
        }
        let of_rows = |rows: &dyn Fn(usize) -> f64| {
            let numbers: Vec<(f64, f64)> =
                (0..domain.len()).filter_map(|code| Some((domain.number(code)?, rows(code)))).collect();
            moments(numbers.into_iter())
        };
        let was = of_rows(&|code| before[code] as f64);
        let is = match &reading {
            Some(reading) => moments(reading.middles.iter().copied()),
            None => of_rows(&|code| after[code]),
        };
        match numbers.iter_mut().find(|known| known.column == shown.name) {
            Some(known) => known.before = was,
            None => numbers.push(Numbers { column: shown.name.clone(), before: was, after: is }),
        }
    }

    /// How many rows of the original show each text, or would, and what it stands for.
    fn groups(&self, quasi: usize, domain: &Domain, shown: &mut Column) {
        let plan = self.told.plan;
        let (frequency, released) = (&plan.problem.frequency, &plan.recoding.released);
        let labels = plan.recoding.labels(quasi);
        let counts = &frequency.attributes[quasi].counts;
        // Rows by label, and by label the values with their rows.
        let mut rows_of: HashMap<&str, u64> = HashMap::new();
        let mut values_of: HashMap<&str, BTreeMap<u32, u64>> = HashMap::new();
        let mut add = |group: u32, code: u32, rows: u64| {
            let label = labels.labels[group as usize].as_str();
            *rows_of.entry(label).or_insert(0) += rows;
            *values_of.entry(label).or_default().entry(code).or_insert(0) += rows;
        };
        match &released.shown {
            Shown::ByColumn(_) => {
                let codes = labels.group_of.iter().zip(counts).enumerate();
                codes.for_each(|(code, (group, rows))| add(*group, code as u32, *rows));
            }
            Shown::ByClass(regions) => {
                let tuples = regions.class_of().iter().zip(&frequency.columns[quasi]).zip(&frequency.counts);
                for (tuple, ((class, code), rows)) in tuples.enumerate() {
                    let mut left = *rows;
                    for share in regions.shares_of(tuple) {
                        add(regions.shows(share.class)[quasi], *code, share.rows);
                        left -= share.rows.min(left);
                    }
                    add(regions.shows(*class)[quasi], *code, left);
                }
            }
        }
        for group in &mut shown.groups {
            let Some(rows) = rows_of.get(group.label.as_str()) else { continue };
            group.rows_before = Some(*rows);
            group.share_before = Some(share(*rows, frequency.rows));
            let values = &values_of[group.label.as_str()];
            let mut by_rows: Vec<(&u32, &u64)> = values.iter().filter(|(_, rows)| **rows > 0).collect();
            by_rows.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
            let itself = |(code, _): &(&u32, &u64)| domain.values[**code as usize] == group.label;
            if by_rows.len() == 1 && by_rows.iter().all(itself) {
                continue;
            }
            let name = |(code, _): &(&u32, &u64)| domain.values[**code as usize].clone();
            let mut named: Vec<String> = by_rows.iter().take(NAMED).map(name).collect();
            let more = by_rows.len().saturating_sub(NAMED);
            named.extend((more > 0).then(|| format!("{} more", thousands(more as f64))));
            group.stands_for = Some(named.join(", ")).filter(|named| !named.is_empty());
        }
    }

    /// What classes give away of a sensitive column. Missing cells tell nothing.
    fn learnt(&self, sensitive: usize) -> Learnt {
        let seen: &Seen = self.told.seen;
        let missing = self.told.plan.source.study.data.missing.clone();
        let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut rows, mut right, mut certain, mut largest) = (0, 0, 0, 0.0f64);
        for class in &seen.classes {
            let values = class.sensitive[sensitive].iter().filter(|(text, _)| !missing.is(text));
            let values: Vec<(&String, &u64)> = values.collect();
            let most = values.iter().map(|(_, rows)| **rows).max().unwrap_or(0);
            right += most;
            rows += class.rows;
            largest = largest.max(share(most, class.rows));
            certain += if values.len() == 1 { most } else { 0 };
            values.iter().for_each(|(text, rows)| *totals.entry(text.as_str()).or_insert(0) += **rows);
        }
        Learnt {
            column: seen.sensitive[sensitive].clone(),
            guess_blind: share(totals.values().max().copied().unwrap_or(0), rows),
            guess_by_class: share(right, rows),
            largest_share: largest,
            certain,
        }
    }

    /// The pairs of quasi-identifiers with one another, with sensitive columns and with the class attribute, before and after.
    fn pairs(&self, public: &Pairs) -> Pairs {
        let (plan, seen) = (self.told.plan, self.told.seen);
        let (source, frequency) = (plan.source, &plan.problem.frequency);
        let class = source.columns.iter().find(|column| matches!(column.held, Held::Class { .. }));
        let tracked: Vec<&Tracked> = frequency.sensitive.iter().chain(&frequency.label).collect();
        let names: Vec<&str> = (seen.quasi.iter().chain(&seen.sensitive).map(String::as_str))
            .chain(class.map(|column| column.said.name.as_str()))
            .collect();
        let ordered = |name: &str| {
            let domain = source.columns.iter().find(|column| column.said.name == name).and_then(|c| c.domain());
            domain.is_some_and(|domain| domain.kind != Kind::String)
        };
        let quasi = seen.quasi.len();
        let rows = frequency.attributes.iter().map(|a| &a.counts).chain(tracked.iter().map(|t| &t.totals));
        let parts: Vec<Vec<u8>> = rows.zip(&names).map(|(rows, name)| parts(rows, ordered(name))).collect();
        let pairs = pairs_of(quasi, names.len());
        let mut before: Vec<Crossed> = pairs.iter().map(|_| Crossed::new()).collect();
        // The class attribute is not among what the recount reads.
        let mut after: HashMap<usize, Crossed> = HashMap::new();
        let shown: Vec<HashMap<&str, u8>> = (0..quasi).map(|column| parts_of(seen, column)).collect();
        let released = &plan.recoding.released;
        for tuple in (0..frequency.distinct()).step_by(step(pairs.len(), frequency.distinct())) {
            let part = |column: usize| parts[column][frequency.columns[column][tuple] as usize];
            let groups = class.map(|_| released.shown.of_tuple(frequency, tuple));
            let groups = groups.filter(|groups| !released.has_lost(tuple, groups));
            for ((a, b), crossed) in pairs.iter().zip(&mut before) {
                let Some(other) = b.checked_sub(quasi) else {
                    crossed.add(part(*a), part(*b), frequency.counts[tuple]);
                    continue;
                };
                let histogram = tracked[other].histograms.of(tuple);
                let label = other == frequency.sensitive.len();
                for (value, rows) in histogram.values.iter().zip(histogram.counts) {
                    let of_value = parts[*b][*value as usize];
                    crossed.add(part(*a), of_value, *rows);
                    if let Some(groups) = groups.as_ref().filter(|_| label) {
                        let text = plan.recoding.labels(*a).labels[groups[*a] as usize].as_str();
                        let shows = shown[*a].get(text).copied().unwrap_or(0);
                        after.entry(*a).or_insert_with(Crossed::new).add(shows, of_value, *rows);
                    }
                }
            }
        }
        let pair = |((a, b), crossed): (&(usize, usize), &Crossed)| {
            let columns = [names[*a].to_string(), names[*b].to_string()];
            let known = public.pairs.iter().find(|pair| pair.columns == columns).map(|pair| pair.after);
            let label = || after.get(a).filter(|_| *b == seen.columns()).map(Crossed::strength);
            Pair { columns, before: Some(crossed.strength()), after: known.or_else(label).unwrap_or(0.0) }
        };
        let mut pairs: Vec<Pair> = pairs.iter().zip(&before).map(pair).collect();
        pairs.sort_by(|a, b| b.before.partial_cmp(&a.before).unwrap_or(std::cmp::Ordering::Equal));
        Pairs { measure: public.measure, pairs }
    }

    fn model(&self) -> Option<Foretold> {
        let plan = self.told.plan;
        let name = plan.source.study.with_role(Role::Class).map(|column| column.name.as_str()).next()?;
        let (frequency, released) = (&plan.problem.frequency, &plan.recoding.released);
        let shows = |tuple: usize| {
            let groups = released.shown.of_tuple(frequency, tuple);
            let kept = !released.has_lost(tuple, &groups);
            (groups, kept)
        };
        model::foretold(name, frequency, frequency.label.as_ref()?, shows)
    }
}

/// How many rows of the original have each value that a column shows, of a column that is released as it is.
fn beside(shown: &mut Column, domain: &Domain, before: &[u64]) {
    let all: u64 = before.iter().sum();
    let rows_of: HashMap<&str, u64> = domain.values.iter().map(String::as_str).zip(before.iter().copied()).collect();
    if shown.groups_are_of_the_report {
        return;
    }
    let known = shown.groups.iter().filter_map(|group| rows_of.get(group.label.as_str())).sum::<u64>();
    for group in &mut shown.groups {
        let rows = rows_of.get(group.label.as_str()).copied().unwrap_or(all - known);
        group.rows_before = Some(rows);
        group.share_before = Some(share(rows, all));
    }
    let gone = domain
        .values
        .iter()
        .zip(before)
        .filter(|(value, rows)| **rows > 0 && !shown.groups.iter().any(|group| group.label == **value));
    let gone = gone.count();
    if gone > 0 && known < all && !shown.groups.iter().any(|group| !rows_of.contains_key(group.label.as_str())) {
        let label = format!(
            "{} that {} not in the release",
            count(gone as u64, "value", "values"),
            if gone == 1 { "is" } else { "are" }
        );
        let (rows_before, share_before) = (Some(all - known), Some(share(all - known, all)));
        shown.groups.push(super::content::Group { label, rows_before, share_before, ..Default::default() });
    }
}
