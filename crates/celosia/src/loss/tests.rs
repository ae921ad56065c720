//! Attacks on every metric: on random tables and random nested groupings, a metric that is declared monotone never
//! falls, values stay in their range, and the sum of classes equals a slow recount, row by row and cell by cell.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::space::{Grouping, Sets, leaves};

/// A table with one row per entry, and for each attribute groupings from its values up to one group.
#[derive(Debug)]
struct Table {
    attributes: Arc<[Attribute]>,
    chains: Vec<Vec<Grouping>>,
    /// Per attribute the leaves that the table lacks: from which level they hang in the group of which value.
    absent: Vec<Vec<(usize, usize)>>,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    values: Vec<usize>,
    label: u32,
}

/// A grouping per attribute: what a point of a space is to a metric.
type Point<'a> = Vec<&'a Grouping>;

/// The groups that a row shows: the key of its class.
fn shown(point: &Point, row: &Row) -> Vec<u32> {
    point.iter().zip(&row.values).map(|(grouping, value)| grouping.group_of[*value]).collect()
}

impl Table {
    /// Attribute `a` at level `levels[a]`, or at its top.
    fn point(&self, levels: &[usize]) -> Point<'_> {
        self.chains.iter().zip(levels).map(|(chain, level)| &chain[(*level).min(chain.len() - 1)]).collect()
    }

    fn classes(&self, point: &Point) -> BTreeSet<Vec<u32>> {
        self.rows.iter().map(|row| shown(point, row)).collect()
    }

    /// Some of a point's classes: those whose bit is set.
    fn some_classes(&self, point: &Point, bits: u32) -> BTreeSet<Vec<u32>> {
        let chosen = |i: usize| bits >> (i % 32) & 1 == 1;
        self.classes(point).into_iter().enumerate().filter(|(i, _)| chosen(*i)).map(|(_, class)| class).collect()
    }
}

/// Hangs leaves that the table lacks into a chain, each from a level up into the group of a value; returns them.
fn hang(chain: &mut [Grouping], hangs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let (top, values) = (chain.len() - 1, chain[0].groups);
    // A hierarchy of one value alone has no level above it.
    let hangs: Vec<(usize, usize)> =
        hangs.iter().filter(|_| top > 0).map(|(l, v)| ((*l).min(top), v % values)).collect();
    for (level, grouping) in chain.iter_mut().enumerate() {
        grouping.leaves = grouping.sums(&vec![1; values]);
        for (_, value) in hangs.iter().filter(|(from, _)| level >= *from) {
            grouping.leaves[grouping.group_of[*value] as usize] += 1;
        }
    }
    hangs
}

/// Groupings from single values to one group, each merging two groups of the one before.
fn chain(values: usize, merges: &[usize]) -> Vec<Grouping> {
    let mut chain = vec![Grouping {
        group_of: (0..values as u32).collect(),
        groups: values,
        heights: vec![0.0; values],
        leaves: Vec::new(),
    }];
    for groups in (1..values).rev() {
        // The last group joins another; which group is last is arbitrary.
        let other = merges[groups % merges.len()] as u32;
        let renamed = |group: u32| (group + other) % (groups as u32 + 1);
        let into = (other / 7) % groups as u32;
        let join = |group: u32| if renamed(group) == groups as u32 { into } else { renamed(group) };
        let group_of = chain[chain.len() - 1].group_of.iter().map(|group| join(*group)).collect();
        let heights = vec![chain.len() as f64 / (values - 1) as f64; groups];
        chain.push(Grouping { group_of, groups, heights, leaves: Vec::new() });
    }
    chain
}

