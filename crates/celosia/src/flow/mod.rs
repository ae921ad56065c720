//! The whole flow: from a study to a counted table and its problem, from there to fronts, and from a point to its release.

mod certificates;
mod kept;
mod lattice;
mod request;
mod required;
mod utility;

pub use request::Request;

use std::sync::Arc;
use std::time::{Duration, Instant};

use self::kept::may_keep_persons;
use crate::bound;
use crate::choose::{self, Choice};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::frequency::Frequency;
use crate::front::{Front, Least, Point};
use crate::hierarchy::Hierarchy;
use crate::loss;
use crate::open::{self, Given, Opened, Quasi, Source};
use crate::privacy;
use crate::release::beside::{self, Beside};
use crate::release::{Options, Plan};
use crate::search::{self, About, Budget, Clock, Languages, Limits, NEIGHBOURS, Named, Question};
use crate::space::cuts::{Order, fit};
use crate::space::{Cuts, Grouping, Language, Lattice, Node, Space};
use crate::study::{Bounds, Column, Role, Search, Study, Suppression};
use crate::table::{Domain, Table};
use crate::threads;
use crate::watch::Watch;

/// A study with its table counted and its problem stated.
pub struct Flow {
    /// The table and what its codes mean: what a release needs beside the problem.
    pub source: Source,
    /// The problem that searches see.
    pub problem: Problem,
    /// How long it took to prepare the problem once the rows were read: a budget of time covers that too.
    prepared: Duration,
}

impl Flow {
    /// Opens and counts the table, builds the hierarchies and states the problem. Names of the search, the space and the
    /// objectives are checked first, so that a slip of the pen does not cost a pass over the data.
    pub fn open(study: Study, watch: &dyn Watch) -> Result<Flow> {
        Flow::open_on(study, None, watch)
    }

    /// The same with a session of the engine that the study names, where it names one.
    pub fn open_on(study: Study, engine: Option<Arc<dyn Engine>>, watch: &dyn Watch) -> Result<Flow> {
        Flow::opened(study, engine.map_or(Given::Nothing, Given::Engine), watch)
    }

    /// The same with rows that the caller has, whatever the study says of where they are.
    pub fn open_table(study: Study, table: Table, watch: &dyn Watch) -> Result<Flow> {
        Flow::opened(study, Given::Table(table), watch)
    }

    fn opened(study: Study, given: Given, watch: &dyn Watch) -> Result<Flow> {
        let named = search::named(&study.place, &study.search)?;
        let suppression = named.suppression(&study.place, &study.suppression)?;
        study.objectives.privacy.iter().try_for_each(|name| privacy::find(name).map(drop))?;
        study.objectives.loss.iter().try_for_each(|name| loss::find(name).map(drop))?;
        may_keep_persons(&study, named.space)?;
        let Opened { source, frequency, took } = open::open(study, given, watch)?;
        // From here on a budget counts.
        let began = Instant::now();
        let study = &source.study;
        extents_are_known(study, &frequency)?;
        watch.begin("stating the problem", 0);
        let lattice = Lattice::new(source.quasi().map(|quasi| quasi.hierarchy), study.objectives.domain);
        let cuts = cuts(&source, named.space, &lattice, &[])?;
        watch.check()?;
        let problem = Problem::new(frequency, lattice, nearness(&source), &study.objectives, &suppression)?;
        let problem = problem.with_cuts(cuts).requiring(&study.require)?;
        Ok(Flow { source, problem, prepared: took + began.elapsed() })
    }

