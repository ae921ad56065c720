//! Every number that exact search was tuned by, with what others gave.
//!
//! Points, ties and values do not depend on any of them; what they decide is how many nodes are looked at, and for how long.
//! So each says what was counted: nodes *evaluated + decided by a look at a part of the rows*, which is the same on every
//! machine, and the CPU time as a ratio to that with the number as it is, where it differs by more than the noise of 5 %.
//! *General*, *discernibility* and *error* are the losses on Adult with 8 quasi-identifiers and 1 % suppressed as needed, *9*
//! is general loss with 9 of them, *none* is without suppression, `k` is the question `--k 5`, *tolerance* is that rule.
//! `bench/vary NAME=VALUE` prints such counts beside those of `bench/vary`.

/// Boxes of up to this many nodes are written down node by node; larger ones are cut in two.
///
/// 9: 1 << 16 gives 807 + 4013 (0.80 of the time), 1 << 18 613 + 3497. Of 5^12 nodes with a budget of 2,000, 1 << 14 and
/// 1 << 20 take 1.6 times as long as both, and find less.
pub const SHEET: u128 = 1 << 18;

/// To write down this many nodes takes about as long as an evaluation, and is charged as one.
///
/// Bookkeeping only: it keeps the time of a search in proportion to its budget.
pub const WRITTEN: u64 = 4096;

/// A new sheet is told of this many ceilings and floors that were learnt before, the nearest.
///
/// Of 5^12 nodes with a budget of 2,000: 8, 64 and 512 look at the same nodes. A limit is there for searches of hours.
pub const REMEMBERED: usize = 64;

/// Nodes of a block: what holds for none of them is left out for all of them at once.
///
/// Without that: general 1.14 of the instructions, discernibility 1.25. The size was not varied again.
pub const BLOCK: usize = 128;

/// A batch is one node for each of this many that are known, …
///
/// none: 4 gives 178 + 46, 8 168 + 71, 16 159 + 67, and batches of a size that does not grow 215 + 50. General: 647 + 810,
/// 639 + 835, 657 + 795, 673 + 753. The smaller the batches, the longer all cores wait for one.
pub const SHARE: usize = 8;

/// … but at least and at most so large.
///
/// none: at least 16 gives 188 + 70. 9: at most 128 gives 1501 + 2626, 64 1459 + 2604 (SHARE and this: at [`PLACE`] 0.65).
pub const BATCH: (usize, usize) = (4, 64);

/// How far up a chain of open nodes the chosen one stands: a low ceiling excludes more than a high one teaches.
///
/// General: 0.5 gives 772 + 643, 0.65 639 + 835, 0.75 489 + 957, 0.85 403 + 1040, 0.9 372 + 945, 1 488 + 1049. 9: 0.85 gives
/// 613 + 3497, 0.9 552 + 3044, 1 749 + 3100 (1.17 of the time). A random open node instead of a chain: 1.11 of the instructions.
pub const PLACE: f64 = 0.85;

/// The same for a question: one point is wanted, so all other nodes are excluded by ceilings, and the highest of a chain
/// decides all of it.
///
/// k: 0.85 gives 183 + 160, 0.9 118 + 79, 1 100 + 150. 9, k: 681 + 765, 533 + 576, 193 + 1012 (0.74 of the time). The most
/// private point with a loss of 0.4919 or less: 442 + 3, 373 + 2, 363 + 3; the front evaluates 403 and looks at 1040.
pub const PLACE_OF_ONE: f64 = 1.0;

/// A node is bounded by the rows that are weak in this many nodes above it, the nearest, …
///
/// General: 1 gives 965 + 437 (1.29 of the time), 2 576 + 869, 4 425 + 1008, 8 more tuples than [`FEW`]. 9: 2448 + 1697 (1.31),
/// 995 + 3476 (1.08), 845 + 3090. To find them by going through all nodes: 1.52 of the instructions.
pub const NEAREST: usize = 4;

/// … where these are at most this many tuples: to count more costs as much as an evaluation saves.
///
/// General: 0 gives 1226 + 0 (0.87 of the time), 2048 425 + 1008, 4096 358 + 1033. 9: 3176 + 0, 845 + 3090, 580 + 3343. So
/// these looks save no time on Adult; they keep the evaluated nodes few, which matters where one takes long. Without a limit,
/// as it was for questions and where nothing is suppressed: k 3.2 times the instructions, none 3.7 times. Without suppression there are
/// no such looks: 214 + 0 for 106 + 124, and 0.87 of the CPU time with reading. Without them for questions: k 268 + 0 (1.2 of the time),
/// 9, k 1021 + 0 (1.5), and no other [`PLACE_OF_ONE`] makes up for it.
pub const FEW: u64 = 2048;

/// Classes with more rows than may be suppressed, and than this part of the table, are not weak rows of a node.
///
/// 9: 16 gives 772 + 3244, 64 613 + 3497, 256 653 + 3677. General 410 + 993, 403 + 1040, 421 + 1059. All in the same time.
pub const LARGE: u64 = 64;

/// Where floors have to be found by evaluations, one node in this number is evaluated without being bounded first: as long as
/// little is known, a look at a part of the rows seldom decides a node.
///
/// Discernibility: 8 gives 1267 + 0, 16 1166 + 112, 32 805 + 653; error 1140 + 38 (1.15 of the time), 785 + 567, 754 + 759
/// (1.12). Without: 833 + 893 (1.18) and 881 + 906 (1.33).
pub const EARLY: usize = 16;

/// As long as that goes on, this many open nodes are drawn for each that is evaluated, the most promising of them.
///
/// Discernibility, none: 1 gives 791 + 0 (1.92 of the time), 2 553 + 0 (1.17), 3 481 + 0, 6 442 + 0 (0.84). Error: 863 + 658
/// (1.26), 856 + 744 (1.24), 785 + 567, 797 + 542. Discernibility, tolerance: 6 takes 1.22 of the time.
pub const DRAWN: usize = 3;

/// Open nodes that are asked what the floor of one that was drawn would decide.
///
/// Discernibility: 50 gives 1170 + 127, 200 1166 + 112, 800 1209 + 108. Error: 833 + 644, 785 + 567, 794 + 663.
pub const ASKED: usize = 200;

/// What an evaluation costs whatever it is rolled up from, in classes: drawn nodes are weighed by what they cost.
///
/// Discernibility, none: 0 gives 526 + 0 (1.20 of the time), 100 496 + 0, 500 481 + 0, 2500 583 + 0 (1.29). Error: 811 + 545,
/// 807 + 580, 785 + 567, 747 + 551.
pub const FIXED: f64 = 500.0;

/// How well looks do is asked every time that this part of a sheet's nodes has been looked at, …
///
/// The first of these windows is what a search loses where exclusion fails.
pub const WINDOW: u64 = 32;

/// … and a walk does not ask of subtrees of more nodes whether one is open; these are not split among threads either.
pub const AROUND: usize = 64;

/// A look costs as much as so many steps of a walk: it is rolled up from farther away, ranked, and kept.
pub const LOOK: f64 = 2.0;

/// The part of a sheet that a walk goes through whether nodes are open or not.
///
/// CPU time of the whole command on Adult to that of exhaustive search, one thread: beta-likeness 1.03, k and beta 0.98, k, t and suppressed
/// rows 0.88, with l too 0.89.
pub const WALKED: f64 = 0.4;

/// Room for what ranks are rounded, so that a rank never says that a ceiling decides less than it does.
///
/// Far more than sums of the twelfth decimal need, and far less than differences between losses.
pub const ROOM: f64 = 1e-9;
