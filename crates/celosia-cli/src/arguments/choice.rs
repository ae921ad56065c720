//! Flags that ask for one point of the front.

use clap::Args;

use celosia::choose::Choice;
use celosia::error::{Error, Result};
use celosia::privacy::About;

/// A question that has one answer: no more of the front than that is computed.
#[derive(Args)]
#[group(multiple = false)]
pub struct QuestionFlags {
    /// Only the least loss with at least this k
    #[arg(long, value_name = "K", allow_negative_numbers = true, help_heading = "One point")]
    k: Option<f64>,
    /// Only the least loss with at least this privacy, whatever the model's parameter (l, t, …)
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, help_heading = "One point")]
    level: Option<f64>,
    /// Only the most privacy with at most this loss
    #[arg(long, value_name = "LOSS", allow_negative_numbers = true, help_heading = "One point")]
    max_loss: Option<f64>,
}

/// The point that is to be released.
#[derive(Args)]
#[group(required = true, multiple = true)]
pub struct ChoiceFlags {
    /// The least loss with at least this k
    #[arg(long, value_name = "K", allow_negative_numbers = true, conflicts_with_all = ["level", "max_loss", "knee", "point"])]
    k: Option<f64>,
    /// The least loss with at least this privacy, whatever the model's parameter (l, t, …)
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

impl QuestionFlags {
    /// Is one point asked for, whatever the model?
    pub fn is_given(&self) -> bool {
        self.k.is_some() || self.level.is_some() || self.max_loss.is_some()
    }

    /// What is asked of a front, if it is not all of it.
    pub fn choice(&self, model: &About) -> Result<Option<Choice>> {
        let number = |flag: &str, n: f64| {
            if n.is_finite() { Ok(n) } else { Err(Error::study(flag, format!("{n} is not a number"), "give a number")) }
        };
        Ok(match (self.k, self.level, self.max_loss) {
            (Some(_), ..) if model.parameter != "k" => {
                let hint = format!("ask for its {} with --level", model.parameter);
                return Err(Error::study("--k", format!("{} has no k", model.name), hint));
            }
            (Some(k), ..) if k < 1.0 => {
                let what = format!("{k} is no k: it counts the rows that look alike");
                return Err(Error::study("--k", what, "give 2 or more; with 1 nobody is protected"));
            }
            (Some(k), ..) => Some(Choice::Privacy(number("--k", k)?)),
            (_, Some(level), _) => Some(Choice::Privacy(number("--level", level)?)),
            (.., Some(loss)) => Some(Choice::MaxLoss(number("--max-loss", loss)?)),
            _ => None,
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
        let question = QuestionFlags { k: self.k, level: self.level, max_loss: self.max_loss };
        let number = self.point.map(Choice::Point);
        Ok(question.choice(model)?.or(number).unwrap_or(Choice::Knee))
    }
}
