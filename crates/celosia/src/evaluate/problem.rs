//! The problem itself: everything a point's evaluation needs, made once.

use std::sync::Arc;

use super::judge::Judge;
use super::price::Priced;
use super::required::Required;
use crate::classes::{Classes, Scratch, Track};
use crate::error::{Error, Result};
use crate::frequency::{Attribute, Frequency};
use crate::loss::{self, Needs, Queries};
use crate::privacy::{self, Parameters, Sensitive};
use crate::space::{Cuts, Grouping, Lattice, Place, Shown, Unit, leaves};
use crate::study::{DomainSize, Objectives, Rule, Suppression};

/// Space × privacy × loss × suppression rule, over one frequency table. The first model and the first metric lead.
pub struct Problem {
    /// The rows, counted.
    pub frequency: Frequency,
    /// The lattice of the attributes' hierarchies.
    pub lattice: Lattice,
    /// The cuts of the attributes' values: the larger space.
    pub cuts: Cuts,
    /// Is the number of suppressed rows an objective of its own?
    pub suppressed_rows: bool,
    /// Second parameters of the models.
    pub parameters: Parameters,
    /// What the size of a domain is; where not the table's values, the lattice knows the leaves of its groups.
    pub domain: DomainSize,
    /// How suppression is spent.
    pub rule: Rule,
    /// The most rows that may be suppressed; the most persons where these stay in the release.
    pub limit: u64,
    /// The privacy models; the first leads. Never empty: [`Problem::new`] refuses that.
    pub(super) judges: Vec<Judge>,
    /// The loss metrics; the first leads. Never empty either.
    pub(super) priced: Vec<Priced>,
    /// The counts that a metric asks of the whole table, where one does.
    pub(super) queries: Option<Queries>,
    /// The sensitive attributes of all rows.
    pub(super) sensitive: Vec<Sensitive>,
    /// What points must meet.
    pub(super) required: Required,
}

