//! What evolves: the archive, the population that mates, and what has been tried.

use std::collections::HashSet;

use rand::RngExt;
use rand::rngs::StdRng;

use super::progress::Progress;
use crate::error::Result;
use crate::evaluate::{Batch, Family, Outcome, Problem};
use crate::front::{Archive, rank};
use crate::search::Limits;
use crate::search::checkpoint::{Saved, State, read_cut, read_packed, spell, spell_packed};
use crate::search::population::{Member, lot, survive, tournament};
use crate::space::{Cut, Space};

/// A child differs from its parents by so many steps at most; each further one is half as likely.
const STEPS: u32 = 6;
/// How often a child is drawn again because it is known already.
const TRIES: usize = 4;

/// All that an evolving search knows.
pub struct Evolving<'a> {
    problem: &'a Problem,
    limits: &'a Limits,
    batch: &'a Batch<'a>,
    pub archive: Archive,
    members: Vec<Member>,
    pub generation: u64,
    pub evaluated: u64,
    /// Cuts that were evaluated, their bits packed.
    seen: HashSet<Box<[u8]>>,
    /// Cuts whose neighbours were all evaluated.
    explored: HashSet<Cut>,
}

/// The new cuts of a generation.
pub struct Brood {
    children: Vec<Cut>,
    /// Neighbours of points of the front, attribute by attribute.
    neighbours: Vec<Family>,
    /// The points whose neighbours they are.
    explored: Vec<Cut>,
}

impl Brood {
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many cuts must be evaluated.
    pub fn len(&self) -> usize {
        self.children.len() + self.neighbours.iter().map(|family| family.cuts.len()).sum::<usize>()
    }
}

impl<'a> Evolving<'a> {
    /// Begins with what the lattice gave, both ends of the space and random cuts, or goes on from a checkpoint.
    pub fn begin(problem: &'a Problem, limits: &'a Limits, batch: &'a Batch<'a>, saved: Option<State>) -> Result<Self> {
        let mut evolving = Evolving {
            problem,
            limits,
            batch,
            archive: Archive::one_of_each(Space::Cuts),
            members: Vec::new(),
            generation: 0,
            evaluated: limits.spent,
            seen: HashSet::new(),
            explored: HashSet::new(),
        };
        match saved {
            Some(state) => evolving.go_on(state)?,
            None => evolving.start(),
        }
        Ok(evolving)
    }

    fn start(&mut self) {
        let cuts = &self.problem.cuts;
        let mut start = self.limits.start.clone();
        start.extend([cuts.coarsest(), cuts.finest()]);
        let mut random = lot(self.limits.seed, 0);
        let missing = self.limits.evolution.population.saturating_sub(start.len());
        start.extend((0..missing).map(|_| cuts.random(&mut random)));
        start.retain(|cut| self.seen.insert(pack(cut)));
        self.evaluated += start.len() as u64;
        let outcomes = self.batch.evaluate(&start);
        self.take_in(start.into_iter().zip(outcomes));
    }

    fn go_on(&mut self, state: State) -> Result<()> {
        for member in Saved::members(&state.archive, self.problem, self.batch)? {
            self.archive.offer(&member.cut, member.outcome);
        }
        let read = |cut: &String| read_cut(self.problem, cut);
        self.explored = state.explored.iter().map(read).collect::<Result<_>>()?;
        self.seen = state.seen.iter().map(|cut| read_packed(cut)).collect::<Result<_>>()?;
        let members = Saved::members(&state.population, self.problem, self.batch)?;
        self.members = survive(members, self.limits.evolution.population);
        (self.generation, self.evaluated) = (state.generation, state.evaluated);
        Ok(())
    }

    /// Where the search stands, for a checkpoint.
    pub fn state(&self, progress: &Progress) -> State {
        let points = self.archive.points();
        let mut seen: Vec<String> = self.seen.iter().map(|bytes| spell_packed(bytes)).collect();
        let mut explored: Vec<String> = self.explored.iter().map(|cut| spell(cut)).collect();
        // Sets have no order; the same search writes the same bytes.
        seen.sort_unstable();
        explored.sort_unstable();
        State {
            generation: self.generation,
            evaluated: self.evaluated,
            population: Saved::all(self.members.iter().map(|member| (&member.cut, &member.outcome)), self.batch),
            archive: Saved::all(points.iter().map(|point| (&point.node, &point.outcome)), self.batch),
            explored,
            seen,
            hypervolumes: progress.hypervolumes.clone(),
            ..State::default()
        }
    }

