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
    #[arg(long, value_name = "K", help_heading = "One point")]
    k: Option<f64>,
    /// Only the least loss with at least this privacy, whatever the model's parameter (l, t, …)
    #[arg(long, value_name = "LEVEL", help_heading = "One point")]
    level: Option<f64>,
    /// Only the most privacy with at most this loss
    #[arg(long, value_name = "LOSS", help_heading = "One point")]
    max_loss: Option<f64>,
}

/// The point that is to be released.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct ChoiceFlags {
    /// The least loss with at least this k
    #[arg(long, value_name = "K")]
    k: Option<f64>,
    /// The least loss with at least this privacy, whatever the model's parameter (l, t, …)
    #[arg(long, value_name = "LEVEL")]
    level: Option<f64>,
    /// The most privacy with at most this loss
    #[arg(long, value_name = "LOSS")]
    max_loss: Option<f64>,
    /// The knee of the front
    #[arg(long)]
    knee: bool,
    /// The point of this number in the front
    #[arg(long, value_name = "N")]
    point: Option<usize>,
}

impl QuestionFlags {
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
            (Some(k), ..) => Some(Choice::Privacy(number("--k", k)?)),
            (_, Some(level), _) => Some(Choice::Privacy(number("--level", level)?)),
            (.., Some(loss)) => Some(Choice::MaxLoss(number("--max-loss", loss)?)),
            _ => None,
        })
    }
}

impl ChoiceFlags {
    /// The point that is meant.
    pub fn choice(&self, model: &About) -> Result<Choice> {
        let question = QuestionFlags { k: self.k, level: self.level, max_loss: self.max_loss };
        let number = self.point.map(Choice::Point);
        Ok(question.choice(model)?.or(number).unwrap_or(Choice::Knee))
    }
}
