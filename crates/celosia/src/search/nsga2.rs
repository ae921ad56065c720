//! NSGA-II over cuts, as published (Dewri et al., chapter 1.4.3 to 1.5; Deb et al. 2002).

use rand::RngExt;
use rand::rngs::StdRng;

use super::budget::Spending;
use super::checkpoint::{Checkpoint, Saved, State};
use super::population::{Member, lot, survive, tournament};
use super::{About, Limits, Needs, Offers};
use crate::error::Result;
use crate::evaluate::{Batch, Problem};
use crate::front::{Archive, Found, Front, Open, Stopped, UnitBox, hypervolume};
use crate::space::{Cut, Space};
use crate::study::{Crossing, Evolution};
use crate::watch::Watch;

pub const NSGA2: About = About {
    name: "nsga2",
    does: "evolves a population of cuts: rank, crowding, tournament, crossover, mutation, as published; where the papers \
           leave open what they mean, there is a setting, and its default is one reading of the text",
    proves: "nothing: points may be missing or beaten",
    spaces: &[Space::Cuts],
    default_in: &[],
    needs: Needs::NOTHING,
    offers: Offers { checkpoints: true, ..Offers::NOTHING },
    run,
};

/// Generations unless told otherwise (chapter 1.5).
const GENERATIONS: u64 = 250;
/// The generations from one measure of the hypervolume to the next, for whoever watches.
const MEASURED: u64 = 10;

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let Evolution { population, generations, .. } = limits.settings.evolution;
    let generations = generations.unwrap_or(GENERATIONS);
    let spending = Spending::begin(limits, watch);
    let (batch, scales) = (Batch::new(problem, limits.threads())?, UnitBox::of(problem));
    let is_over = || spending.is_over();
    let (mut checkpoint, saved) = Checkpoint::open::<State>(problem, NSGA2.name, limits)?;
    watch.begin("evolving", generations);

    let (mut generation, mut evaluated, mut parents) = match saved {
        Some(state) => {
            let parents = Saved::members(&state.population, problem, &batch)?;
            (state.generation, state.evaluated, survive(parents, population))
        }
        // A random valid population (chapter 1.4.5).
        None => {
            let mut random = lot(limits.settings.seed, 0);
            let cuts: Vec<Cut> = (0..population).map(|_| problem.cuts.random(&mut random)).collect();
            let outcomes = batch.evaluate_some(&cuts, &is_over);
            let evaluated = outcomes.iter().flatten().count();
            let known = cuts.into_iter().zip(outcomes).filter_map(|(cut, outcomes)| Some((cut, outcomes?)));
            let mut members: Vec<Member> = known.flat_map(|(cut, outcomes)| Member::all_of(cut, outcomes)).collect();
            // Where none of them meets what is required, the coarsest cut does if any does.
            if members.is_empty() {
                let coarsest = problem.cuts.coarsest();
                let outcomes = batch.evaluate(std::slice::from_ref(&coarsest)).pop().unwrap_or_default();
                members.extend(Member::all_of(coarsest, outcomes));
            }
            (0, evaluated as u64, survive(members, population))
        }
    };
    let state = |generation: u64, evaluated: u64, parents: &[Member]| State {
        generation,
        evaluated,
        population: Saved::all(parents.iter().map(|member| (member.cut.as_ref(), &member.outcome)), &batch),
        ..State::default()
    };
    watch.advance(generation);
    while generation < generations && spending.left(evaluated) >= population {
        let children = offspring(problem, limits, &parents, &mut lot(limits.settings.seed, generation + 1));
        // A generation is whole or does not take place, so that a search can go on from its end.
        let Some(outcomes) = batch.evaluate_all(&children, &is_over) else { break };
        generation += 1;
        evaluated += children.len() as u64;
        // Parents and offspring together; the better half lives on.
        parents.extend(children.into_iter().zip(outcomes).flat_map(|(cut, outcomes)| Member::all_of(cut, outcomes)));
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
    // What is less than the first population is nothing to go on from.
    if evaluated >= population as u64 {
        checkpoint.write(|| state(generation, evaluated, &parents))?;
    }

    let mut archive = Archive::one_of_each();
    for member in parents {
        archive.offer(member.cut.as_ref(), member.outcome);
    }
    let stopped = if generation < generations { spending.why() } else { Stopped::Generations(generation) };
    let found = Found {
        algorithm: NSGA2.name,
        evaluated,
        stopped,
        open: Open::Points,
        seconds: spending.elapsed().as_secs_f64(),
        threads: limits.threads(),
        ..Found::default()
    };
    Ok(Front { points: archive.into_points(), found })
}

/// As many children as there are parents: two by two from tournaments, crossed and mutated.
fn offspring(problem: &Problem, limits: &Limits, parents: &[Member], random: &mut StdRng) -> Vec<Cut> {
    let Evolution { population, crossover, crossing, mutation, mutation_per, .. } = limits.settings.evolution;
    let mut children = Vec::with_capacity(population + 1);
    while children.len() < population {
        let mut pair = [(); 2].map(|()| Cut::clone(&tournament(parents, random).cut));
        if random.random_bool(crossover) {
            let [mother, father] = &mut pair;
            match crossing {
                Crossing::Valid => problem.cuts.cross(mother, father, random),
                Crossing::Together => problem.cuts.cross_together(mother, father, random),
                Crossing::Repaired => problem.cuts.cross_and_repair(mother, father, random),
            }
        }
        for mut child in pair {
            problem.cuts.flip(&mut child, mutation, mutation_per, random);
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
