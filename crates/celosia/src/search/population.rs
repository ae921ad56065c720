//! A population of cuts: who is drawn to mate, and who lives on. What NSGA-II and evolution past it share.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::evaluate::Outcome;
use crate::front::rank;
use crate::space::Cut;

/// A cut with one of its outcomes. Where the rule is as needed a cut has several, and each is a member of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Shared with the members of its other outcomes: a cut may have many of these, and as many bits as there are values.
    pub cut: Arc<Cut>,
    pub outcome: Outcome,
    rank: usize,
    room: f64,
}

impl Member {
    /// The members that a cut stands for.
    pub fn all_of(cut: Cut, outcomes: Vec<Outcome>) -> impl Iterator<Item = Member> {
        let cut = Arc::new(cut);
        outcomes.into_iter().map(move |outcome| Member { cut: cut.clone(), outcome, rank: 0, room: 0.0 })
    }
}

/// The best of all: by rank, the last rank by room. Ranks and rooms of those who live on are among themselves, so that
/// nothing else has to be known of them later.
pub fn survive(members: Vec<Member>, wanted: usize) -> Vec<Member> {
    let living = if members.len() > wanted { best(members, wanted) } else { members };
    best(living, wanted)
}

fn best(members: Vec<Member>, wanted: usize) -> Vec<Member> {
    let mut values = Vec::with_capacity(members.len());
    for member in &members {
        let mut of_member = Vec::new();
        member.outcome.write_values(&mut of_member);
        values.push(of_member);
    }
    let mut members: Vec<Option<Member>> = members.into_iter().map(Some).collect();
    let survivor =
        |(at, rank, room): (usize, usize, f64)| members[at].take().map(|member| Member { rank, room, ..member });
    rank::survivors(&values, wanted).into_iter().filter_map(survivor).collect()
}

/// Draws two and takes the better: the lower rank, or more room.
pub fn tournament<'m>(members: &'m [Member], random: &mut StdRng) -> &'m Member {
    let [one, other] = [(); 2].map(|()| &members[random.random_range(0..members.len())]);
    let prefer_other = (other.rank, one.room) < (one.rank, other.room);
    if prefer_other { other } else { one }
}

/// What is drawn in a generation depends on the seed and the generation alone, so a search that was stopped goes on as
/// if it had not been.
pub fn lot(seed: u64, generation: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&generation.to_le_bytes());
    StdRng::from_seed(bytes)
}
