//! Every corpus through its target (`replay`), and what writes the seeds that no editor can write (`seeds`).

mod replay;
mod seeds;
