//! Single nodes of wide tables, as fast as they go: classes by first tuples and rows where privacy counts rows and cells are
//! all that costs ([`crate::classes::List`]), everything else through the ordinary classes. Both come to the bytes of
//! [`Problem::outcomes`]: sums have its order.
//!
//! One pass over the classes by rising strength gives the loss for every level of privacy at once, and beyond the limit too,
//! for whoever wants to know how far a node is from being allowed.

mod nearby;

pub use nearby::Nearby;

use super::outcome::{Sum, round};
use super::price::Priced;
use super::{Outcome, Problem};
use crate::classes::{Classes, Columns, List, Room, Scratch, Track};
use crate::loss::Kept;
use crate::privacy::Over;
use crate::study::Rule;

/// Evaluates single nodes of a problem.
pub struct Lean<'a> {
    problem: &'a Problem,
    /// The columns, where lists are enough.
    columns: Option<Columns>,
    finest: Merged,
}

/// The classes of a node.
pub enum Merged {
    /// Where rows are all that counts.
    List(List),
    /// Elsewhere.
    Classes(Classes),
}

/// A node with all classes suppressed that are weaker than a protection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The weakest class that is left is as strong.
    pub protection: f64,
    /// The leading loss.
    pub loss: f64,
    /// Rows suppressed; maybe more than the limit.
    pub suppressed: u64,
}

/// The leading loss before suppression as a sum.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// Where nothing is generalized.
    pub nothing: f64,
    /// What each level of each attribute adds.
    pub by_level: Vec<Vec<f64>>,
    /// What a suppressed row adds, but for what it would cost if it were kept.
    pub row: f64,
    /// Is there nothing else? Then no loss is less than the sum.
    pub exact: bool,
}

/// Memory that is used again.
#[derive(Default)]
pub struct Workroom {
    room: Room,
    scratch: Scratch,
    /// Classes by rows, and where each number of rows begins.
    order: Vec<u32>,
    starts: Vec<u32>,
}

/// Classes of fewer rows are counted instead of sorted.
const COUNTED: usize = 256;

impl Merged {
    /// How many classes there are.
    pub fn len(&self) -> usize {
        match self {
            Merged::List(list) => list.len(),
            Merged::Classes(classes) => classes.len(),
        }
    }

    /// No class at all?
    pub fn is_empty(&self) -> bool {
        match self {
            Merged::List(list) => list.is_empty(),
            Merged::Classes(classes) => classes.is_empty(),
        }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        match self {
            Merged::List(list) => list.bytes(),
            Merged::Classes(classes) => classes.bytes(),
        }
    }
}

impl<'a> Lean<'a> {
    /// For a problem.
    pub fn new(problem: &'a Problem) -> Self {
        match counts_rows(problem) {
            true => {
                let columns = Some(Columns::new(&problem.frequency));
                Lean { problem, columns, finest: Merged::List(Columns::finest(&problem.frequency)) }
            }
            false => {
                let finest = Merged::Classes(Classes::finest(&problem.frequency, problem.track()));
                Lean { problem, columns: None, finest }
            }
        }
    }

    /// Are lists enough?
    pub fn is_fast(&self) -> bool {
        self.columns.is_some()
    }

    /// The distinct tuples.
    pub fn finest(&self) -> &Merged {
        &self.finest
    }

    /// What each level of each attribute adds to the leading loss before suppression at least, and what a suppressed row adds
    /// to it; nothing where that is no sum.
    pub fn parts(&self) -> Option<Parts> {
        let (metric, about) = (&self.problem.priced[0], self.problem.metric());
        let rows = self.problem.frequency.rows;
        let of = |cost: f64, suppressed: u64| {
            metric.metric.total(&Kept { cost, classes: 1, rows: rows - suppressed, suppressed }).value
        };
        if !about.additive || rows < 2 {
            return None;
        }
        let (nothing, all) = (of(0.0, 0), of(rows as f64, 0));
        let by_level = metric.means().iter().map(|levels| levels.iter().map(|mean| mean * (all - nothing)).collect());
        Some(Parts { nothing, by_level: by_level.collect(), row: of(0.0, 1) - nothing, exact: about.cells_only })
    }

