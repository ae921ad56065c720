//! Every number that exact search was tuned by.

/// Boxes of up to this many nodes are written down node by node.
pub const SHEET: u128 = 1 << 18;
/// To write down so many nodes of a sheet takes about as long as an evaluation.
pub const WRITTEN: u64 = 4096;
/// What was learnt before is told to a new sheet only as far as it is near.
pub const REMEMBERED: usize = 64;
/// Nodes of a block.
pub const BLOCK: usize = 128;
/// Nodes are looked at together: one for so many that are known …
pub const SHARE: usize = 8;
/// … but enough for all cores.
pub const BATCH: (usize, usize) = (4, 64);
/// How far up a chain the chosen node stands.
pub const PLACE: f64 = 0.85;
/// A node is bounded by the rows that are weak in so many nodes above it, …
pub const NEAREST: usize = 4;
/// … where these are at most so many tuples.
pub const FEW: u64 = 2048;
/// Weak rows are at least this part of the table, or those that may be suppressed.
pub const PART: u64 = 128;
/// Classes of more than this part of the table are large.
pub const LARGE: u64 = 16;
/// Early
pub const EARLY: usize = 16;
/// Of so many open nodes the best is evaluated.
pub const DRAWN: usize = 3;
/// Open nodes that are asked what a floor would decide, …
pub const ASKED: usize = 200;
/// What an evaluation costs whatever it is rolled up from, in classes.
pub const FIXED: f64 = 500.0;
/// Where the loss of a node is expected, between the least that it may be and the most.
pub const EXPECTED: f64 = 0.9;
/// Room for what ranks are rounded.
pub const ROOM: f64 = 1e-9;
