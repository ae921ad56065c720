//! A region, stage by stage, until every node is decided. No core waits for another: whoever finishes the last look of a
//! stage takes in what it taught and chooses the stage after the next, while the others look at the nodes of the next.
//!
//! So the nodes of a stage are chosen without what the stage before it will teach, and what comes of each look depends on
//! the stages up to the one before that: on nothing that a faster or slower thread could change.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::block::Block;
use super::look::{Chosen, Learnt, Look};
use super::news::News;
use super::queue::Queue;
use super::region::Region;
use super::work::Work;
use crate::search::budget::Spending;
use crate::space::Area;

/// Looks that belong together, and the region being told of the stage before.
#[derive(Default)]
struct Stage {
    /// Places of the nodes that are looked at.
    looked_at: Vec<usize>,
    /// Looks and groups of blocks that are not done, and one for what is not handed out yet.
    left: AtomicUsize,
    /// What the looks taught and the groups that have heard the news, each with its number.
    learnt: Mutex<Vec<(usize, Learnt)>>,
    groups: Mutex<Vec<(usize, Vec<Block>)>>,
}

impl Stage {
    fn new(looked_at: Vec<usize>) -> Arc<Stage> {
        Arc::new(Stage { left: AtomicUsize::new(looked_at.len() + 1), looked_at, ..Stage::default() })
    }
}

/// A region being decided.
struct Run<'r, 'a> {
    look: &'r Look<'a>,
    spending: &'r Spending<'a>,
    jobs: Queue<Job<'a>>,
    state: Mutex<State<'r, 'a>>,
}

/// A part of a stage: a group of blocks hears the news, or a node is looked at.
struct Job<'a> {
    stage: Arc<Stage>,
    number: usize,
    news: Arc<News<'a>>,
    what: What,
}

enum What {
    Tell(Vec<Block>),
    Look(Chosen),
}

/// What only the end of a stage changes.
struct State<'r, 'a> {
    work: &'r mut Work<'a>,
    region: Region,
    /// The stage whose looks are under way.
    next: Arc<Stage>,
    /// Nodes that the caller has heard are decided.
    told: usize,
}

impl<'a> Work<'a> {
    /// Decides every node of a small box; returns what is left when the budget ends.
    pub(super) fn region(&mut self, area: Area) -> Vec<(f64, f64)> {
        let mut region = Region::new(self.look.problem, area);
        self.remind(&mut region);
        let (look, spending, first) = (self.look, self.spending, Stage::new(Vec::new()));
        let state = Mutex::new(State { work: self, region, next: Stage::new(Vec::new()), told: 0 });
        let run = Run { look, spending, jobs: Queue::new(), state };
        run.end(&first);
        rayon::in_place_scope(|scope| scope.spawn_broadcast(|_, _| run.jobs.work(|job| run.carry_out(job))));
        let State { region, work, told, .. } = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        work.watch.advance((region.size() - region.open().len() - told) as u64);
        region.remaining().collect()
    }
}

impl<'a> Run<'_, 'a> {
    fn carry_out(&self, Job { stage, number, news, what }: Job<'a>) {
        match what {
            What::Tell(mut group) => {
                group.iter_mut().for_each(|block| block.take_in(&news));
                put(&stage.groups, (number, group));
            }
            What::Look(chosen) => {
                // A stage of a large table takes long, so each look asks whether there is still time.
                let learnt = if self.spending.is_over() { None } else { self.look.at(chosen, &news) };
                if let Some(learnt) = learnt {
                    put(&stage.learnt, (number, learnt));
                }
            }
        }
        self.done(&stage);
    }

    /// One part of a stage is done.
    fn done(&self, stage: &Stage) {
        if stage.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.end(stage);
        }
    }

    /// All of a stage is done.
    fn end(&self, stage: &Stage) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State { work, region, next, told } = &mut *state;
        // The first stage has told the region nothing.
        let groups = in_order(&stage.groups);
        if !groups.is_empty() {
            region.put_back(groups);
        }
        let (closed, news) = work.learn_all(region, in_order(&stage.learnt));
        region.close(&closed);
        let decided = region.size() - region.open().len();
        work.watch.advance((decided - std::mem::replace(told, decided)) as u64);
        work.watch.tell(work.evaluated.len() as u64, work.target.points());
        let may_look = work.may_evaluate(next.looked_at.len());
        let chosen = work.choose(region, may_look, &next.looked_at);
        let (looked_at, chosen): (Vec<usize>, Vec<_>) = chosen.into_iter().unzip();
        if looked_at.is_empty() && next.looked_at.is_empty() && (region.open().is_empty() || may_look == 0) {
            self.jobs.close();
            region.take_in(&news);
            return;
        }
        let (news, groups) = (Arc::new(news), region.take_out());
        let next = std::mem::replace(next, Stage::new(looked_at));
        let after = state.next.clone();
        drop(state);
        next.left.fetch_add(groups.len(), Ordering::AcqRel);
        let job = |stage: &Arc<Stage>, number: usize, what: What| Job {
            stage: stage.clone(),
            number,
            news: news.clone(),
            what,
        };
        let groups = groups.into_iter().enumerate().map(|(number, group)| job(&next, number, What::Tell(group)));
        let looks = chosen.into_iter().enumerate().map(|(number, chosen)| job(&after, number, What::Look(chosen)));
        self.jobs.put(groups.chain(looks).collect());
        self.done(&next);
    }
}

fn put<T>(list: &Mutex<Vec<T>>, one: T) {
    list.lock().unwrap_or_else(PoisonError::into_inner).push(one);
}

/// All of a list, by their numbers.
fn in_order<T>(list: &Mutex<Vec<(usize, T)>>) -> Vec<T> {
    let mut list = std::mem::take(&mut *list.lock().unwrap_or_else(PoisonError::into_inner));
    list.sort_by_key(|(number, _)| *number);
    list.into_iter().map(|(_, one)| one).collect()
}
