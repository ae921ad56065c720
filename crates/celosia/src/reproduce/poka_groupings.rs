//! Other hierarchies for the experiment of POkA's Table 3: the paper prints how many levels each has and not its groups, so how
//! much depends on them is measured with groups drawn at random; and an age of 74 values, as the paper counts them.

use rand::rngs::StdRng;
use rand::seq::{SliceRandom, index};
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::Options;
use super::poka_experiment::{GENERAL, Unseen, values};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::flow::Flow;
use crate::front::Front;
use crate::hierarchy;
use crate::search::{self, Limits};
use crate::space::{Grouping, Lattice};
use crate::study::{DomainSize, HierarchySpec, Kind, Objectives, Rule, Search, Study, StudyFile, Suppression};
use crate::table::Domain;
use crate::watch::Watch;

/// How many random groupings, unless told otherwise.
const GROUPINGS: usize = 16;
/// The ages that the paper's 74 must be: 17 to 90, whether the table has them or not.
const AGES: std::ops::RangeInclusive<u32> = 17..=90;

/// POkA and the true optima on some groups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// Nodes that POkA evaluates at depth d_avg.
    pub evaluated: u64,
    /// True optima with k ≥ 2, and how many of them POkA finds.
    pub optima: usize,
    pub found: usize,
}

/// What other groups give.
pub struct Groupings {
    /// Groups drawn at random.
    pub random: Vec<Run>,
    /// Ours, with an age of 74 values.
    pub ages: Run,
}

/// Runs POkA on all of them.
pub fn run(options: &Options, watch: &dyn Watch) -> Result<Groupings> {
    let mut file = StudyFile::read(&options.adult.with_file_name("study.toml"))?;
    file.objectives.loss = Some(GENERAL.name.into());
    file.suppression.rule = Some(Rule::Tolerance.name().into());
    let Flow { problem, source, .. } = Flow::open(Study::check("study.toml", &file)?, watch)?;
    let count = options.runs.unwrap_or(GROUPINGS);
    let suppression = Suppression { rule: Some(Rule::Tolerance), limit: source.study.suppression.limit };
    watch.begin("other groups", count as u64 + 1);
    let solve = |lattice: Lattice, domain: DomainSize| -> Result<Run> {
        watch.check()?;
        let objectives = Objectives { domain, ..source.study.objectives.clone() };
        let near = vec![None; problem.frequency.sensitive.len()];
        let problem = Problem::new(problem.frequency.clone(), lattice, near, &objectives, &suppression)?;
        let run = measure(&problem, watch)?;
        watch.advance(1);
        Ok(run)
    };
    let random = (0..count as u64).into_par_iter().map(|number| {
        let mut random = StdRng::seed_from_u64(options.seed.wrapping_mul(1_000_003).wrapping_add(number));
        let levels = problem.lattice.levels.iter().zip(&problem.frequency.attributes);
        let levels = levels.map(|(levels, attribute)| grouped(levels, attribute.numbers.is_some(), &mut random));
        solve(Lattice { levels: levels.collect() }, DomainSize::Values)
    });
    let random: Vec<Run> = random.collect::<Result<_>>()?;
    let mut lattice = problem.lattice.clone();
    for (levels, quasi) in lattice.levels.iter_mut().zip(source.quasi()).filter(|(_, quasi)| quasi.said.name == "age") {
        with_ages(levels, quasi.domain, &quasi.said.hierarchy)?;
    }
    Ok(Groupings { random, ages: solve(lattice, DomainSize::Leaves)? })
}

fn measure(problem: &Problem, watch: &dyn Watch) -> Result<Run> {
    let silent = Unseen(watch);
    let limits: Limits = Search { threads: 1, ..Search::default() }.into();
    let (front, _) = search::with_bases(problem, &limits, &silent)?;
    let optima = (search::find("exact")?.run)(problem, &limits, &silent)?;
    // Half a search would look like a whole one in a table.
    watch.check()?;
    let protecting =
        |front: &Front| -> Vec<(f64, f64)> { front.points.iter().map(values).filter(|(k, _)| *k >= 2.0).collect() };
    let (ours, true_ones) = (protecting(&front), protecting(&optima));
    let found = true_ones.iter().filter(|optimum| ours.contains(optimum)).count();
    Ok(Run { evaluated: front.found.evaluated, optima: true_ones.len(), found })
}

/// As many levels, with groups drawn at random: values in a line (numbers in their order, others shuffled), and per level some of
/// the boundaries of the level below, how many on a logarithmic scale.
fn grouped(levels: &[Grouping], ordered: bool, random: &mut StdRng) -> Vec<Grouping> {
    let values = levels[0].groups;
    let mut line: Vec<usize> = (0..values).collect();
    if !ordered {
        line.shuffle(random);
    }
    let top = levels.len() - 1;
    let mut groups: Vec<usize> = (1..top)
        .map(|_| (values as f64).powf(random.random::<f64>()).round().clamp(1.0, values as f64) as usize)
        .collect();
    groups.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
    groups.push(1);
    let mut boundaries: Vec<usize> = (1..values).collect();
    let mut drawn = vec![levels[0].clone()];
    for (level, groups) in (1..).zip(groups) {
        let kept = index::sample(random, boundaries.len(), (groups - 1).min(boundaries.len()));
        let mut kept: Vec<usize> = kept.into_iter().map(|at| boundaries[at]).collect();
        kept.sort_unstable();
        boundaries = kept;
        let mut group_of = vec![0; values];
        for (place, value) in line.iter().enumerate() {
            group_of[*value] = boundaries.partition_point(|boundary| *boundary <= place) as u32;
        }
        let groups = boundaries.len() + 1;
        drawn.push(Grouping {
            group_of,
            groups,
            heights: vec![f64::from(level) / top as f64; groups],
            leaves: Vec::new(),
        });
    }
    drawn
}

/// Counts the ages that the table lacks in the groups that the same hierarchy over all 74 ages gives them.
fn with_ages(levels: &mut [Grouping], domain: &Domain, spec: &HierarchySpec) -> Result<()> {
    let ages: Vec<String> = AGES.map(|age| age.to_string()).collect();
    let all = Domain::of("age", Kind::Integer, &ages.iter().map(String::as_str).collect::<Vec<_>>());
    let whole = hierarchy::build(spec, &all)?;
    for (grouping, level) in levels.iter_mut().zip(&whole.levels) {
        grouping.leaves = grouping.sums(&vec![1; grouping.group_of.len()]);
        // From the group of an age among all to that of the same age here.
        let here = |age: &String| domain.values.iter().position(|value| value == age);
        let codes = || all.values.iter().enumerate();
        for (absent, _) in codes().filter(|(_, age)| here(age).is_none()) {
            let beside = codes().find_map(|(code, age)| {
                let together = level.group_of[code] == level.group_of[absent];
                here(age).filter(|_| together)
            });
            if let Some(beside) = beside {
                grouping.leaves[grouping.group_of[beside] as usize] += 1;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_levels_nest_up_to_one_group() {
        for seed in 0..50 {
            let bottom = Grouping { group_of: (0..9).collect(), groups: 9, heights: vec![0.0; 9], leaves: Vec::new() };
            let drawn = grouped(&vec![bottom; 5], seed % 2 == 0, &mut StdRng::seed_from_u64(seed));
            assert_eq!((drawn.len(), drawn[4].groups), (5, 1));
            for pair in drawn.windows(2) {
                assert!(pair[1].groups <= pair[0].groups);
                for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
                    assert!(pair[0].group_of[a] != pair[0].group_of[b] || pair[1].group_of[a] == pair[1].group_of[b]);
                }
            }
        }
    }
}
