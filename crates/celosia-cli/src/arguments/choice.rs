//! Flags that ask for one point of the front.

use clap::Args;

use celosia::choose::Choice;
use celosia::error::{Error, Result};
use celosia::privacy::{self, About};
use celosia::require::{Demand, Requirement};
use celosia::study::Study;

/// A question that has one answer: no more of the front than that is computed.
#[derive(Args)]
pub struct QuestionFlags {
    /// Only the least loss with at least this k; where another model leads, with what is asked of that one beside it
    #[arg(long, value_name = "K", allow_negative_numbers = true, help_heading = "One point")]
    k: Option<f64>,
    /// Only the least loss with at least this privacy, whatever the first model's parameter (l, t, …); with --k, that of the first
    /// model that has no k
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, help_heading = "One point")]
    level: Option<f64>,
    /// Only the most privacy with at most this loss
    #[arg(long, value_name = "LOSS", allow_negative_numbers = true, conflicts_with_all = ["k", "level"], help_heading = "One point")]
    max_loss: Option<f64>,
    /// Only the least loss of all that meets what is required
    #[arg(long, conflicts_with_all = ["k", "level", "max_loss"], help_heading = "One point")]
    least_loss: bool,
}

/// The point that is to be released.
#[derive(Args)]
pub struct ChoiceFlags {
    /// The least loss with at least this k; where another model leads, with what is asked of that one beside it
    #[arg(long, value_name = "K", allow_negative_numbers = true, conflicts_with_all = ["max_loss", "knee", "point"])]
    k: Option<f64>,
    /// The least loss with at least this privacy, whatever the first model's parameter (l, t, …); with --k, that of the first
    /// model that has no k
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, conflicts_with_all = ["max_loss", "knee", "point"])]
    level: Option<f64>,
    /// The most privacy with at most this loss
    #[arg(long, value_name = "LOSS", allow_negative_numbers = true, conflicts_with_all = ["knee", "point"])]
    max_loss: Option<f64>,
    /// The knee of the front
    #[arg(long, conflicts_with = "point")]
    knee: bool,
    /// The point of this number in the front
    #[arg(long, value_name = "N")]
    point: Option<usize>,
    /// Exactly these levels of the hierarchies, one for every quasi-identifier, without a search: with the least suppression
    /// that reaches --k or --level, if one of them is given, else with the least of all
    #[arg(long, value_name = "NAME=LEVEL,…", conflicts_with_all = ["max_loss", "knee", "point"])]
    levels: Option<String>,
}

/// The model that leads a study.
fn lead(study: &Study) -> Result<&'static About> {
    privacy::find(study.objectives.privacy.first().map_or("", String::as_str))
}

/// A level that the study requires from here on.
fn require(study: &mut Study, model: &str, level: f64) {
    study.require.push(Requirement { demand: Demand::Model { model: model.into(), level }, preset: None });
}

fn number(flag: &str, n: f64) -> Result<f64> {
    if n.is_finite() { Ok(n) } else { Err(Error::study(flag, format!("{n} is not a number"), "give a number")) }
}

impl QuestionFlags {
    /// Is one point asked for, whatever the model?
    pub fn is_given(&self) -> bool {
        self.k.is_some() || self.level.is_some() || self.max_loss.is_some() || self.least_loss
    }

    /// Makes requirements of the levels that are not those of the model that leads, so that none of them is lost.
    pub fn required(&self, mut study: Study) -> Result<Study> {
        let Some(k) = self.k else { return Ok(study) };
        if k < 1.0 {
            let what = format!("{k} is no k: it counts the rows that look alike");
            return Err(Error::study("--k", what, "give 2 or more; with 1 nobody is protected"));
        }
        let k = number("--k", k)?;
        if lead(&study)?.parameter != "k" {
            require(&mut study, "k-anonymity", k);
            return Ok(study);
        }
        let Some(level) = self.level else { return Ok(study) };
        let models = study.objectives.privacy.iter().map(|name| privacy::find(name));
        let models = models.collect::<Result<Vec<&About>>>()?;
        let Some(other) = models.into_iter().find(|about| about.parameter != "k") else {
            let what =
                format!("--k and --level {level} are two levels, and the study has no other model than one with k");
            let hint = "say whose level it is: --require distinct-l-diversity=3";
            return Err(Error::study("--level", what, hint));
        };
        require(&mut study, other.name, number("--level", level)?);
        Ok(study)
    }

    /// What is asked of a front, if it is not all of it. What [`QuestionFlags::required`] took is no part of it.
    pub fn choice(&self, model: &About) -> Result<Option<Choice>> {
        Ok(match (self.k, self.level, self.max_loss) {
            (Some(k), ..) if model.parameter == "k" => Some(Choice::Privacy(number("--k", k)?)),
            (_, Some(level), _) => Some(Choice::Privacy(number("--level", level)?)),
            (Some(_), ..) => Some(Choice::LeastLoss),
            (.., Some(loss)) => Some(Choice::MaxLoss(number("--max-loss", loss)?)),
            _ => self.least_loss.then_some(Choice::LeastLoss),
        })
    }
}

/// A node by the level of each quasi-identifier, and the privacy that it must reach, if any.
pub struct Named {
    pub levels: Vec<(String, u8)>,
    pub privacy: Option<f64>,
}

impl ChoiceFlags {
    /// The node that is to be released, where one was named.
    pub fn node(&self, model: &About) -> Result<Option<Named>> {
        let Some(levels) = &self.levels else { return Ok(None) };
        let level = |text: &str| {
            // From the right: a column's name may hold anything.
            let pair = text.rsplit_once('=').and_then(|(name, level)| Some((name, level.trim().parse::<u8>().ok()?)));
            let what = || format!("\"{text}\" is not a column and its level");
            let pair = pair.ok_or_else(|| Error::study("--levels", what(), "write NAME=LEVEL, such as age=2,sex=0"))?;
            Ok((pair.0.trim().to_string(), pair.1))
        };
        let privacy = match (self.k.is_some() || self.level.is_some()).then(|| self.choice(model)).transpose()? {
            Some(Choice::Privacy(level)) => Some(level),
            _ => None,
        };
        Ok(Some(Named { levels: levels.split(',').map(level).collect::<Result<_>>()?, privacy }))
    }

    /// The point that is meant.
    pub fn choice(&self, model: &About) -> Result<Choice> {
        let number = self.point.map(Choice::Point);
        let knee = self.knee.then_some(Choice::Knee);
        Ok(self.question().choice(model)?.or(number).or(knee).unwrap_or(Choice::LeastLoss))
    }

    fn question(&self) -> QuestionFlags {
        QuestionFlags { k: self.k, level: self.level, max_loss: self.max_loss, least_loss: false }
    }

    /// What presets ask for is required of a release, and so is a level that is not the leading model's. A point that is chosen by
    /// its number is one of the front that `front` shows, which presets do not narrow: it is held against them when it is found.
    pub fn required(&self, study: Study) -> Result<Study> {
        let mut study = self.question().required(study)?;
        if self.point.is_none() {
            study.require.extend(study.presets.iter().flat_map(|preset| preset.requirements()));
        }
        let chosen = self.k.is_some() || self.level.is_some() || self.max_loss.is_some() || self.knee;
        if chosen || self.point.is_some() || self.levels.is_some() || !study.require.is_empty() {
            return Ok(study);
        }
        let hint = "choose one with --k, --level, --max-loss, --knee, --point or --levels; or say what it must meet with --require or \
                    --preset, and the one that loses least is taken";
        Err(Error::study("release", "which point of the front?", hint))
    }
}