    /// The same problem where these columns are told apart in steps of a width at the finest, in place of what the study
    /// says of them: the counts are copied, the rows are not read again.
    pub fn granular(&self, widths: &[(String, f64)]) -> Result<Problem> {
        let (study, problem) = (&self.source.study, &self.problem);
        let names: Vec<&str> = study.with_role(Role::QuasiIdentifier).map(|column| column.name.as_str()).collect();
        if let Some((stranger, _)) = widths.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            return Err(Error::unknown("granularity", "quasi-identifier", stranger, names.iter().copied()));
        }
        let cuts = cuts(&self.source, Space::Cuts, &problem.lattice, widths)?;
        let suppression = Suppression { rule: Some(problem.rule), limit: study.suppression.limit };
        let (frequency, lattice) = (problem.frequency.clone(), problem.lattice.clone());
        let problem = Problem::new(frequency, lattice, nearness(&self.source), &study.objectives, &suppression)?;
        problem.with_cuts(cuts).requiring(&study.require)
    }

    /// Every best trade-off of such a problem.
    pub fn front_of(&self, problem: &Problem, request: &Request, watch: &dyn Watch) -> Result<Front> {
        self.run(problem, request, Question::Front, watch)
    }

    /// The request that the study makes: its search, in its space, for the whole front.
    pub fn request(&self) -> Request {
        self.source.study.search.clone().into()
    }

    /// The search that a request means. Where it names none: the first of [`search::SEARCHES`] that is the default of the
    /// space and can run on the problem.
    pub fn search_of(&self, request: &Request) -> Result<&'static About> {
        self.named(request)?.search(&self.problem)
    }

    /// Every best trade-off, or the one that the request asks for, with its ties.
    pub fn front(&self, request: &Request, watch: &dyn Watch) -> Result<Front> {
        match request.choice {
            Some(choice) => self.answer(request, choice, watch),
            None => {
                let front = self.run(&self.problem, request, Question::Front, watch)?;
                // A front of nothing looks like one of a table that is private as it is.
                if self.problem.requires() && front.points.is_empty() {
                    watch.check()?;
                    let found =
                        if front.found.complete { "" } else { " among those found, and the search is not complete" };
                    let what = format!("no point meets what is required{found}");
                    return Err(Error::No { what, hint: "require less, or allow more suppression".into() });
                }
                Ok(front)
            }
        }
    }

    fn named(&self, request: &Request) -> Result<Named> {
        search::named(&self.source.study.place, &request.settings)
    }

    /// The one point of the front that a choice means, with its ties. Exact search computes no more of the front than
    /// that takes; of another search's front it is chosen.
    fn answer(&self, request: &Request, choice: Choice, watch: &dyn Watch) -> Result<Front> {
        let model = self.problem.model();
        // What is asked, and the end of the front that says how much can be asked.
        let (asked, question, end) = match choice {
            Choice::Privacy(level) => {
                let question = Question::Protection(model.protection(level));
                (Some((model.parameter, level)), question, Question::Loss(f64::INFINITY))
            }
            Choice::MaxLoss(loss) => {
                (Some(("max-loss", loss)), Question::Loss(loss), Question::Protection(f64::NEG_INFINITY))
            }
            Choice::LeastLoss => {
                (Some((choose::LEAST_LOSS, 0.0)), Question::Protection(f64::NEG_INFINITY), Question::Front)
            }
            Choice::Knee | Choice::Point(_) => (None, Question::Front, Question::Front),
        };
        let apart = if choice == Choice::LeastLoss { self.for_least_loss()? } else { None };
        let problem = apart.as_ref().unwrap_or(&self.problem);
        let mut front = self.run(problem, request, question, watch)?;
        let chosen = match choose::choose(&front, model, choice) {
            Ok(chosen) => chosen,
            Err(no) if !front.found.complete => {
                watch.check()?;
                return Err(Error::No {
                    what: format!("{no} among those found, and the search is not complete: {}", front.found.why()),
                    hint: "give it a larger budget, or ask for less".into(),
                });
            }
            Err(no) if front.points.is_empty() => {
                return Err(choose::choose(&self.run(&self.problem, request, end, watch)?, model, choice)
                    .err()
                    .unwrap_or(no));
            }
            Err(no) => return Err(no),
        };
        front.points = vec![front.points.swap_remove(chosen)];
        front.found.gaps = front.found.gaps.map(|gaps| vec![gaps[chosen]]);
        front.found.least = front.found.least.map(|least| Least { of_points: vec![least.of_points[chosen]], ..least });
        front.found.question = asked;
        // With further objectives the proof is of more points than the one that is chosen here.
        front.found.proof = front.found.proof.filter(|_| self.problem.objectives().len() == 2);
        Ok(front)
    }

    /// One node of the lattice, by the level of each quasi-identifier's hierarchy, with the least suppression that reaches a
    /// privacy level, or with the least of all: for whoever knows what to publish. Nothing is searched.
    pub fn node(&self, levels: &[(String, u8)], privacy: Option<f64>) -> Result<Point> {
        let node = self.node_of("release.levels", levels)?;
        let outcomes = self.problem.outcomes(&node, &self.problem.classes(&node));
        let model = self.problem.model();
        let asked = privacy.map_or(f64::NEG_INFINITY, |level| model.protection(level));
        let best = outcomes.iter().map(|outcome| outcome.protection).fold(f64::NEG_INFINITY, f64::max);
        let enough = outcomes.into_iter().filter(|outcome| outcome.protection >= asked);
        let outcome = enough.min_by_key(|outcome| outcome.suppressed).ok_or_else(|| Error::No {
            what: match privacy {
                Some(level) if best > f64::NEG_INFINITY => {
                    format!("these levels do not reach {} of {level}", model.name)
                }
                _ => "these levels do not meet what is required".to_string(),
            },
            hint: match best == f64::NEG_INFINITY {
                true => "require less, allow more suppression, or choose higher levels".into(),
                false => {
                    format!("they reach {}; allow more suppression, or ask for less", choose::say_level(model, best))
                }
            },
        })?;
        Ok(Point { place: node.into(), outcome, ties: Vec::new() })
    }

    /// The node whose levels these are, by the numbers that the hierarchies give them; `key` is what errors call it.
    fn node_of(&self, key: &str, levels: &[(String, u8)]) -> Result<Node> {
        let names: Vec<&str> =
            self.source.study.with_role(Role::QuasiIdentifier).map(|column| column.name.as_str()).collect();
        if let Some((stranger, _)) = levels.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            return Err(Error::unknown(key, "quasi-identifier", stranger, names.iter().copied()));
        }
        let level = |Quasi { said, hierarchy, .. }: Quasi| {
            let name = &said.name;
            let place = format!("{key}, {name}");
            let (lowest, top) = (hierarchy.floor, hierarchy.height());
            let given: Vec<u8> = levels.iter().filter(|(known, _)| known == name).map(|(_, level)| *level).collect();
            match given[..] {
                [level] if (lowest..=top).contains(&usize::from(level)) => Ok(level - lowest as u8),
                [level] => {
                    Err(Error::study(place, format!("there is no level {level}"), format!("give {lowest} to {top}")))
                }
                [] => Err(Error::study(place, "no level is given", "name every quasi-identifier, such as age=2,sex=0")),
                _ => Err(Error::study(place, "it is given twice", "give each quasi-identifier one level")),
            }
        };
        self.source.quasi().map(level).collect()
    }

    /// The point of a front that a choice means.
    pub fn pick<'f>(&self, front: &'f Front, choice: Choice) -> Result<&'f Point> {
        choose::choose(front, self.problem.model(), choice).map(|chosen| &front.points[chosen])
    }

    /// The release of a point, to be [written](Plan::write) or handed over as [record batches](Plan::to_batches).
    pub fn release<'a>(&'a self, point: &'a Point, options: Options) -> Plan<'a> {
        Plan::new(&self.source, &self.problem, point, options)
    }

    /// Whom the columns that a release would show as they are single out: refused there where it is too many.
    pub fn beside(&self, watch: &dyn Watch) -> Result<Vec<Beside>> {
        beside::of_source(&self.source, watch)
    }

    fn run(&self, problem: &Problem, request: &Request, question: Question, watch: &dyn Watch) -> Result<Front> {
        let named = self.named(request)?;
        let about = named.search(problem)?;
        may_keep_persons(&self.source.study, named.space)?;
        problem.can_meet_what_is_required()?;
        let clock = Some(Clock::after(self.prepared));
        let mut limits = Limits { question, space: named.space, clock, ..request.settings.clone().into() };
        if let Some(start) = &limits.settings.start {
            let key = format!("{}, search.start", self.source.study.place);
            limits.base = Some(self.node_of(&key, start)?);
        }
        if named.space == Space::Regions {
            limits.languages = Arc::new(self.languages(&limits.settings)?);
        }
        // Who names a search that ends by itself wants its end.
        let unasked = about.offers.anytime && lattice::limit(problem, &mut limits);
        let budget = limits.settings.budget;
        watch.search_begins(budget.time.or(budget.evaluations.map(|_| Duration::MAX)));
        let mut seconds = 0.0;
        let mut no_cuts = Vec::new();
        if about.offers.start && problem.is_bounded() {
            let lattice = self.lattice_front(problem, &limits, watch)?;
            limits.spent = lattice.found.evaluated + lattice.found.looks;
            seconds = lattice.found.seconds;
            for point in lattice.points {
                let cut = |node| problem.cuts.of_node(&problem.lattice, node);
                match point.place.node().and_then(cut) {
                    Some(cut) => limits.start.push(cut),
                    None => no_cuts.push(point),
                }
            }
        }
        // A part of the budget of a large lattice goes into bounds of what its search leaves open.
        let bounded = named.space == Space::Lattice && (about.offers.proof || about.offers.anytime);
        let searched = if bounded { search::searched(problem, &limits) } else { None };
        limits.settings.budget = searched.unwrap_or(budget);
        if about.offers.nodes {
            (limits.nodes, limits.spent) = lattice::climbed(problem, &limits, watch)?;
        }
        let mut front = (about.run)(problem, &limits, watch)?;
        if searched.is_some() && !front.found.complete && !watch.stopped() {
            limits.settings.budget = budget;
            search::prove(problem, &limits, &mut front, watch)?;
        }
        watch.search_ends();
        if about.offers.nodes {
            // Those that it began with it has evaluated once more.
            front.found.evaluated += limits.spent.saturating_sub(limits.nodes.len() as u64);
        }
        if unasked {
            lattice::say_unasked(&mut front);
        }
        front.found.seconds += seconds;
        front.found.space = named.space;
        // Where values were joined to fit into memory, nodes that tell them apart may still be the best that there is.
        if problem.cuts.are_joined() {
            front.take_in(no_cuts);
        }
        if named.space == Space::Regions || limits.settings.prove {
            let began = Instant::now();
            front.found.least = self.least(problem, &limits, &front, watch)?;
            front.found.bound_seconds = began.elapsed().as_secs_f64();
        }
        if let (Space::Regions, Some(least)) = (named.space, &front.found.least) {
            let gap = |(point, least): (&Point, &f64)| (point.outcome.loss.value - least).max(0.0);
            front.found.gaps = Some(front.points.iter().zip(&least.of_points).map(gap).collect());
        }
        Ok(front)
    }

    /// What no recoding into classes with labels of their own can undercut, point by point. Of the lattice and of cuts only where
    /// all that a point shows are such labels too.
    fn least(&self, problem: &Problem, limits: &Limits, front: &Front, watch: &dyn Watch) -> Result<Option<Least>> {
        let settings = &limits.settings;
        let tight = self.languages(&Search { bounds: Bounds::Tight, ..settings.clone() })?.of_all;
        let are_labels = |point: &Point| {
            let sets = problem.shown(&point.place).sets(&problem.frequency);
            sets.iter().zip(&tight).all(|(sets, language)| {
                sets.iter().filter(|set| set.size() > 0).all(|set| language.is_label(set.values))
            })
        };
        if limits.space != Space::Regions && !front.points.iter().all(are_labels) {
            watch.note(
                "note: there is no bound: some groups are not labels that classes of their own could show (see --labels)",
            );
            return Ok(None);
        }
        let mut asked = front.clone();
        // Of a question the one point that answers it.
        if let Question::Protection(least) = limits.question {
            asked.points.retain(|point| point.outcome.protection >= least);
            asked.points = asked.points.pop().into_iter().collect();
        }
        // A proof that was asked for takes the time that it takes.
        let is_over = || watch.stopped();
        let pool = threads::pool(settings.threads)?;
        let found = pool.install(|| bound::least(problem, &tight, &asked, settings, &is_over, watch));
        let of_all = |mut least: Least| {
            // As private as that one are all others of the answer.
            if let [only] = least.of_points[..] {
                least.of_points = vec![only; front.points.len()];
            }
            least
        };
        Ok(found.map(of_all))
    }

    /// What classes may show of each column, in the space of regions.
    fn languages(&self, settings: &Search) -> Result<Languages> {
        let parts = self.source.quasi().zip(&self.problem.lattice.levels);
        let parts: Vec<Part> = parts
            .map(|(quasi, levels)| (quasi.said.clone(), quasi.domain.clone(), quasi.hierarchy.clone(), levels.clone()))
            .collect();
        let told = (settings.labels, settings.bounds);
        let of = move |rows: &[Vec<u64>]| -> Result<Vec<Language>> {
            let of_column = |((said, domain, hierarchy, levels), rows): (&Part, &Vec<u64>)| {
                Language::new(said, domain, hierarchy, levels, told, rows)
            };
            parts.iter().zip(rows).map(of_column).collect()
        };
        let rows: Vec<Vec<u64>> = self.problem.frequency.attributes.iter().map(|a| a.counts.clone()).collect();
        Ok(Languages { of_all: of(&rows)?, of_released: Some(Box::new(of)) })
    }

    /// What the search of the lattice finds with a part of the budget: where evolution begins. The part is counted in
    /// evaluations, so that the same seed gives the same start.
    fn lattice_front(&self, problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
        let whole = limits.settings.budget;
        let evaluations = whole.evaluations.map_or(START, |most| (most / 4).clamp(1, START));
        // A quarter of the time that is left.
        let time = whole.time.map(|time| self.prepared + time.saturating_sub(self.prepared) / 4);
        let budget = Budget { evaluations: Some(evaluations), time };
        let settings = Search { budget, ..limits.settings.clone() };
        let limits = Limits { settings, space: Space::Lattice, question: Question::Front, ..limits.clone() };
        (search::default_for(Space::Lattice, problem)?.run)(problem, &limits, watch)
    }
}

