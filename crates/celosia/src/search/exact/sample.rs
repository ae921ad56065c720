//! Some open nodes speak for all of them: which node to evaluate as long as little is known (of a few, the one whose floor is
//! likely to decide most open nodes for what it costs), and whose classes to keep.

use super::known::Below;
use super::region::Region;
use crate::space::Levels;

/// Some open nodes, and above which floor of its first loss each is decided.
pub struct Sample {
    open: Vec<(Levels, f64)>,
    /// How many open nodes each speaks for.
    weight: f64,
}

/// Open nodes that are asked what a floor would decide, …
pub const ASKED: usize = 200;
/// … and those that are asked only whether they stand above a node.
pub const COUNTED: usize = 64;
/// Classes are worth keeping if about this number of open nodes may be rolled up from them: few of these are evaluated.
const WORTH: f64 = 64.0;
/// The open nodes that are drawn, of which the best is evaluated.
pub const DRAWN: usize = 3;
/// What an evaluation costs whatever it is rolled up from, in classes.
const FIXED: f64 = 500.0;
/// Where the loss of a node is expected, between the least that it may be and the most.
const EXPECTED: f64 = 0.9;

impl Sample {
    /// Of these open nodes of a region.
    pub fn new(region: &Region, open: &[usize]) -> Sample {
        let ask = |index: &usize| (Levels::new(&region.node(*index)), region.rank(*index));
        let weight = region.open().len() as f64 / open.len().max(1) as f64;
        Sample { open: open.iter().map(ask).collect(), weight }
    }

    /// Do enough open nodes stand above a node that its classes are worth keeping?
    pub fn may_start_from(&self, node: &[u8]) -> bool {
        let levels = Levels::new(node);
        let above = self.open.iter().filter(|(open, _)| open.reach(&levels)).count();
        above as f64 * self.weight >= WORTH
    }

    /// Of these nodes the one that promises most.
    pub fn best(&self, nodes: &[usize], region: &Region, below: &[Below]) -> Option<usize> {
        let promise = |index: usize| {
            let node = region.node(index);
            let levels = Levels::new(&node);
            // No node loses more than its generalizations, before suppression.
            let most = below.iter().filter(|known| known.levels.reach(&levels)).map(|known| known.before);
            let (least, most) = (region.least(index), most.fold(f64::INFINITY, f64::min));
            let floor = if least.is_finite() { least + (most - least) * EXPECTED } else { most };
            let decided = self.open.iter().filter(|(open, enough)| floor > *enough && open.reach(&levels)).count();
            // It is rolled up from the fewest classes of a specialization, or fewer.
            let from = below.iter().filter(|known| levels.reach(&known.levels)).map(|known| known.classes).min();
            (1.0 + decided as f64) / (FIXED + from.unwrap_or(usize::MAX) as f64)
        };
        nodes.iter().copied().map(|index| (promise(index), index)).max_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1)
    }
}