prop_compose! {
    /// Up to 20 rows of one to three attributes with up to six values each, numbers or categories, weighted.
    fn tables()(width in 1..=3_usize)(
        values in prop::collection::vec((prop::collection::vec(0..6_usize, width), 0..3_u32), 1..20),
        weights in prop::collection::vec(prop::sample::select(vec![0.5, 1.0, 1.0, 3.0]), width),
        numeric in prop::collection::vec(any::<bool>(), width),
        merges in prop::collection::vec(prop::collection::vec(0..100_usize, 6), width),
        hangs in prop::option::of(prop::collection::vec(prop::collection::vec((1..6_usize, 0..6_usize), 0..4), width)),
    ) -> Table {
        let mut rows: Vec<Row> = values.into_iter().map(|(values, label)| Row { values, label }).collect();
        let mut attributes = Vec::new();
        for a in 0..weights.len() {
            // The domain is what occurs in the data, so codes are renumbered; numbers lie unevenly.
            let domain: BTreeSet<usize> = rows.iter().map(|row| row.values[a]).collect();
            let domain = Vec::from_iter(domain);
            let mut counts = vec![0; domain.len()];
            for row in &mut rows {
                row.values[a] = domain.partition_point(|v| *v < row.values[a]);
                counts[row.values[a]] += 1;
            }
            let numbers = numeric[a].then(|| domain.iter().map(|v| (v * v) as f64 - 3.0).collect());
            attributes.push(Attribute { weight: weights[a], counts, numbers, leaves: None });
        }
        let mut chains: Vec<Vec<Grouping>> =
            attributes.iter().zip(&merges).map(|(a, merges)| chain(a.counts.len(), merges)).collect();
        let mut absent = vec![Vec::new(); chains.len()];
        for (a, hangs) in hangs.into_iter().flatten().enumerate() {
            absent[a] = hang(&mut chains[a], &hangs);
            attributes[a].leaves = leaves(&chains[a]);
        }
        Table { attributes: attributes.into(), chains, absent, rows }
    }
}

/// The loss as evaluation composes it: cells, classes, total; the metric is given no more than it says it needs.
fn composed(about: &About, table: &Table, point: &Point, suppressed: &BTreeSet<Vec<u32>>) -> Loss {
    let metric = (about.build)(table.attributes.clone());
    let sets: Vec<Sets> =
        point.iter().zip(&*table.attributes).map(|(grouping, a)| Sets::of_grouping(grouping, &a.counts)).collect();
    let cell = |a: usize, group: u32| metric.cell(a, &sets[a].get(group as usize));
    let mut kept = Kept { cost: 0.0, classes: 0, rows: 0, suppressed: 0 };
    for key in table.classes(point) {
        let members: Vec<&Row> = table.rows.iter().filter(|row| shown(point, row) == key).collect();
        let rows = members.len() as u64;
        if suppressed.contains(&key) {
            kept.suppressed += rows;
            continue;
        }
        let priced: f64 = (0..point.len()).map(|a| table.attributes[a].weight * cell(a, key[a])).sum();
        let mut labels: BTreeMap<u32, u64> = BTreeMap::new();
        members.iter().for_each(|row| *labels.entry(row.label).or_default() += 1);
        let (values, counts): (Vec<u32>, Vec<u64>) = labels.into_iter().unzip();
        let codes = |a: usize| members.iter().map(move |row| row.values[a] as u32);
        let extent = |a| codes(a).fold((u32::MAX, 0), |(low, high), code| (low.min(code), high.max(code)));
        let extents: Vec<(u32, u32)> = (0..point.len()).map(extent).collect();
        kept.classes += 1;
        kept.rows += rows;
        kept.cost += metric.class(&Class {
            rows,
            row: priced / total_weight(&table.attributes),
            label: (about.needs == Needs::Label).then_some(Histogram { values: &values, counts: &counts }),
            extents: if about.needs == Needs::Extents { &extents } else { &[] },
        });
    }
    metric.total(&kept)
}

/// The table as the slow recount sees it: every question is answered by looking at all rows.
struct Recount<'a> {
    table: &'a Table,
    point: &'a Point<'a>,
    suppressed: &'a BTreeSet<Vec<u32>>,
}

