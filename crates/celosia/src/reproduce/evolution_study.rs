//! The chapter's study (1.5), and what its text leaves open: of what the mutation rate of 0.1 is a rate, in which steps ages
//! stand, and whether a single point crosses all columns or each. Every figure of the chapter is run under each reading, with several seeds, and beside `evolve`.

use std::fmt::Write;

use serde_json::{Value, json};

use super::Options;
use super::scatter::{Mark, Series};
use super::statement::{Holds, Statement};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::flow::{Flow, Request};
use crate::front::{Front, Point};
use crate::say::{self, thousands};
use crate::study::{Crossing, Evolution, MutationPer, Study, StudyFile};
use crate::watch::Watch;

/// Seeds of each reading unless told otherwise.
const SEEDS: usize = 3;
/// The chapter's example of a granularity (1.4.2).
const YEARS: f64 = 5.0;

/// One way to read what the chapter says of NSGA-II's settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// Do ages stand in steps of five years, as in the chapter's example of a granularity?
    pub by_fives: bool,
    /// The mutation rate, and of what it is one.
    pub mutation: (f64, MutationPer),
    /// Is there one point for all columns, or one for each?
    pub crossing: Crossing,
}

/// Every rate with ages in both ways, crossed at one point; and the usual one crossed column by column, whose other rates
/// stand in `bench/evolution`. The last rate is that of Deb et al. 2002, whose algorithm it is; the chapter prints another.
pub const READINGS: [Reading; 9] = {
    const RATES: [(f64, MutationPer); 4] =
        [(0.1, MutationPer::Bit), (0.1, MutationPer::Column), (0.1, MutationPer::Child), (1.0, MutationPer::Child)];
    let apart = Reading { by_fives: true, mutation: (0.1, MutationPer::Column), crossing: Crossing::Valid };
    let mut readings = [apart; 9];
    let mut at = 0;
    while at < 8 {
        readings[at] = Reading { by_fives: at >= 4, mutation: RATES[at % 4], crossing: Crossing::Together };
        at += 1;
    }
    readings
};

impl Reading {
    /// The one that is ours where none is named: of those that the text allows the one with the highest mean hypervolume
    /// over ten seeds (`bench/evolution`).
    pub fn usual() -> Reading {
        let Evolution { mutation, mutation_per, crossing, .. } = Evolution::default();
        Reading { by_fives: true, mutation: (mutation, mutation_per), crossing }
    }

    /// "0.1 per bit, ages by fives, one point for all".
    pub fn name(self) -> String {
        let (rate, per) = self.mutation;
        let rate = if rate == 1.0 { "one bit".into() } else { rate.to_string() };
        let ages = if self.by_fives { "by fives" } else { "one by one" };
        let point = if self.crossing == Crossing::Together { "one point for all" } else { "a point per column" };
        format!("{rate} per {}, ages {ages}, {point}", per.name())
    }
}

/// So many readings are named one by one.
const NAMED: usize = 3;

/// What is said of all of them.
pub const ALL: &str = "all nine";

/// How much is spent: the chapter's numbers, or fewer where a test only looks whether all is there.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Cuts that live at a time, and generations.
    pub evolution: Evolution,
    /// Evaluations of `evolve`, where they are limited.
    pub evaluations: Option<u64>,
}

impl Effort {
    /// The chapter's.
    pub fn published() -> Effort {
        Effort { evolution: Evolution { generations: Some(250), ..Evolution::default() }, evaluations: None }
    }

    /// A few generations of a few cuts.
    #[cfg(test)]
    pub fn small() -> Effort {
        let evolution = Evolution { population: 12, generations: Some(3), ..Evolution::default() };
        Effort { evolution, evaluations: Some(600) }
    }
}

/// The study, counted once, with both ways in which ages may stand.
pub struct Chapter {
    pub flow: Flow,
    by_fives: Problem,
    effort: Effort,
    seed: u64,
    pub seeds: u64,
}

/// What a search finds, seed by seed.
pub struct Runs {
    /// "nsga2" or "evolve", and how it was read.
    pub name: String,
    /// The first is that of the seed that was asked for.
    pub fronts: Vec<Front>,
    pub volumes: Vec<f64>,
}

impl Chapter {
    /// Nine attributes, of which four are held to their hierarchies (1.5).
    pub fn open(
        problem: &str,
        limit: Option<&str>,
        options: &Options,
        effort: Effort,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let mut file = StudyFile::read(&options.adult.with_file_name("study.toml"))?;
        file.set_column("occupation", "role", "quasi-identifier".into());
        for (constrained, columns) in [
            (false, &["age", "education", "race", "sex", "salary-class"][..]),
            (true, &["workclass", "marital-status", "occupation", "native-country"]),
        ] {
            for column in columns {
                file.set_column(column, "constrained", constrained.into());
            }
        }
        file.objectives = Default::default();
        file.objectives.problem = Some(problem.into());
        file.suppression = Default::default();
        file.suppression.limit = limit.map(Into::into);
        file.search.space = Some("cuts".into());
        let flow = Flow::open(Study::check("the chapter's study", &file)?, watch)?;
        let by_fives = flow.granular(&[("age".into(), YEARS)])?;
        let seeds = options.runs.unwrap_or(SEEDS).max(1) as u64;
        Ok(Chapter { flow, by_fives, effort, seed: options.seed, seeds })
    }