impl Problem {
    /// Puts the parts together. `hierarchies` are those of the sensitive attributes, where they have one, for models
    /// that measure how near two values are.
    pub fn new(
        mut frequency: Frequency,
        lattice: Lattice,
        hierarchies: Vec<Option<Vec<Vec<u32>>>>,
        objectives: &Objectives,
        suppression: &Suppression,
    ) -> Result<Problem> {
        let models = objectives.privacy.iter().map(|name| privacy::find(name)).collect::<Result<Vec<_>>>()?;
        let metrics = objectives.loss.iter().map(|name| loss::find(name)).collect::<Result<Vec<_>>>()?;
        if let Some(about) = metrics.iter().find(|about| about.needs == Needs::Label && frequency.label.is_none()) {
            return Err(Error::study(
                "objectives.loss",
                format!("{} needs a class attribute", about.name),
                "give the column with the label role = \"class\"",
            ));
        }
        // Where persons are counted, totals are what the rows of each value weigh.
        let tracked = frequency.persons.as_ref().map_or(&frequency.sensitive, |persons| &persons.sensitive);
        let sensitive = tracked.iter().zip(hierarchies).map(|(tracked, levels)| Sensitive {
            totals: tracked.totals.clone(),
            levels,
            missing: tracked.missing,
        });
        let sensitive: Vec<Sensitive> = sensitive.collect();
        let parameters = Parameters { c: objectives.c, alpha: objectives.alpha };
        let judge = |about: &&'static privacy::About| {
            (about.build)(&parameters, &sensitive).map(|model| Judge::new(about, model, frequency.persons.clone()))
        };
        let judges: Vec<Judge> = models.iter().map(judge).collect::<Result<_>>()?;
        for (attribute, levels) in frequency.attributes.iter_mut().zip(&lattice.levels) {
            attribute.leaves = leaves(levels);
        }
        let attributes: Arc<[Attribute]> = Arc::from(frequency.attributes.clone());
        let price = |about: &&'static loss::About| Priced::new(about, attributes.clone(), &frequency, &lattice);
        let priced: Vec<Priced> = metrics.iter().map(price).collect();
        let Some(first) = models.first() else { return Err(none("objectives.privacy", "privacy model")) };
        if priced.is_empty() {
            return Err(none("objectives.loss", "loss metric"));
        }
        let (rule, limit) = match suppression.rule.unwrap_or_default() {
            Rule::AtWeightedK => (Rule::AtWeightedK, at_weighted_k(first, frequency.rows)?),
            rule => (rule, suppression.limit.rows(counted_by_limit(&frequency))),
        };
        let cuts = Cuts::free(&lattice);
        let counts = metrics.iter().any(|about| about.needs == Needs::Counts);
        let queries = counts.then(|| Queries::new(&frequency, objectives.query_seed));
        Ok(Problem {
            frequency,
            lattice,
            cuts,
            suppressed_rows: objectives.suppressed_rows,
            parameters,
            domain: objectives.domain,
            rule,
            limit,
            judges,
            priced,
            queries,
            sensitive,
            required: Required::default(),
        })
    }

    /// The same problem with these cuts, where attributes have an order of their own or may not be cut freely.
    pub fn with_cuts(self, cuts: Cuts) -> Problem {
        Problem { cuts, ..self }
    }

    /// The first privacy model, which leads: charts draw it, and `--k` means it.
    pub fn model(&self) -> &'static privacy::About {
        self.judges[0].about
    }

    /// The first loss metric, which leads.
    pub fn metric(&self) -> &'static loss::About {
        self.priced[0].about
    }

    /// All privacy models, the first one first.
    pub fn models(&self) -> impl ExactSizeIterator<Item = &'static privacy::About> {
        self.judges.iter().map(|judge| judge.about)
    }

    /// Is each model a mean over rows, rather than as strong as the weakest class?
    pub fn are_means(&self) -> impl ExactSizeIterator<Item = bool> {
        self.models().map(|about| about.over == privacy::Over::RowMean)
    }

    /// All loss metrics, the first one first.
    pub fn metrics(&self) -> impl ExactSizeIterator<Item = &'static loss::About> {
        self.priced.iter().map(|priced| priced.about)
    }

    /// The model and the metric where there are two objectives: one of each, and nothing else.
    pub(super) fn two(&self) -> Option<(&Judge, &Priced)> {
        match (&self.judges[..], &self.priced[..], self.suppressed_rows) {
            ([judge], [priced], false) if !self.counts() => Some((judge, priced)),
            _ => None,
        }
    }

    /// Does privacy count persons, and not rows?
    pub fn counts_persons(&self) -> bool {
        self.frequency.persons.is_some()
    }

    /// Do persons stay in the release, under pseudonyms, so that whole trails must be shared?
    pub fn keeps_persons(&self) -> bool {
        self.frequency.persons.as_ref().is_some_and(|persons| persons.trails.is_some())
    }

    /// The most rows that may go: the limit, or the rows of as many persons as it allows, of those who have most.
    pub fn limit_rows(&self) -> u64 {
        match &self.frequency.persons {
            Some(persons) if persons.trails.is_some() => persons.rows_of(self.limit),
            _ => self.limit,
        }
    }

    /// Are there two objectives: one model, one metric, and nothing else?
    pub fn is_plain(&self) -> bool {
        self.two().is_some()
    }

    /// What of a tuple may move between classes. Where models or metrics look at what else rows hold, it must be known what each class
    /// holds of that; of persons nobody could say it. Where some rows go it must be known which, and where nothing looks at other columns,
    /// these must not decide: that would tell of them.
    pub fn unit(&self) -> Unit {
        let Track { sensitive, label, persons, .. } = self.track();
        let held = self.frequency.sensitive.len() + usize::from(self.frequency.label.is_some());
        match (sensitive || label, held) {
            _ if persons => Unit::Whole,
            (false, 0) => Unit::Rows,
            (false, _) if self.limit == 0 => Unit::Rows,
            (true, 1) => Unit::OfValue,
            _ => Unit::Whole,
        }
    }

    /// What classes must carry for this problem.
    pub fn track(&self) -> Track {
        let needed = |needs: Needs| self.metrics().any(|about| about.needs == needs);
        Track {
            sensitive: self.models().any(|about| about.sensitive) || self.required.sensitive(),
            label: needed(Needs::Label),
            extents: needed(Needs::Extents),
            persons: self.frequency.persons.is_some(),
            // What is required of classes is asked through the judges too.
            holders: self.judges.iter().any(|judge| judge.holders),
            crowds: self.rule == Rule::AtWeightedK || self.models().any(|about| about.sizes) || self.required.sizes(),
        }
    }

    /// The classes of one node, straight from the tuples.
    pub fn classes(&self, node: &[u8]) -> Classes {
        self.classes_by_column(&self.lattice.groupings(node))
    }

    /// The classes of a place of any space, from what it shows.
    pub fn classes_of(&self, shown: &Shown) -> Classes {
        match shown {
            Shown::ByColumn(groupings) => self.classes_by_column(&groupings.iter().collect::<Vec<_>>()),
            Shown::ByClass(regions) => {
                Classes::of_regions(&self.frequency, self.track(), regions, &mut Scratch::default())
            }
        }
    }

    /// The same, and where persons stay in the release the class of each tuple of the table, which are cells then.
    pub(crate) fn classes_and_cells(&self, shown: &Shown) -> (Classes, Option<Vec<u32>>) {
        match shown {
            Shown::ByColumn(groupings) if self.keeps_persons() => {
                let mut scratch = Scratch::default();
                let groupings: Vec<&Grouping> = groupings.iter().collect();
                let finest = Classes::finest(&self.frequency, self.track());
                let classes = finest.roll_up(&self.frequency, &groupings, &mut scratch);
                (classes, Some(scratch.class_of().to_vec()))
            }
            _ => (self.classes_of(shown), None),
        }
    }

    /// The same with histograms of the sensitive attributes, whether the problem looks at them or not.
    pub(super) fn tracked(&self, shown: &Shown, sensitive: bool) -> Classes {
        let track =
            Track { sensitive, persons: self.counts_persons(), holders: sensitive, crowds: true, ..Track::default() };
        let frequency = &self.frequency;
        match shown {
            Shown::ByColumn(groupings) => {
                let groupings: Vec<&Grouping> = groupings.iter().collect();
                Classes::finest(frequency, track).roll_up(frequency, &groupings, &mut Scratch::default())
            }
            Shown::ByClass(regions) => Classes::of_regions(frequency, track, regions, &mut Scratch::default()),
        }
    }

    fn classes_by_column(&self, groupings: &[&Grouping]) -> Classes {
        Classes::finest(&self.frequency, self.track()).roll_up(&self.frequency, groupings, &mut Scratch::default())
    }

    /// What a place of any space shows.
    pub fn shown(&self, place: &Place) -> Shown {
        match place {
            Place::Node(node) => Shown::ByColumn(self.lattice.groupings(node).into_iter().cloned().collect()),
            Place::Cut(cut) => Shown::ByColumn(self.cuts.groupings(cut)),
            Place::Regions(regions) => Shown::ByClass(regions.clone()),
        }
    }
}

/// What a limit of suppression is a share of: rows, or persons where these stay in the release and go with all their rows.
fn counted_by_limit(frequency: &Frequency) -> u64 {
    let kept = frequency.persons.as_ref().filter(|persons| persons.trails.is_some());
    kept.map_or(frequency.rows, |persons| persons.len() as u64)
}

/// Weighted-k is a number of rows, so the model that it is a threshold of must count rows. It may take all but one class.
fn at_weighted_k(about: &privacy::About, rows: u64) -> Result<u64> {
    if matches!(about.name, "weighted-k" | "k-anonymity") {
        return Ok(rows);
    }
    let what = format!("at-weighted-k suppresses classes of few rows, and {} does not count rows", about.name);
    Err(Error::study(
        "suppression.rule",
        what,
        "let weighted-k or k-anonymity be the first privacy model, or choose another rule",
    ))
}

/// Studies are checked, so that a list is never empty; a program's need not be.
fn none(place: &str, what: &str) -> Error {
    Error::study(place, format!("there is no {what}"), "name one or more")
}