impl Recount<'_> {
    fn rows(&self) -> f64 {
        self.table.rows.len() as f64
    }

    fn width(&self) -> f64 {
        self.table.attributes.len() as f64
    }

    fn is_suppressed(&self, row: &Row) -> bool {
        self.suppressed.contains(&shown(self.point, row))
    }

    /// All rows of the class of this row.
    fn class(&self, row: &Row) -> Vec<&Row> {
        self.table.rows.iter().filter(|other| shown(self.point, other) == shown(self.point, row)).collect()
    }

    /// Values that the cell may stand for: all of them where the row is suppressed.
    fn set(&self, row: &Row, a: usize) -> Vec<usize> {
        let group_of = &self.point[a].group_of;
        let same = |value: usize| self.is_suppressed(row) || group_of[value] == group_of[row.values[a]];
        (0..group_of.len()).filter(|value| same(*value)).collect()
    }

    /// How many values the cell leaves open: leaves that the table lacks count where they hang below the shown level.
    fn open(&self, row: &Row, a: usize) -> f64 {
        let (set, grouping) = (self.set(row, a), &self.point[a]);
        let level = (grouping.heights[0] * (grouping.group_of.len() as f64 - 1.0)).round() as usize;
        let shown =
            |(from, value): &&(usize, usize)| self.is_suppressed(row) || (level >= *from && set.contains(value));
        (set.len() + self.table.absent[a].iter().filter(shown).count()) as f64
    }

    /// How many values the domain has.
    fn domain(&self, a: usize) -> f64 {
        self.values(a) + self.table.absent[a].len() as f64
    }

    /// Rows with one of these values.
    fn having(&self, a: usize, values: &[usize]) -> f64 {
        self.table.rows.iter().filter(|row| values.contains(&row.values[a])).count() as f64
    }

    fn values(&self, a: usize) -> f64 {
        self.table.attributes[a].counts.len() as f64
    }

    /// The part of the range between the lowest and the highest of these values.
    fn span(&self, numbers: &[f64], values: impl Iterator<Item = usize> + Clone) -> f64 {
        let highest = values.clone().map(|v| numbers[v]).fold(f64::MIN, f64::max);
        let lowest = values.map(|v| numbers[v]).fold(f64::MAX, f64::min);
        let range = numbers.iter().copied().fold(f64::MIN, f64::max) - numbers.iter().copied().fold(f64::MAX, f64::min);
        if range == 0.0 { 0.0 } else { (highest - lowest) / range }
    }

    /// Weighted mean of something over the attributes.
    fn over_attributes(&self, of: impl Fn(usize) -> f64) -> f64 {
        let weight = |a: usize| self.table.attributes[a].weight;
        let all = 0..self.table.attributes.len();
        all.clone().map(|a| weight(a) * of(a)).sum::<f64>() / all.map(weight).sum::<f64>()
    }

    fn over_rows(&self, of: impl Fn(&Row) -> f64) -> f64 {
        self.table.rows.iter().map(of).sum::<f64>() / self.rows()
    }

    /// Mean over rows of the mean over attributes; a cell of a suppressed row costs 1.
    fn over_cells(&self, of: impl Fn(&Row, usize) -> f64) -> f64 {
        self.over_rows(|row| if self.is_suppressed(row) { 1.0 } else { self.over_attributes(|a| of(row, a)) })
    }

    fn general_loss(&self, row: &Row, a: usize) -> f64 {
        if self.domain(a) == 1.0 { 0.0 } else { (self.open(row, a) - 1.0) / (self.domain(a) - 1.0) }
    }

    fn diversity(&self, row: &Row, a: usize) -> f64 {
        match &self.table.attributes[a].numbers {
            Some(numbers) => self.span(numbers, self.class(row).into_iter().map(|other| other.values[a])),
            None => self.general_loss(row, a),
        }
    }

    /// The weighted bits of all cells, and those when everything is suppressed.
    fn bits(&self) -> (f64, f64) {
        let (mut lost, mut most) = (0.0, 0.0);
        for row in &self.table.rows {
            for (a, attribute) in self.table.attributes.iter().enumerate() {
                let own = self.having(a, &[row.values[a]]);
                lost += attribute.weight * (self.having(a, &self.set(row, a)) / own).log2();
                most += attribute.weight * (self.rows() / own).log2();
            }
        }
        (lost, most)
    }

    /// Value and raw value of a metric; nothing for one that has no slow version here.
    fn loss(&self, name: &str) -> Option<(f64, f64)> {
        let rows = self.rows();
        let lost_rows = self.table.rows.iter().filter(|row| self.is_suppressed(row)).count() as f64;
        let same = |value| (value, value);
        Some(match name {
            "general-loss" => {
                let value = self.over_cells(|row, a| self.general_loss(row, a));
                (value, value * rows * self.width())
            }
            "generalization-loss" => {
                // General loss, less what suppressed rows cost in it.
                let value = self.over_cells(|row, a| self.general_loss(row, a)) - lost_rows / rows;
                (value, value * rows * self.width())
            }
            "discernibility" => {
                let alike = |row: &Row| if self.is_suppressed(row) { rows } else { self.class(row).len() as f64 };
                let mean = self.over_rows(alike);
                (mean / rows, mean * rows)
            }
            "classification-error" => {
                let with = |row: &Row, label| self.class(row).iter().filter(|other| other.label == label).count();
                // The most frequent label; of several the first.
                let majority = |row: &Row| (0..3).rev().max_by_key(|label| with(row, *label));
                let wrong = |row: &Row| self.is_suppressed(row) || majority(row) != Some(row.label);
                let share = self.over_rows(|row| f64::from(u8::from(wrong(row))));
                (share, share * rows)
            }
            "kept-classification-error" => {
                // The errors of the classifier, less the suppressed rows, which are none here.
                let (share, _) = self.loss("classification-error")?;
                (share - lost_rows / rows, share * rows - lost_rows)
            }
            "average-class-size" => {
                let name = |row: &Row| if self.is_suppressed(row) { None } else { Some(shown(self.point, row)) };
                let classes = self.table.rows.iter().map(name).collect::<BTreeSet<_>>().len() as f64;
                (rows / classes / rows, rows / classes)
            }
            "certainty-penalty" => {
                let penalty = |row: &Row, a: usize| match (&self.table.attributes[a].numbers, self.set(row, a)) {
                    (Some(numbers), set) => self.span(numbers, set.into_iter()),
                    (None, _) if self.open(row, a) == 1.0 => 0.0,
                    (None, _) => self.open(row, a) / self.domain(a),
                };
                let value = self.over_cells(penalty);
                (value, value * rows * self.table.attributes.iter().map(|a| a.weight).sum::<f64>())
            }
            "usefulness" => {
                let value = self.over_cells(|row, a| self.diversity(row, a));
                (value, value * self.width())
            }
            "protection" => same(self.over_rows(|row| {
                let cell = |a| if self.is_suppressed(row) { 1.0 } else { self.diversity(row, a) };
                1.0 / (1.0 + self.width() * self.over_attributes(cell))
            })),
            "precision" => {
                let height = |a: usize| if self.values(a) == 1.0 { 0.0 } else { self.point[a].heights[0] };
                let value = self.over_cells(|_, a| height(a));
                (value, 1.0 - value)
            }
            "entropy" => match self.bits() {
                (_, 0.0) => (lost_rows / rows, 0.0),
                (lost, most) => (lost / most, lost),
            },
            "generalization-set-loss" => {
                let price = |a: usize, size: f64| if size == 1.0 { 0.0 } else { size / (self.values(a) - 1.0) };
                let cells = |row: &Row| self.over_attributes(|a| price(a, self.set(row, a).len() as f64));
                let (raw, most) = (self.over_rows(cells), self.over_attributes(|a| price(a, self.values(a))));
                (if most == 0.0 { lost_rows / rows } else { raw / most }, raw)
            }
            "hierarchical-discernibility" => same(self.over_cells(|row, a| {
                let set = self.set(row, a);
                let loss = |own: f64| if own == rows { 0.0 } else { (self.having(a, &set) - own) / (rows - own) };
                set.iter().map(|value| loss(self.having(a, &[*value]))).sum::<f64>() / set.len() as f64
            })),
            // Counts are asked of tables: here only that suppressed rows are in none.
            "query-error" => same(lost_rows / rows),
            _ => return None,
        })
    }
}

