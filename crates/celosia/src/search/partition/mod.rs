//! Classes with labels of their own, for every k in one go: a tree of boxes gives an order of the tuples in which neighbours are
//! alike, and dynamic programming the best stretches of it. For other models the tree itself has the classes.

mod programme;
mod prune;
mod tree;

use rayon::prelude::*;

use super::budget::Spending;
use super::regional::{levels, points, take_in};
use super::{About, Limits, Needs, Offers};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::{Archive, Found, Front, Open, Stopped};
use crate::privacy::{Goal, Over};
use crate::space::{Boxes, Space};
use crate::threads;
use crate::watch::Watch;
use prune::Judged;
use tree::Tree;

pub const PARTITION: About = About {
    name: "partition",
    does: "orders the rows by a tree of boxes, and takes the best stretches of that order for each k; for other models the best \
           nodes of such trees",
    proves: "nothing: points may be missing or beaten",
    spaces: &[Space::Regions],
    default_in: &[Space::Regions],
    needs: Needs::NOTHING,
    offers: Offers::NOTHING,
    run,
};

/// Levels of a model that looks at sensitive values, at most; of several models their product.
const COMBINATIONS: usize = 64;
/// Credits for large classes that are tried for a mean over rows.
const CREDITS: i32 = 48;

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let spending = Spending::begin(limits, watch);
    let pool = threads::pool(limits.threads())?;
    let counts_rows = matches!(problem.model().name, "k-anonymity" | "alpha-k-anonymity" | "weighted-k");
    let levels = levels(problem.frequency.rows, limits.question, counts_rows);
    let (bounds, languages) = (limits.settings.bounds, &limits.languages);
    let mut archive = Archive::one_of_each();
    let (mut evaluated, mut stopped) = (0, None);
    let guides: Vec<Boxes> = (0..problem.metrics().len())
        .filter_map(|metric| problem.boxed(&languages.of_all, metric))
        .map(|boxed| boxed.boxes)
        .collect();
    let others = problem.models().any(|about| about.name != "k-anonymity");
    watch.begin("partitioning", (guides.len() * (levels.len() + usize::from(others))) as u64);
    'all: for boxes in &guides {
        let tree = Tree::grow(boxes, 1);
        for some in levels.chunks(2 * limits.threads().max(1)) {
            let some = &some[..some.len().min(spending.left(evaluated).max(usize::from(evaluated == 0)))];
            if some.is_empty() {
                stopped = Some(spending.why());
                break 'all;
            }
            let found = pool.install(|| {
                let classes: Vec<Vec<u32>> = some.par_iter().filter_map(|k| best_for(boxes, &tree.order, *k)).collect();
                points(problem, languages, bounds, &classes)
            })?;
            evaluated += found.len() as u64;
            take_in(&mut archive, found);
            watch.advance(some.len() as u64);
            watch.tell(evaluated, archive.len());
        }
        if others {
            let chosen = of_models(problem, &tree);
            let chosen = &chosen[..chosen.len().min(spending.left(evaluated))];
            let found = pool.install(|| points(problem, languages, bounds, chosen))?;
            evaluated += found.len() as u64;
            take_in(&mut archive, found);
            watch.advance(1);
            watch.tell(evaluated, archive.len());
        }
    }
    let found = Found {
        algorithm: PARTITION.name,
        evaluated,
        stopped: stopped.unwrap_or(Stopped::Levels { tried: levels.len() as u64 }),
        open: Open::Points,
        seconds: spending.elapsed().as_secs_f64(),
        threads: limits.threads(),
        ..Found::default()
    };
    Ok(Front { points: archive.into_points(), found })
}

/// The best stretches of the order or, where these cost less, the leaves of a tree of its own.
fn best_for(boxes: &Boxes, order: &[u32], k: u64) -> Option<Vec<u32>> {
    if k <= 1 {
        return Some((0..boxes.tuples() as u32).collect());
    }
    let (classes, cost) = programme::classes(boxes, order, k)?;
    if k < boxes.rows() / 256 {
        return Some(classes);
    }
    let tree = Tree::grow(boxes, k);
    let leaves = tree.leaves();
    let own: f64 = leaves.iter().map(|leaf| tree.nodes[*leaf].rows as f64 * tree.nodes[*leaf].price).sum();
    Some(if own < cost { tree.classes(&leaves) } else { classes })
}

/// The classes that a tree has at levels of the problem's models, each combination once.
fn of_models(problem: &Problem, tree: &Tree) -> Vec<Vec<u32>> {
    let judged = Judged::new(problem, tree);
    let models: Vec<_> = problem.models().collect();
    let mut chosen: Vec<Vec<usize>> = Vec::new();
    if models.iter().any(|about| about.over == Over::RowMean) {
        let root = &tree.nodes[0];
        // From a credit that joins nothing to one that joins everything.
        let most = root.price.max(1e-9);
        let credits =
            (0..CREDITS).map(|step| most * (1.0 / root.rows as f64).powf(f64::from(step) / f64::from(CREDITS)));
        let none = vec![f64::NEG_INFINITY; models.len()];
        chosen.extend(credits.filter_map(|credit| judged.best(&none, credit)));
    }
    let each = (COMBINATIONS as f64).powf(1.0 / models.len().max(1) as f64).floor().max(2.0) as usize;
    let mut combinations: Vec<Vec<f64>> = vec![Vec::new()];
    for (about, protections) in models.iter().zip(&judged.protections) {
        let levels = match about.over {
            Over::RowMean => vec![f64::NEG_INFINITY],
            Over::Least => some_of(protections, each, about.goal),
        };
        let longer = |one: &Vec<f64>| {
            levels.iter().map(|level| one.iter().copied().chain([*level]).collect()).collect::<Vec<Vec<f64>>>()
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    chosen.extend(combinations.iter().filter_map(|levels| judged.best(levels, 0.0)));
    chosen.sort();
    chosen.dedup();
    chosen.iter().map(|nodes| tree.classes(nodes)).collect()
}

/// Some of the levels that occur up to that of the root, spread evenly over those that differ.
fn some_of(protections: &[f64], count: usize, _goal: Goal) -> Vec<f64> {
    let mut levels: Vec<f64> = protections.iter().copied().filter(|level| *level <= protections[0]).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    let last = levels.len().saturating_sub(1);
    let mut chosen: Vec<f64> = (0..count).map(|step| levels[last * step / count.saturating_sub(1).max(1)]).collect();
    chosen.dedup();
    chosen
}