    /// The problem as a reading has it. Losses are counted by single years in both, so they can be compared.
    pub fn problem(&self, reading: Reading) -> &Problem {
        if reading.by_fives { &self.by_fives } else { &self.flow.problem }
    }

    /// NSGA-II under a reading, with this many seeds.
    pub fn nsga2(&self, reading: Reading, seeds: u64, watch: &dyn Watch) -> Result<Runs> {
        let Reading { mutation: (mutation, mutation_per), crossing, .. } = reading;
        let mut request = self.flow.request().search("nsga2");
        request.settings.evolution = Evolution { mutation, mutation_per, crossing, ..self.effort.evolution };
        self.runs(reading.name(), self.problem(reading), request, seeds, watch)
    }

    /// `evolve`, which chooses its own steps; ages stand one by one.
    pub fn evolve(&self, seeds: u64, watch: &dyn Watch) -> Result<Runs> {
        let mut request = self.flow.request().search("evolve");
        request.settings.budget.evaluations = self.effort.evaluations;
        self.runs("evolve".into(), &self.flow.problem, request, seeds, watch)
    }

    fn runs(&self, name: String, problem: &Problem, request: Request, seeds: u64, watch: &dyn Watch) -> Result<Runs> {
        let mut runs = Runs { name, fronts: Vec::new(), volumes: Vec::new() };
        for seed in self.seed..self.seed + seeds {
            let front = self.flow.front_of(problem, &request.clone().seed(seed), watch)?;
            // Half a search would look like a whole one in a figure.
            watch.check()?;
            runs.volumes.push(front.hypervolume(problem));
            runs.fronts.push(front);
        }
        Ok(runs)
    }

    /// Every reading, and `evolve`.
    pub fn all(&self, watch: &dyn Watch) -> Result<Found> {
        let readings = READINGS.iter().map(|reading| self.nsga2(*reading, self.seeds, watch));
        Ok(Found { readings: readings.collect::<Result<_>>()?, evolve: self.evolve(self.seeds, watch)? })
    }

    /// The study in one line.
    pub fn conditions(&self) -> String {
        let Evolution { population, crossover, .. } = self.effort.evolution;
        format!(
            "Adult, {} rows, nine attributes, {} bits ({} with ages by fives); population {population}, crossover {crossover}",
            thousands(self.flow.problem.frequency.rows as f64),
            self.flow.problem.cuts.bits(),
            self.by_fives.cuts.bits(),
        )
    }
}

/// What all readings and `evolve` find.
pub struct Found {
    /// In the order of [`READINGS`].
    pub readings: Vec<Runs>,
    pub evolve: Runs,
}

impl Found {
    /// The front that a figure draws: of the usual reading, with the seed that was asked for.
    pub fn usual(&self) -> &Front {
        let at = READINGS.iter().position(|reading| *reading == Reading::usual()).unwrap_or(0);
        &self.readings[at].fronts[0]
    }

    fn all(&self) -> impl Iterator<Item = &Runs> {
        self.readings.iter().chain([&self.evolve])
    }