proptest! {
    #[test]
    fn generalizing_never_lowers_a_monotone_loss(
        table in tables(), levels in prop::collection::vec(0..6_usize, 3), up in 0..3_usize
    ) {
        let (mut coarser, up) = (levels.clone(), up % table.attributes.len());
        coarser[up] += 1;
        let (fine, coarse) = (table.point(&levels), table.point(&coarser));
        for about in METRICS.iter().filter(|about| about.monotone) {
            let before = composed(about, &table, &fine, &BTreeSet::new()).value;
            let after = composed(about, &table, &coarse, &BTreeSet::new()).value;
            prop_assert!(after >= before - 1e-9, "{}: {before} fell to {after}", about.name);
        }
    }

    #[test]
    fn suppressing_a_class_never_lowers_a_monotone_loss(
        table in tables(), levels in prop::collection::vec(0..6_usize, 3), gone: u32, next: prop::sample::Index
    ) {
        let point = table.point(&levels);
        let fewer = table.some_classes(&point, gone);
        let mut more = fewer.clone();
        let classes: Vec<_> = table.classes(&point).into_iter().collect();
        more.insert(next.get(&classes).clone());
        for about in METRICS.iter().filter(|about| about.monotone) {
            let before = composed(about, &table, &point, &fewer).value;
            let after = composed(about, &table, &point, &more).value;
            prop_assert!(after >= before - 1e-9, "{}: {before} fell to {after}", about.name);
        }
    }

    #[test]
    fn a_value_lies_between_nothing_and_everything_lost(
        table in tables(), levels in prop::collection::vec(0..6_usize, 3), gone: u32
    ) {
        let point = table.point(&levels);
        for about in METRICS {
            let value = composed(about, &table, &point, &table.some_classes(&point, gone)).value;
            prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{}: {value}", about.name);
            let everything = composed(about, &table, &point, &table.classes(&point)).value;
            // Protection falls: a suppressed row is protected in all of its attributes.
            let expected = match about.name {
                "protection" => 1.0 / (1.0 + table.attributes.len() as f64),
                // Suppressed rows are counted elsewhere.
                "generalization-loss" | "kept-classification-error" => 0.0,
                _ => 1.0,
            };
            prop_assert!((everything - expected).abs() < 1e-12, "{}: {everything}", about.name);
        }
    }

    #[test]
    fn cells_and_classes_add_up_to_the_slow_recount(
        table in tables(), levels in prop::collection::vec(0..6_usize, 3), gone: u32
    ) {
        let point = table.point(&levels);
        let suppressed = table.some_classes(&point, gone);
        let recount = Recount { table: &table, point: &point, suppressed: &suppressed };
        for about in METRICS {
            let fast = composed(about, &table, &point, &suppressed);
            let slow = recount.loss(about.name);
            let near = |(value, raw): (f64, f64)| (fast.value - value).abs() < 1e-9 && (fast.raw - raw).abs() < 1e-9;
            prop_assert!(slow.is_some_and(near), "{}: {fast:?}, slowly {slow:?}", about.name);
        }
    }
}

#[test]
fn every_metric_is_found_by_its_name_and_a_slip_is_corrected() {
    for about in METRICS {
        assert!(find(about.name).is_ok_and(|found| std::ptr::eq(found, about)), "{} is listed twice", about.name);
    }
    assert!(find("discernability").is_err_and(|error| error.hint() == "did you mean \"discernibility\"?"));
}

#[test]
fn an_empty_table_loses_nothing() {
    let empty = Kept { cost: 0.0, classes: 0, rows: 0, suppressed: 0 };
    for about in METRICS {
        let attribute = Attribute { weight: 1.0, counts: vec![], numbers: None, leaves: None };
        assert_eq!((about.build)(vec![attribute].into()).total(&empty).value, 0.0, "{}", about.name);
    }
}
