//! Random problems for property tests: small tables with nested hierarchies, sensitive attributes and a label.

use std::collections::BTreeMap;

use celosia::evaluate::Problem;
use celosia::frequency::{Attribute, Frequency, Histograms, Packed, Persons, Tracked};
use celosia::space::{Grouping, Lattice, Node};
use celosia::study::{DomainSize, Limit, Objectives, Rule, Suppression};
use proptest::prelude::*;

/// The raw material of a problem: rows, and numbers from which hierarchies are drawn.
#[derive(Debug, Clone)]
pub struct Material {
    /// Quasi-identifiers, two sensitive attributes and a label per row.
    pub rows: Vec<(Vec<u32>, [u32; 3])>,
    /// Per attribute and level, a number for each group below: groups with equal numbers merge.
    pub merges: Vec<Vec<Vec<u32>>>,
    pub weights: Vec<f64>,
    pub suppressed: u64,
    /// Is the last value of the first sensitive attribute a missing one?
    pub gaps: bool,
}

/// Tables of 1 to 3 attributes with up to 5 values and 1 to 40 rows.
pub fn material() -> impl Strategy<Value = Material> {
    (1usize..4).prop_flat_map(|attributes| {
        let row = (prop::collection::vec(0u32..5, attributes), prop::array::uniform3(0u32..3));
        let merges = prop::collection::vec(prop::collection::vec(prop::collection::vec(0u32..3, 5), 0..3), attributes);
        let weights = prop::collection::vec(prop::sample::select(vec![0.5, 1.0, 3.0]), attributes);
        (prop::collection::vec(row, 1..40), merges, weights, 0u64..12, any::<bool>())
            .prop_map(|(rows, merges, weights, suppressed, gaps)| Material { rows, merges, weights, suppressed, gaps })
    })
}

impl Material {
    /// The problem of a model, a metric and a rule.
    pub fn problem(&self, privacy: &str, loss: &str, rule: Rule, limit: u64) -> Problem {
        self.problem_of(&[privacy], &[loss], false, rule, limit)
    }

    /// The problem of some models, some metrics and a rule.
    pub fn problem_of(
        &self,
        privacy: &[&str],
        loss: &[&str],
        suppressed_rows: bool,
        rule: Rule,
        limit: u64,
    ) -> Problem {
        self.problem_from(self.frequency(), privacy, loss, suppressed_rows, rule, limit)
    }

    /// The same where rows are about these persons, and persons are counted.
    pub fn problem_by_person(
        &self,
        persons: &[u32],
        privacy: &[&str],
        loss: &[&str],
        suppressed_rows: bool,
        rule: Rule,
        limit: u64,
    ) -> Problem {
        self.problem_from(self.frequency_by_person(persons), privacy, loss, suppressed_rows, rule, limit)
    }

    /// The same where these persons stay in the release, under pseudonyms.
    pub fn problem_by_trail(
        &self,
        persons: &[u32],
        privacy: &[&str],
        loss: &[&str],
        suppressed_rows: bool,
        rule: Rule,
        limit: u64,
    ) -> Problem {
        self.problem_from(self.frequency_by_trail(persons), privacy, loss, suppressed_rows, rule, limit)
    }

    /// A problem over these counts.
    pub fn problem_from(
        &self,
        frequency: Frequency,
        privacy: &[&str],
        loss: &[&str],
        suppressed_rows: bool,
        rule: Rule,
        limit: u64,
    ) -> Problem {
        let lattice = self.lattice();
        // Two levels over each sensitive attribute: {0, 1} and {2}, then all.
        let nearness = frequency.sensitive.iter().map(|s| {
            let values = s.totals.len() as u32;
            Some(vec![(0..values).collect(), (0..values).map(|v| v / 2).collect(), vec![0; values as usize]])
        });
        let nearness = nearness.collect();
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let (privacy, loss) = (names(privacy), names(loss));
        let objectives = Objectives {
            privacy,
            loss,
            suppressed_rows,
            c: 3.0,
            alpha: 0.6,
            domain: DomainSize::Leaves,
            query_seed: 0,
        };
        let suppression = Suppression { rule: Some(rule), limit: Limit::Rows(limit) };
        Problem::new(frequency, lattice, nearness, &objectives, &suppression).unwrap()
    }

    /// Values that occur, per attribute: only they have codes.
    fn domains(&self) -> Vec<Vec<u32>> {
        (0..self.weights.len())
            .map(|a| {
                let mut values: Vec<u32> = self.rows.iter().map(|(q, _)| q[a]).collect();
                values.sort_unstable();
                values.dedup();
                values
            })
            .collect()
    }

    /// Counted by tuple and person, then by tuple and trail, as a table is whose persons stay.
    pub fn frequency_by_trail(&self, persons: &[u32]) -> Frequency {
        Persons::by_trail(self.counted_by_person(persons)).unwrap()
    }

    fn counted_by_person(&self, persons: &[u32]) -> Frequency {
        let mut by_person = self.clone();
        by_person.rows.iter_mut().zip(persons).for_each(|((quasi, _), person)| quasi.push(*person));
        by_person.weights.push(1.0);
        by_person.frequency()
    }

    /// Counted by tuple and person, then folded, as a table is that has a person column.
    pub fn frequency_by_person(&self, persons: &[u32]) -> Frequency {
        let folded = Persons::folded(self.counted_by_person(persons)).unwrap();
        assert_eq!(Frequency { persons: None, ..folded.clone() }, self.frequency());
        folded
    }

