//! What evolves: the archive, the population that mates, and what has been tried.

use std::collections::HashSet;

use rand::RngExt;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};

use super::progress::Progress;
use crate::error::Result;
use crate::evaluate::{Batch, Family, Outcome, Problem};
use crate::front::{Archive, rank};
use crate::search::checkpoint::{Saved, State, read_cut, read_packed, spell, spell_packed};
use crate::search::population::{Member, lot, survive, tournament};
use crate::search::{Limits, Question};
use crate::space::Cut;

/// The most steps by which a child differs from its parents; each further one is half as likely.
const STEPS: u32 = 6;
/// By so many steps a point of the front goes where the search begins anew.
const FAR: (u32, u32) = (4, 40);
/// How often a child is drawn again because it is known already.
const TRIES: usize = 4;
/// The most neighbours of a cut that are tried, drawn by lot where it has more bits: to try all would take longer than
/// all that is learnt from it is worth.
pub const NEIGHBOURS: usize = 1000;
/// The most bytes by which a cut is remembered: one of more bits is remembered by a hash of this length.
const REMEMBERED: usize = 32;
/// Bytes that a cut takes beside its bits: where it is remembered, and where it is a point of the front.
const OF_SEEN: usize = 40;
const OF_POINT: usize = 512;
/// What was evaluated may take this part of the memory.
const SEEN: u64 = 4;