    /// The cuts of the next generation, none of them evaluated before: children of the population, and neighbours of the
    /// points of the front that have most room and were not explored yet.
    pub fn brood(&self) -> Brood {
        let mut random = lot(self.limits.seed, self.generation + 1);
        let mut new: HashSet<Box<[u8]>> = HashSet::new();
        let mut is_new = |cut: &Cut| {
            let packed = pack(cut);
            !self.seen.contains(&packed) && new.insert(packed)
        };
        let wanted = self.limits.evolution.population.div_ceil(2);
        let mut children = Vec::with_capacity(wanted);
        for _ in 0..wanted * TRIES {
            let child = self.child(&mut random);
            if is_new(&child) {
                children.push(child);
            }
            if children.len() == wanted {
                break;
            }
        }
        let mut brood = Brood { children, neighbours: Vec::new(), explored: Vec::new() };
        for cut in self.unexplored() {
            if brood.len() >= self.limits.evolution.population {
                break;
            }
            for attribute in 0..self.problem.cuts.attributes.len() {
                let mut cuts = self.problem.cuts.neighbours(&cut, attribute);
                cuts.retain(&mut is_new);
                if !cuts.is_empty() {
                    brood.neighbours.push(Family { finer: self.problem.cuts.refined(&cut, attribute), cuts });
                }
            }
            brood.explored.push(cut);
        }
        brood
    }

    /// Evaluates a brood; the archive takes what nothing beats, and the best of population and brood live on.
    pub fn raise(&mut self, brood: Brood) {
        self.generation += 1;
        self.evaluated += brood.len() as u64;
        let outcomes = self.batch.evaluate(&brood.children);
        let of_families = self.batch.evaluate_families(&brood.neighbours);
        let children = brood.children.into_iter().zip(outcomes);
        let neighbours = brood.neighbours.into_iter().zip(of_families);
        let neighbours = neighbours.flat_map(|(family, outcomes)| family.cuts.into_iter().zip(outcomes));
        let all: Vec<(Cut, Vec<Outcome>)> = children.chain(neighbours).collect();
        self.seen.extend(all.iter().map(|(cut, _)| pack(cut)));
        self.explored.extend(brood.explored);
        self.take_in(all.into_iter());
        // What left the front is never asked about again.
        let living: HashSet<&Cut> = self.archive.points().into_iter().map(|point| &point.node).collect();
        self.explored.retain(|cut| living.contains(cut));
    }

    fn take_in(&mut self, evaluated: impl Iterator<Item = (Cut, Vec<Outcome>)>) {
        let mut members = std::mem::take(&mut self.members);
        for (cut, outcomes) in evaluated {
            for outcome in &outcomes {
                self.archive.offer(&cut, outcome.clone());
            }
            members.extend(Member::all_of(&cut, outcomes));
        }
        self.members = survive(members, self.limits.evolution.population);
    }

    /// A child of one or two parents.
    fn child(&self, random: &mut StdRng) -> Cut {
        let cuts = &self.problem.cuts;
        let mut child = tournament(&self.members, random).cut.clone();
        if random.random_bool(self.limits.evolution.crossover) {
            let mut other = tournament(&self.members, random).cut.clone();
            match random.random_bool(0.5) {
                true => cuts.cross(&mut child, &mut other, random),
                false => cuts.mix(&mut child, &other, random),
            }
        }
        for _ in 0..STEPS {
            cuts.step(&mut child, random);
            if random.random_bool(0.5) {
                break;
            }
        }
        child
    }

    /// Points of the front whose neighbours were not tried yet: those with most room first.
    fn unexplored(&self) -> Vec<Cut> {
        let points = self.archive.points();
        let mut values = Vec::with_capacity(points.len());
        for point in &points {
            let mut of_point = Vec::new();
            point.outcome.write_values(&mut of_point);
            values.push(of_point);
        }
        let room = rank::crowding(&values.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|a, b| room[*b].total_cmp(&room[*a]));
        let mut unexplored: Vec<Cut> = Vec::new();
        let mut taken: HashSet<&Cut> = HashSet::new();
        for cut in order.into_iter().map(|at| &points[at].node) {
            if !self.explored.contains(cut) && taken.insert(cut) {
                unexplored.push(cut.clone());
            }
        }
        unexplored
    }
}

/// Eight bits to a byte: there may be millions of them.
fn pack(cut: &[u8]) -> Box<[u8]> {
    cut.chunks(8).map(|bits| bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | bit << at)).collect()
}