    /// The classes of a node from those of a finer one.
    pub fn merge(&self, from: &Merged, node: &[u8], work: &mut Workroom) -> Merged {
        let groupings = self.problem.lattice.groupings(node);
        match (&self.columns, from) {
            (Some(columns), Merged::List(list)) => Merged::List(columns.merge(list, &groupings, &mut work.room)),
            (_, Merged::Classes(classes)) => {
                Merged::Classes(classes.roll_up(&self.problem.frequency, &groupings, &mut work.scratch))
            }
            (None, Merged::List(list)) => Merged::Classes(list.clone().into_classes()),
        }
    }

    /// All outcomes of a node, and its steps by rising protection, as far as they suppress at most `most` rows, or the
    /// limit where that is more.
    pub fn evaluate(&self, node: &[u8], classes: &Merged, most: u64, work: &mut Workroom) -> (Vec<Outcome>, Vec<Step>) {
        match classes {
            Merged::List(list) => self.of_list(node, list, most.max(self.problem.limit), work),
            Merged::Classes(classes) => self.of_classes(node, classes, most),
        }
    }

    fn of_list(&self, node: &[u8], list: &List, most: u64, work: &mut Workroom) -> (Vec<Outcome>, Vec<Step>) {
        let (Some((judge, priced)), Some(columns)) = (self.problem.two(), &self.columns) else {
            return (Vec::new(), Vec::new());
        };
        let ends = by_rows(list, most, work);
        let weak: Vec<u32> = work.order.iter().map(|class| list.first[*class as usize]).collect();
        let row = columns.sums(&weak, &priced.prices_at(node));
        let all = priced.mean_at(node) * self.problem.frequency.rows as f64;
        let rows = self.problem.frequency.rows;
        let mut kept = Sum { rows, classes: list.len() as u64, cost: all, least: 0.0, weighted: 0.0 };
        let (mut outcomes, mut steps) = (Vec::new(), Vec::new());
        let (mut at, mut gone) = (0, 0.0);
        for (end, least) in ends {
            let suppressed = rows - kept.rows;
            kept.least = least as f64;
            if suppressed <= self.problem.limit {
                if self.problem.rule == Rule::Tolerance {
                    outcomes.clear();
                    steps.clear();
                }
                let threshold = if at == 0 { f64::NEG_INFINITY } else { kept.least };
                let outcome = self.problem.outcome_of_two((judge, priced), &kept, threshold);
                steps.push(Step { protection: outcome.protection, loss: outcome.loss.value, suppressed });
                outcomes.push(outcome);
            } else {
                let loss = self.loss(priced, &kept);
                steps.push(Step { protection: kept.least, loss, suppressed });
            }
            for (class, row) in work.order[at..end].iter().zip(&row[at..end]) {
                let n = list.rows[*class as usize];
                gone += n as f64 * row;
                kept.rows -= n;
                kept.classes -= 1;
            }
            at = end;
            kept.cost = all - gone;
        }
        (outcomes, steps)
    }