/// The cuts of a study's columns, in steps of these widths where some are given.
fn cuts(source: &Source, space: Space, lattice: &Lattice, widths: &[(String, f64)]) -> Result<Cuts> {
    let order = |(quasi, levels): (Quasi, &Vec<Grouping>)| {
        let mut said = quasi.said.clone();
        if let Some((name, width)) = widths.iter().find(|(name, _)| *name == said.name) {
            said.cuts.granularity = Some(*width);
            said = said.checked(&format!("[columns.{name}]"))?;
        }
        Order::of(&said, quasi.domain, quasi.hierarchy, levels)
    };
    let orders = source.quasi().zip(&lattice.levels).map(order).collect::<Result<_>>()?;
    Ok(Cuts::new(lattice, that_fit(&source.study, space, lattice, orders)?))
}

fn nearness(source: &Source) -> Vec<Option<Vec<Vec<u32>>>> {
    source.sensitive().map(|sensitive| sensitive.nearness.cloned()).collect()
}

/// Orders of the values that fit into the memory, joined where they must be. A granularity is not changed, but refused.
fn that_fit(study: &Study, space: Space, lattice: &Lattice, mut orders: Vec<Order>) -> Result<Vec<Order>> {
    let Search { memory, evolution, threads, .. } = &study.search;
    let bytes = fit::bytes_per_bit(evolution, NEIGHBOURS, threads::used(*threads));
    let most = fit::most_places(*memory, bytes);
    fit::fit(&mut orders, &lattice.levels, most);
    if space == Space::Cuts {
        let names: Vec<&str> = study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
        fit::check(&orders, &names, most)?;
    }
    Ok(orders)
}

/// Refuses a loss that looks at the values within a class where a floor has taken them away.
fn extents_are_known(study: &Study, frequency: &Frequency) -> Result<()> {
    let attributes = study.with_role(Role::QuasiIdentifier).zip(&frequency.attributes);
    for (column, attribute) in attributes.into_iter().filter(|(column, _)| column.floor > 0) {
        for name in &study.objectives.loss {
            let looks = match loss::find(name)?.needs {
                loss::Needs::Extents => attribute.numbers.is_some(),
                loss::Needs::Counts => true,
                loss::Needs::Rows | loss::Needs::Label => false,
            };
            if looks {
                let place = format!("[columns.{}], floor", column.name);
                let what = format!(
                    "{name} looks at the values of \"{}\" within a class, which its floor leaves out",
                    column.name
                );
                return Err(Error::study(place, what, "leave out the floor, or choose another loss"));
            }
        }
    }
    Ok(())
}

/// The most nodes of the lattice that are evaluated before evolution begins.
const START: u64 = 5000;

/// What the language of a column's labels is made of.
type Part = (Column, Domain, Hierarchy, Vec<Grouping>);

/// As many threads as a study says.
fn pool(study: &Study) -> Result<rayon::ThreadPool> {
    threads::pool(study.search.threads)
}