    /// Each reading in a line.
    pub fn table(&self) -> String {
        let seeds = self.evolve.volumes.len();
        let mut text = format!("{:59} {:>7} {:>10} {:>24}\n", "", "points", "evaluated", "mean hypervolume (range)");
        for (at, runs) in self.all().enumerate() {
            let front = &runs.fronts[0];
            let (least, most) = runs.range();
            let name = match READINGS.get(at) {
                Some(reading) => {
                    format!("nsga2, {}{}", runs.name, if *reading == Reading::usual() { " ←" } else { "" })
                }
                None => runs.name.clone(),
            };
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{name:59} {:>7} {:>10} {:>24}",
                thousands(front.points.len() as f64),
                thousands(front.found.evaluated as f64),
                format!("{:.4} ({least:.4}–{most:.4})", runs.mean()),
            );
        }
        text += &format!(
            "Over {}. The chapter prints no numbers, and not which reading is its own. ← is drawn as nsga2: of those that the\n\
             text allows the best over ten seeds (bench/evolution). One bit per child is the rate of Deb et al. (2002).\n",
            say::count(seeds as u64, "seed", "seeds"),
        );
        text
    }

    /// What `evolve` has beyond NSGA-II, under the reading that favours NSGA-II most.
    pub fn gain(&self, place: &str) -> Statement {
        let best = self.readings.iter().max_by(|a, b| a.mean().total_cmp(&b.mean()));
        let (name, mean) = best.map_or((String::new(), 0.0), |runs| (runs.name.clone(), runs.mean()));
        let ours = self.evolve.mean();
        Statement {
            claim: "hypervolume of the solutions found".into(),
            place: place.into(),
            theirs: format!("{mean:.4} by NSGA-II, run here (the paper prints none)"),
            ours: format!("{ours:.4} by evolve, {:+.1} %", 100.0 * (ours / mean - 1.0)),
            holds: Holds::InKind,
            reading: format!("the best of {} for NSGA-II: {name}", READINGS.len()),
        }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let entry = |runs: &Runs| json!({ "name": runs.name, "mean": runs.mean(), "hypervolumes": runs.volumes });
        json!(self.all().map(entry).collect::<Vec<_>>())
    }

    /// The hypervolumes, a dot for each seed: readings by their number, `evolve` last.
    pub fn volumes(&self) -> Vec<Series> {
        let dots = |name: &str, mark: Mark, runs: &[(usize, &Runs)]| Series {
            name: name.into(),
            mark,
            points: runs.iter().flat_map(|(at, r)| r.volumes.iter().map(|v| (*at as f64 + 1.0, *v))).collect(),
        };
        let all: Vec<(usize, &Runs)> = self.all().enumerate().collect();
        let (readings, evolve) = all.split_at(READINGS.len());
        vec![dots("nsga2", Mark::Dot, readings), dots("evolve, hypervolume", Mark::Ring, evolve)]
    }

    /// A statement that is asked of each reading: as the usual reading has it, and once more where others see it otherwise.
    pub fn statement(&self, of: impl Fn(&Front, Reading) -> Statement) -> Vec<Statement> {
        let asked: Vec<(Reading, Statement)> = READINGS
            .iter()
            .zip(&self.readings)
            .map(|(reading, runs)| (*reading, of(&runs.fronts[0], *reading)))
            .collect();
        let Some((_, usual)) = asked.iter().find(|(reading, _)| *reading == Reading::usual()).cloned() else {
            return Vec::new();
        };
        let said = |which: &dyn Fn(&Statement) -> bool| {
            let names = |asked_for: bool| -> Vec<String> {
                let those = asked.iter().filter(|(_, s)| which(s) == asked_for);
                those.map(|(reading, _)| reading.name()).collect()
            };
            let (these, others) = (names(true), names(false));
            match (these.len(), others.len()) {
                (_, 0) => ALL.into(),
                (0..=NAMED, _) => these.join("; "),
                (_, 1..=NAMED) => format!("all but {}", others.join("; ")),
                (n, _) => format!("{n} of {}", READINGS.len()),
            }
        };
        let mut statements = vec![Statement { reading: said(&|s| s.holds == usual.holds), ..usual.clone() }];
        if let Some((_, other)) = asked.iter().find(|(_, s)| s.holds != usual.holds) {
            statements.push(Statement { reading: said(&|s| s.holds != usual.holds), ..other.clone() });
        }
        statements
    }
}

impl Runs {
    pub fn mean(&self) -> f64 {
        self.volumes.iter().sum::<f64>() / self.volumes.len().max(1) as f64
    }

    pub fn range(&self) -> (f64, f64) {
        let ends = |(least, most): (f64, f64), volume: &f64| (least.min(*volume), most.max(*volume));
        self.volumes.iter().fold((f64::INFINITY, f64::NEG_INFINITY), ends)
    }
}

/// k, or weighted-k, and the loss of a point.
pub fn values(point: &Point) -> (f64, f64) {
    (point.outcome.protection, point.outcome.loss.value)
}

/// NSGA-II as it is read here, as the chapter's words can be taken most literally, and `evolve` behind them.
pub fn series(found: &Found) -> Vec<Series> {
    let of = |name: &str, mark: Mark, front: &Front| Series {
        name: name.into(),
        mark,
        points: front.points.iter().map(values).collect(),
    };
    vec![
        of("evolve", Mark::Cloud, &found.evolve.fronts[0]),
        of("nsga2, 0.1 per bit, ages one by one", Mark::Line, &found.readings[0].fronts[0]),
        of("nsga2", Mark::Dot, found.usual()),
    ]
}

/// A front for programs.
pub fn front_json(problem: &Problem, front: &Front) -> Value {
    let points: Vec<Value> = front.points.iter().map(values).map(|(k, loss)| json!({ "k": k, "loss": loss })).collect();
    json!({
        "evaluated": front.found.evaluated, "why": front.found.why(),
        "hypervolume": front.hypervolume(problem), "points": points,
    })
}

/// The options of a test: the Adult table of this repository, one seed.
#[cfg(test)]
pub fn for_tests() -> Options {
    let adult = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/adult.csv");
    Options { adult, runs: Some(1), width: 100, ..Options::default() }
}