    fn of_classes(&self, node: &[u8], classes: &Classes, most: u64) -> (Vec<Outcome>, Vec<Step>) {
        let outcomes = self.problem.outcomes(node, classes);
        let judged = self.problem.two().filter(|(judge, _)| judge.about.over == Over::Least);
        let Some((judge, priced)) = judged.filter(|_| self.problem.rule == Rule::AsNeeded) else {
            let step = |o: &Outcome| Step { protection: o.protection, loss: o.loss.value, suppressed: o.suppressed };
            let mut steps: Vec<Step> = outcomes.iter().map(step).collect();
            steps.sort_by(|a, b| a.protection.total_cmp(&b.protection).then(b.loss.total_cmp(&a.loss)));
            return (outcomes, steps);
        };
        let protections = judge.protections(classes);
        let costs = priced.all_costs(&self.problem.frequency, &priced.cells_at(node), classes);
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by(|a, b| protections[*a].total_cmp(&protections[*b]));
        let (rows, cost) = (self.problem.frequency.rows, costs.iter().sum());
        let mut kept = Sum { rows, classes: classes.len() as u64, cost, least: 0.0, weighted: 0.0 };
        let mut steps = Vec::new();
        for level in order.chunk_by(|a, b| protections[*a] == protections[*b]) {
            let suppressed = rows - kept.rows;
            if suppressed > most.max(self.problem.limit_rows()) {
                break;
            }
            let protection = round(protections[level[0]]);
            // A class that fails what is required goes whatever is asked.
            if !self.problem.fails(protection) {
                steps.push(Step { protection, loss: self.loss(priced, &kept), suppressed });
            }
            for class in level {
                kept.rows -= classes.rows[*class];
                kept.classes -= 1;
                kept.cost -= costs[*class];
            }
        }
        (outcomes, steps)
    }

    fn loss(&self, priced: &Priced, kept: &Sum) -> f64 {
        let suppressed = self.problem.frequency.rows - kept.rows;
        let Sum { cost, classes, rows, .. } = *kept;
        round(priced.metric.total(&Kept { cost, classes, rows, suppressed }).value)
    }
}

/// Are rows all that counts, and cells all that costs? Then a class is its first tuple and its rows.
fn counts_rows(problem: &Problem) -> bool {
    let Track { sensitive: false, label: false, extents: false, persons: false, .. } = problem.track() else {
        return false;
    };
    let plain = |rows: &[u64]| {
        let protections = problem.judges[0].model.protections(rows);
        rows.iter().zip(protections).all(|(rows, protection)| *rows as f64 == protection)
    };
    problem.two().is_some_and(|(judge, priced)| {
        judge.about.name == "k-anonymity" && judge.about.over == Over::Least && priced.about.cells_only
    }) && problem.rule != Rule::AtWeightedK
        && !problem.requires()
        && plain(&[1, 2, 3, 5, 1000, 123_456])
}

/// Orders the weakest classes by rows, then as they come, into `work.order`, level by level as long as what is weaker has at
/// most `most` rows. Where each level ends, and its rows.
fn by_rows(list: &List, most: u64, work: &mut Workroom) -> Vec<(usize, u64)> {
    let Workroom { order, starts, .. } = work;
    starts.clear();
    starts.resize(COUNTED + 1, 0);
    let mut large: Vec<(u64, u32)> = Vec::new();
    for (class, rows) in (0..).zip(&list.rows) {
        match (*rows as usize) < COUNTED {
            true => starts[*rows as usize + 1] += 1,
            false => large.push((*rows, class)),
        }
    }
    let mut levels = Vec::new();
    let mut weaker = 0;
    // Which sizes are wanted.
    let mut wanted = COUNTED;
    for size in 0..COUNTED {
        let classes = u64::from(starts[size + 1]);
        if classes > 0 {
            if weaker > most {
                wanted = size;
                break;
            }
            weaker += classes * size as u64;
        }
    }
    for size in 0..COUNTED {
        starts[size + 1] += starts[size];
    }
    order.clear();
    order.resize(starts[wanted] as usize, 0);
    for (class, rows) in (0..).zip(&list.rows).filter(|(_, rows)| (**rows as usize) < wanted) {
        let next = &mut starts[*rows as usize];
        order[*next as usize] = class;
        *next += 1;
    }
    // Each has gone on to where the next began.
    let mut begun = 0;
    for (size, end) in (0..).zip(&starts[..wanted]) {
        let end = *end as usize;
        if end > begun {
            levels.push((end, size));
            begun = end;
        }
    }
    if wanted == COUNTED && weaker <= most {
        large.sort_unstable();
        for level in large.chunk_by(|a, b| a.0 == b.0) {
            if weaker > most {
                break;
            }
            order.extend(level.iter().map(|(_, class)| *class));
            levels.push((order.len(), level[0].0));
            weaker += level.iter().map(|(rows, _)| rows).sum::<u64>();
        }
    }
    levels
}
