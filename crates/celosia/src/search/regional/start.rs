//! Where searches for regions begin: for each k the best stretches of a tree's order, for other models the best nodes of the tree.

use super::{Grown, Judged, Search, classes, leaf_order, levels, that_fit};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::space::{Boxes, Language, Partition};

/// Levels of a model that looks at sensitive values, at most; of several models their product.
const COMBINATIONS: usize = 64;
/// Credits for large classes that are tried for a mean over rows.
const CREDITS: i32 = 48;

/// Takes the best points of trees and their orders.
pub fn start(search: &mut Search) -> Result<()> {
    let (problem, languages) = (search.problem, &search.limits.languages.of_all);
    // The rows of a class are what these models say, or more.
    let counts_rows = matches!(problem.model().name, "k-anonymity" | "alpha-k-anonymity") && !problem.counts_persons();
    let levels = levels(problem, search.limits.question, counts_rows);
    let guides = guides(problem, languages);
    let levels = that_fit(levels, problem, search.limits, search.watch);
    // Where persons are counted, a tree's nodes are asked for their persons, as for any model that does not count rows.
    let others = problem.counts_persons()
        || problem.requires_more_than_rows()
        || problem.models().any(|about| about.name != "k-anonymity");
    search.watch.begin("partitioning", (guides.len() * (levels.len() + usize::from(others))) as u64);
    for boxes in &guides {
        let order = leaf_order(boxes, &vec![1.0; boxes.axes.len()]);
        if !search.try_levels(&levels, |k| best_for(boxes, &order, k))? {
            return Ok(());
        }
        if others {
            let chosen = of_models(problem, &Grown::new(boxes, 1));
            let chosen = &chosen[..chosen.len().min(search.spending.left(search.evaluated))];
            search.evaluated += chosen.len() as u64;
            let chosen: Vec<Partition> = chosen.iter().cloned().map(Partition::from).collect();
            search.take(&chosen)?;
            search.watch.advance(1);
        }
    }
    Ok(())
}

/// The table as boxes, by each metric that prices cells; where none does, by how wide labels are.
pub fn guides(problem: &Problem, languages: &[Language]) -> Vec<Boxes> {
    let priced = (0..problem.metrics().len()).filter_map(|metric| problem.boxed(languages, metric));
    let mut guides: Vec<Boxes> = priced.map(|boxed| boxed.boxes).collect();
    if guides.is_empty() {
        guides.extend(problem.boxed_by_width(languages).map(|boxed| boxed.boxes));
    }
    guides
}

/// The best stretches of the order or, where these cost less, the leaves of a tree of its own.
fn best_for(boxes: &Boxes, order: &[u32], k: u64) -> Option<Vec<u32>> {
    if k <= 1 {
        return Some((0..boxes.tuples() as u32).collect());
    }
    let (found, cost) = classes(boxes, order, k)?;
    if k < boxes.rows() / 256 {
        return Some(found);
    }
    let tree = Grown::new(boxes, k);
    let leaves = tree.leaves();
    let own: f64 = leaves.iter().map(|leaf| tree.costs[*leaf]).sum();
    Some(if own < cost { tree.classes(&leaves) } else { found })
}

/// The classes that a tree has at levels of the problem's models, each combination once.
fn of_models(problem: &Problem, tree: &Grown) -> Vec<Vec<u32>> {
    let judged = Judged::new(problem, tree);
    let models = problem.models().len();
    let mut chosen: Vec<Vec<usize>> = Vec::new();
    if problem.are_means().any(|is_mean| is_mean) {
        // From a credit that joins nothing to one that joins everything.
        let rows = tree.rows[0] as f64;
        let most = (tree.costs[0] / rows).max(1e-9);
        let credits = (0..CREDITS).map(|step| most * (1.0 / rows).powf(f64::from(step) / f64::from(CREDITS)));
        let none = vec![f64::NEG_INFINITY; models];
        chosen.extend(credits.filter_map(|credit| judged.best(&none, credit)));
    }
    let each = (COMBINATIONS as f64).powf(1.0 / models.max(1) as f64).floor().max(2.0) as usize;
    let mut combinations: Vec<Vec<f64>> = vec![Vec::new()];
    for (is_mean, protections) in problem.are_means().zip(&judged.protections) {
        let mut levels = if is_mean { vec![f64::NEG_INFINITY] } else { some_of(protections, each) };
        levels.retain(|level| is_mean || !problem.fails(*level));
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
fn some_of(protections: &[f64], count: usize) -> Vec<f64> {
    let mut levels: Vec<f64> = protections.iter().copied().filter(|level| *level <= protections[0]).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    let last = levels.len().saturating_sub(1);
    let mut chosen: Vec<f64> = (0..count).map(|step| levels[last * step / count.saturating_sub(1).max(1)]).collect();
    chosen.dedup();
    chosen
}