/// All that an evolving search knows.
pub struct Evolving<'a> {
    problem: &'a Problem,
    limits: &'a Limits,
    batch: &'a Batch<'a>,
    pub archive: Archive,
    members: Vec<Member>,
    pub generation: u64,
    pub evaluated: u64,
    /// Cuts that were evaluated, as of [`pack`].
    seen: HashSet<Box<[u8]>>,
    /// Cuts whose neighbours were tried.
    explored: HashSet<Cut>,
    /// Is it all about the answer to a question?
    pub focused: bool,
    /// Was there time for all that the search begins with? A search cannot go on from less.
    pub whole: bool,
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
    /// Begins with what the lattice gave, both ends of the space and random cuts, as far as the time goes, or goes on from a
    /// checkpoint.
    pub fn begin(
        problem: &'a Problem,
        limits: &'a Limits,
        batch: &'a Batch<'a>,
        saved: Option<State>,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self> {
        let mut evolving = Evolving {
            problem,
            limits,
            batch,
            archive: Archive::one_of_each(),
            members: Vec::new(),
            generation: 0,
            evaluated: limits.spent,
            seen: HashSet::new(),
            explored: HashSet::new(),
            focused: false,
            whole: true,
        };
        match saved {
            Some(state) => evolving.go_on(state)?,
            None => evolving.start(is_over),
        }
        Ok(evolving)
    }

    fn start(&mut self, is_over: &(dyn Fn() -> bool + Sync)) {
        let cuts = &self.problem.cuts;
        let mut start = self.limits.start.clone();
        start.extend([cuts.coarsest(), cuts.finest()]);
        let mut random = lot(self.limits.settings.seed, 0);
        let missing = self.limits.settings.evolution.population.saturating_sub(start.len());
        start.extend((0..missing).map(|_| cuts.random(&mut random)));
        start.retain(|cut| self.seen.insert(pack(cut)));
        let outcomes = self.batch.evaluate_some(&start, is_over);
        self.whole = outcomes.iter().all(Option::is_some);
        self.evaluated += outcomes.iter().flatten().count() as u64;
        self.take_in(start.into_iter().zip(outcomes).filter_map(|(cut, outcomes)| Some((cut, outcomes?))));
    }

    fn go_on(&mut self, state: State) -> Result<()> {
        for member in Saved::members(&state.archive, self.problem, self.batch)? {
            self.archive.offer(member.cut.as_ref(), member.outcome);
        }
        let read = |cut: &String| read_cut(self.problem, cut);
        self.explored = state.explored.iter().map(read).collect::<Result<_>>()?;
        self.seen = state.seen.iter().map(|cut| read_packed(cut)).collect::<Result<_>>()?;
        let members = Saved::members(&state.population, self.problem, self.batch)?;
        self.members = match self.limits.question != Question::Front && !state.anew.is_empty() {
            false => survive(members, self.limits.settings.evolution.population),
            true => members,
        };
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
            population: Saved::all(
                self.members.iter().map(|member| (member.cut.as_ref(), &member.outcome)),
                self.batch,
            ),
            archive: Saved::all(
                points.iter().filter_map(|point| Some((point.place.cut()?, &point.outcome))),
                self.batch,
            ),
            explored,
            seen,
            hypervolumes: progress.hypervolumes.clone(),
            anew: progress.anew.clone(),
            ..State::default()
        }
    }

    /// The cuts of the next generation, none of them evaluated before: children of the population, and neighbours of the
    /// points of the front that have most room and were not explored yet.
    /// Where the search begins anew, they are points of the front that have gone far.
    pub fn brood(&self, anew: bool) -> Brood {
        let mut random = lot(self.limits.settings.seed, self.generation + 1);
        let mut new: HashSet<Box<[u8]>> = HashSet::new();
        let mut is_new = |cut: &Cut| {
            let packed = pack(cut);
            !self.seen.contains(&packed) && new.insert(packed)
        };
        let wanted = self.limits.settings.evolution.population.div_ceil(2);
        let mut children = Vec::with_capacity(wanted);
        for _ in 0..wanted * TRIES {
            let child = if anew { self.far(&mut random) } else { self.child(&mut random) };
            if is_new(&child) {
                children.push(child);
            }
            if children.len() == wanted {
                break;
            }
        }
        let mut brood = Brood { children, neighbours: Vec::new(), explored: Vec::new() };
        if anew {
            return brood;
        }
        for cut in self.unexplored() {
            if brood.len() >= self.limits.settings.evolution.population {
                break;
            }
            for attribute in 0..self.problem.cuts.attributes.len() {
                let most = NEIGHBOURS.max(self.limits.settings.evolution.population);
                let mut cuts = self.problem.cuts.some_neighbours(&cut, attribute, most, &mut random);
                cuts.retain(&mut is_new);
                if !cuts.is_empty() {
                    brood.neighbours.push(Family { finer: self.problem.cuts.refined(&cut, attribute), cuts });
                }
            }
            brood.explored.push(cut);
        }
        brood
    }

    /// Evaluates a brood; the archive takes what nothing beats, and the best of population and brood live on. Nothing
    /// happens where there is no time for all of it.
    /// Where the search begins anew, nobody else lives on.
    pub fn raise(&mut self, brood: Brood, anew: bool, is_over: &(dyn Fn() -> bool + Sync)) -> bool {
        let Some(outcomes) = self.batch.evaluate_all(&brood.children, is_over) else { return false };
        let Some(of_families) = self.batch.evaluate_families(&brood.neighbours, is_over) else { return false };
        self.generation += 1;
        self.evaluated += brood.len() as u64;
        // A question keeps what answers it best.
        if anew && !self.focused {
            self.members.clear();
        }
        let children = brood.children.into_iter().zip(outcomes);
        let neighbours = brood.neighbours.into_iter().zip(of_families);
        let neighbours = neighbours.flat_map(|(family, outcomes)| family.cuts.into_iter().zip(outcomes));
        let all: Vec<(Cut, Vec<Outcome>)> = children.chain(neighbours).collect();
        self.seen.extend(all.iter().map(|(cut, _)| pack(cut)));
        self.explored.extend(brood.explored);
        self.take_in(all.into_iter());
        // What left the front is never asked about again.
        let living: HashSet<&Cut> = self.archive.points().into_iter().filter_map(|point| point.place.cut()).collect();
        self.explored.retain(|cut| living.contains(cut));
        if self.bytes_of_seen() > self.limits.settings.memory / SEEN {
            // To evaluate a cut twice costs time; to remember all of them for ever costs memory without end.
            self.seen =
                living.into_iter().chain(self.members.iter().map(|m| m.cut.as_ref())).map(|c| pack(c)).collect();
        }
        true
    }

    fn bytes_of_seen(&self) -> u64 {
        let packed = self.problem.cuts.bits().div_ceil(8).min(REMEMBERED);
        (self.seen.len() * (packed + OF_SEEN)) as u64
    }

    /// Bytes that are taken, about, and that raising a brood would take beside them: points of the front are kept twice, as
    /// points and as explored, and once more where they are written down.
    pub fn bytes(&self, brood: &Brood) -> u64 {
        let cut = (self.problem.cuts.bits() + OF_POINT) as u64;
        self.bytes_of_seen() + cut * (3 * self.archive.len() + 2 * self.members.len() + 2 * brood.len()) as u64
    }

    fn take_in(&mut self, evaluated: impl Iterator<Item = (Cut, Vec<Outcome>)>) {
        let mut members = std::mem::take(&mut self.members);
        for (cut, outcomes) in evaluated {
            for outcome in &outcomes {
                self.archive.offer(&cut, outcome.clone());
            }
            let answers = Member::all_of(cut, outcomes);
            match self.focused {
                false => members.extend(answers),
                // Of each cut the best answer.
                true => members.extend(answers.min_by(|a, b| self.rating(a).total_cmp(&self.rating(b)))),
            }
        }
        let population = self.limits.settings.evolution.population;
        self.members = match self.focused {
            false => survive(members, population),
            true => {
                members.sort_by(|a, b| self.rating(a).total_cmp(&self.rating(b)));
                members.truncate(population);
                members
            }
        };
    }

    /// How far a member is from answering the question: the less the better, and more than 1 where it is no answer.
    fn rating(&self, member: &Member) -> f64 {
        let (protection, loss) = (member.outcome.protection, member.outcome.loss.value);
        match self.limits.question {
            Question::Protection(least) if protection >= least => loss,
            Question::Protection(least) => 2.0 + (least - protection) / least.abs().max(1.0),
            Question::Loss(most) if loss <= most => -protection,
            _ => f64::MAX * (loss / (1.0 + loss)),
        }
    }

    /// A point of the front, or of what answers the question best, that has gone far.
    fn far(&self, random: &mut StdRng) -> Cut {
        let points = self.archive.points();
        let cut = match self.focused {
            true => self.members.get(random.random_range(0..self.members.len().max(1))).map(|member| &*member.cut),
            false => points.get(random.random_range(0..points.len().max(1))).and_then(|point| point.place.cut()),
        };
        let mut child = cut.cloned().unwrap_or_else(|| self.problem.cuts.random(random));
        for _ in 0..random.random_range(FAR.0..=FAR.1) {
            self.problem.cuts.step(&mut child, random);
        }
        child
    }

    /// A child of one or two parents.
    fn child(&self, random: &mut StdRng) -> Cut {
        let cuts = &self.problem.cuts;
        let mut child = Cut::clone(&tournament(&self.members, random).cut);
        if random.random_bool(self.limits.settings.evolution.crossover) {
            let mut other = Cut::clone(&tournament(&self.members, random).cut);
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
        match self.limits.question {
            _ if !self.focused => order.sort_by(|a, b| room[*b].total_cmp(&room[*a])),
            // By falling protection the losses fall: the answer stands where the one or the other is no longer allowed.
            question => {
                let answers = |at: &usize| match question {
                    Question::Protection(least) => points[*at].outcome.protection >= least,
                    Question::Loss(most) => points[*at].outcome.loss.value > most,
                    Question::Front => false,
                };
                let ahead = if matches!(question, Question::Loss(_)) { 0.4 } else { 0.6 };
                let answer = order.iter().filter(|at| answers(at)).count() as f64 - ahead;
                order.sort_by(|a, b| (*a as f64 - answer).abs().total_cmp(&(*b as f64 - answer).abs()));
            }
        }
        let mut unexplored: Vec<Cut> = Vec::new();
        let mut taken: HashSet<&Cut> = HashSet::new();
        for cut in order.into_iter().filter_map(|at| points[at].place.cut()) {
            if !self.explored.contains(cut) && taken.insert(cut) {
                unexplored.push(cut.clone());
            }
        }
        unexplored
    }
}

/// Eight bits to a byte: there may be millions of cuts. Long ones are known by their hash, so that each takes as little; no
/// two that anyone has ever seen share one (SHA-256), and if two did, one of them would not be evaluated.
fn pack(cut: &[u8]) -> Box<[u8]> {
    let packed = cut.chunks(8).map(|bits| bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | bit << at));
    let packed: Box<[u8]> = packed.collect();
    if packed.len() <= REMEMBERED { packed } else { Sha256::digest(&packed).as_slice().into() }
}
