//! One level of privacy: walkers go down with swaps, are kicked out of where they end up, and go on from what is about as good.

use rand::RngExt;

use super::descent::Descent;
use super::round::Work;
use crate::space::Node;

/// So many walk side by side.
const WALKERS: usize = 4;
/// What being over the limit is charged with.
const CHARGE: f64 = 2.0;
/// A walker goes on from where it ended up if that is below this part of where it was.
const ABOUT: f64 = 1.002;
/// One time in so many it goes back to the best of all.
const BACK: u32 = 20;
/// As many kicks that lead to nothing new mean that nothing is left.
const TRIES: usize = 400;

/// A walker: where it was before the last kick, and its descent since.
struct Walker {
    home: (f64, Node),
    descent: Descent,
}

/// Walks until the budget is spent.
pub fn walk(work: &mut Work) {
    let Some(mut best) = work.targets[0].elites.first().cloned() else { return };
    let first = Walker { home: best.clone(), descent: Descent::new(0, best.clone(), CHARGE, true) };
    let mut walkers = vec![first];
    while work.may_go_on() {
        let (mut nodes, mut who, mut meant): (Vec<Node>, Vec<usize>, Vec<u64>) = (Vec::new(), Vec::new(), Vec::new());
        let mut stuck = 0;
        for (at, walker) in walkers.iter_mut().enumerate() {
            let next = walker.descent.next(work, &meant);
            let next = next.or_else(|| {
                let ended = (walker.descent.value, walker.descent.node.clone());
                if ended.0 < walker.home.0 * ABOUT {
                    walker.home = ended;
                }
                if work.random.random_ratio(1, BACK) {
                    walker.home = best.clone();
                }
                kick(work, &walker.home.1, &meant).inspect(|node| {
                    walker.descent = Descent::new(0, (f64::INFINITY, node.clone()), CHARGE, true);
                })
            });
            match next {
                Some(node) => {
                    meant.push(work.key(&node));
                    nodes.push(node);
                    who.push(at);
                }
                None => stuck += 1,
            }
        }
        if stuck == walkers.len() {
            work.all_known = true;
            return;
        }
        // The first goes down alone as far as it can; then there is something to be kicked out of.
        if walkers.len() < WALKERS && walkers[0].descent.value.is_infinite() {
            let home = walkers[0].home.clone();
            walkers.extend(
                (1..WALKERS)
                    .map(|_| Walker { home: home.clone(), descent: Descent::new(0, home.clone(), CHARGE, true) }),
            );
        }
        let meant_for: Vec<Node> = nodes.clone();
        let heard = work.round(nodes);
        let mut heard = heard.iter().peekable();
        for (at, node) in who.into_iter().zip(meant_for) {
            let Some(heard) = heard.next_if(|heard| heard.node == node) else { continue };
            let walker = &mut walkers[at];
            let value = work.worth(0, heard).map_or(f64::INFINITY, |worth| worth.value(CHARGE));
            walker.descent.hear(&heard.node, value);
            if value < best.0 {
                best = (value, heard.node.clone());
            }
        }
    }
}

/// A node with two to four attributes at other levels.
fn kick(work: &mut Work, from: &Node, meant: &[u64]) -> Option<Node> {
    for tries in 0..TRIES {
        let mut node = from.clone();
        for _ in 0..work.random.random_range(2..=4 + tries / 64) {
            let attribute = work.random.random_range(0..node.len());
            let height = work.problem.lattice.height(attribute);
            node[attribute] = work.random.random_range(0..=height);
        }
        let key = work.key(&node);
        if !work.seen.contains(&key) && !meant.contains(&key) {
            return Some(node);
        }
    }
    None
}
