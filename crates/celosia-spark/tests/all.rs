//! Every test of the crate: one program, so that it is linked once. Those of `cluster` need a cluster, which `tests/spark/run`
//! starts; the others need nobody.
#![allow(clippy::unwrap_used, clippy::panic)]

mod cluster;
mod silence;
