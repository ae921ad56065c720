//! NSGA-II over cuts, as published (Dewri et al., chapter 1.4.3 to 1.5; Deb et al. 2002).

use rand::RngExt;
use rand::rngs::StdRng;

use super::budget::Spending;
use super::checkpoint::{Checkpoint, Saved, State};
use super::population::{Member, lot, survive, tournament};
use super::{About, Limits};
use crate::error::Result;
use crate::evaluate::{Batch, Problem};
use crate::front::{Archive, Found, Front, UnitBox, hypervolume};
use crate::space::{Cut, Space};
use crate::study::Evolution;
use crate::watch::Watch;

pub const NSGA2: About = About {
    name: "nsga2",
    does: "evolves a population of cuts: rank, crowding, tournament, crossover, mutation, as published",
    proves: "nothing: points may be missing or beaten",
    certifies: false,
    spaces: &[Space::Cuts],
    improves: false,
    run,
};

/// Generations unless told otherwise (chapter 1.5).
const GENERATIONS: u64 = 250;
/// The hypervolume is measured every so many generations, for whoever watches.
const MEASURED: u64 = 10;

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let Evolution { population, generations, .. } = limits.evolution;
    let generations = generations.unwrap_or(GENERATIONS);
    let spending = Spending::begin(limits.budget, watch);
    let (batch, scales) = (Batch::new(problem, limits.threads())?, UnitBox::of(problem));
    let (mut checkpoint, saved) = Checkpoint::open(problem, NSGA2.name, limits)?;
    watch.begin("evolving", generations);

    let (mut generation, mut evaluated, mut parents) = match saved {
        Some(state) => {
            let parents = Saved::members(&state.population, problem, &batch)?;
            (state.generation, state.evaluated, survive(parents, population))
        }
        // A random valid population (chapter 1.4.5).
        None => {
            let mut random = lot(limits.seed, 0);
            let cuts = (0..population).map(|_| problem.cuts.random(&mut random)).collect();
            (0, population as u64, survive(members(&batch, cuts), population))
        }
    };
    let state = |generation: u64, evaluated: u64, parents: &[Member]| State {
        generation,
        evaluated,
        population: Saved::all(parents.iter().map(|member| (&member.cut, &member.outcome)), &batch),
        ..State::default()
    };
    watch.advance(generation);
    while generation < generations && spending.left(evaluated) >= population {
        generation += 1;
        let children = offspring(problem, limits, &parents, &mut lot(limits.seed, generation));
        evaluated += children.len() as u64;
        // Parents and offspring together; the better half lives on.
        parents.extend(members(&batch, children));
        parents = survive(parents, population);
        watch.advance(1);
        watch.tell(evaluated, parents.len());
        if generation % MEASURED == 0 {
            watch.evolved(generation, hypervolume(&places(problem, &scales, &parents)));
        }
        if checkpoint.is_due() {
            checkpoint.write(|| state(generation, evaluated, &parents))?;
        }
    }
    checkpoint.write(|| state(generation, evaluated, &parents))?;

    let mut archive = Archive::one_of_each(Space::Cuts);
    for member in parents {
        archive.offer(&member.cut, member.outcome);
    }
    let end = if generation < generations { spending.why() } else { format!("{generation} generations are over") };
    let found = Found {
        algorithm: NSGA2.name,
        evaluated,
        why: format!("{end}; points may be missing or beaten"),
        seconds: spending.elapsed().as_secs_f64(),
        threads: limits.threads(),
        ..Found::default()
    };
    Ok(Front { points: archive.into_points(), found })
}

/// As many children as there are parents: two by two from tournaments, crossed and mutated.
fn offspring(problem: &Problem, limits: &Limits, parents: &[Member], random: &mut StdRng) -> Vec<Cut> {
    let Evolution { population, crossover, mutation, .. } = limits.evolution;
    let mut children = Vec::with_capacity(population + 1);
    while children.len() < population {
        let mut pair = [(); 2].map(|()| tournament(parents, random).cut.clone());
        if random.random_bool(crossover) {
            let [mother, father] = &mut pair;
            problem.cuts.cross(mother, father, random);
        }
        for mut child in pair {
            problem.cuts.flip(&mut child, mutation, random);
            children.push(child);
        }
    }
    children.truncate(population);
    children
}

/// Where the living stand in the unit box.
fn places(problem: &Problem, scales: &UnitBox, members: &[Member]) -> Vec<Vec<f64>> {
    members.iter().map(|member| scales.place(&problem.values(&member.outcome))).collect()
}

fn members(batch: &Batch, cuts: Vec<Cut>) -> Vec<Member> {
    let outcomes = batch.evaluate(&cuts);
    cuts.iter().zip(outcomes).flat_map(|(cut, outcomes)| Member::all_of(cut, outcomes)).collect()
}