    /// Who each row is about: a few persons of many rows, more of a few.
    pub fn persons(&self, seed: u64, among: u32) -> Vec<u32> {
        let mut state = seed;
        let mut draw = move || {
            // splitmix64
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) % u64::from(among.max(1))) as u32
        };
        self.rows.iter().map(|_| draw().min(draw())).collect()
    }

    pub fn frequency(&self) -> Frequency {
        let domains = self.domains();
        let mut tuples: BTreeMap<Vec<u32>, Vec<[u32; 3]>> = BTreeMap::new();
        for (quasi, others) in &self.rows {
            let codes = quasi.iter().zip(&domains).map(|(v, d)| d.binary_search(v).unwrap() as u32).collect();
            tuples.entry(codes).or_default().push(*others);
        }
        let counts: Vec<u64> = tuples.values().map(|rows| rows.len() as u64).collect();
        let attributes = domains.iter().enumerate().map(|(a, domain)| {
            let mut of_value = vec![0; domain.len()];
            self.rows.iter().for_each(|(q, _)| of_value[domain.binary_search(&q[a]).unwrap()] += 1);
            // Every other attribute is numeric.
            let numbers = (a % 2 == 0).then(|| domain.iter().map(|v| f64::from(*v) * 1.5).collect());
            Attribute { weight: self.weights[a], counts: of_value, numbers, leaves: None }
        });
        let tracked = |t: usize| {
            let mut values: Vec<u32> = self.rows.iter().map(|(_, o)| o[t]).collect();
            values.sort_unstable();
            values.dedup();
            let mut histograms = Histograms { starts: vec![0], ..Histograms::default() };
            let mut totals = vec![0; values.len()];
            for rows in tuples.values() {
                for (code, value) in values.iter().enumerate() {
                    let n = rows.iter().filter(|o| o[t] == *value).count() as u64;
                    totals[code] += n;
                    if n > 0 {
                        histograms.values.push(code as u32);
                        histograms.counts.push(n);
                    }
                }
                histograms.starts.push(histograms.values.len());
            }
            let missing = (t == 0 && self.gaps && values.contains(&2)).then(|| values.len() as u32 - 1);
            Tracked { totals, missing, histograms }
        };
        Frequency {
            rows: self.rows.len() as u64,
            attributes: attributes.collect(),
            columns: (0..domains.len()).map(|a| tuples.keys().map(|t| t[a]).collect()).collect(),
            counts,
            sensitive: vec![tracked(0), tracked(1)],
            label: Some(tracked(2)),
            packed: Packed::default(),
            persons: None,
        }
    }

    fn lattice(&self) -> Lattice {
        let levels = self.domains().into_iter().zip(&self.merges).map(|(domain, merges)| {
            let mut groupings = vec![(0..domain.len() as u32).collect::<Vec<u32>>()];
            for merge in merges {
                let below = groupings.last().unwrap().clone();
                groupings.push(below.iter().map(|g| merge[*g as usize % merge.len()]).collect());
            }
            groupings.push(vec![0; domain.len()]);
            let height = (groupings.len() - 1) as f64;
            let levels = groupings.into_iter().enumerate().map(|(level, g)| grouping(&g, level as f64 / height));
            let mut levels: Vec<Grouping> = levels.collect();
            hang(&mut levels, merges);
            levels
        });
        Lattice { levels: levels.collect() }
    }
}

/// Leaves that the table lacks: as many as the merge says hang into the first group of each level that has more values than
/// the level below. So a set of values has one number of leaves, at whatever level it is shown.
fn hang(levels: &mut [Grouping], merges: &[Vec<u32>]) {
    let ones = vec![1; levels[0].group_of.len()];
    let (mut beyond, mut before) = (0, 1);
    for (level, grouping) in levels.iter_mut().enumerate() {
        grouping.leaves = grouping.sums(&ones);
        let first = &mut grouping.leaves[grouping.group_of[0] as usize];
        if *first > before {
            beyond +=
                level.checked_sub(1).and_then(|below| merges.get(below)).map_or(0, |merge| u64::from(merge[0] % 3));
        }
        before = *first;
        *first += beyond;
    }
}

/// A grouping with its groups numbered in the order of their first value.
fn grouping(raw: &[u32], height: f64) -> Grouping {
    let mut known: Vec<u32> = Vec::new();
    let group_of = raw.iter().map(|g| match known.iter().position(|k| k == g) {
        Some(at) => at as u32,
        None => {
            known.push(*g);
            known.len() as u32 - 1
        }
    });
    let group_of = group_of.collect();
    let groups = known.len();
    Grouping { group_of, groups, heights: vec![height; groups], leaves: Vec::new() }
}

/// Every node of a lattice.
pub fn nodes(lattice: &Lattice) -> Vec<Node> {
    let mut nodes = vec![Vec::new()];
    for attribute in 0..lattice.attributes() {
        let rising = |node: &Vec<u8>| {
            let node = node.clone();
            (0..=lattice.height(attribute)).map(move |level| [node.clone(), vec![level]].concat())
        };
        nodes = nodes.iter().flat_map(rising).collect();
    }
    nodes.into_iter().map(Node::from).collect()
}
