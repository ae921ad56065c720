//! The three problems of the chapter on multi-objective disclosure control (1.4.1), by name. The second and the third are
//! stated in words that can be read in two ways, so each of these has two names.

use super::{Limit, Names, ObjectivesFile, Rule, SuppressionFile, parse_limit};
use crate::error::{Error, Result, suggestion};

/// A problem that has a name: objectives and a rule that belong together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Problem {
    /// Its name in studies and flags.
    pub name: &'static str,
    /// What it asks, in one sentence.
    pub asks: &'static str,
    /// The first privacy model.
    pub privacy: &'static str,
    /// The first loss metric.
    pub loss: &'static str,
    /// Are suppressed rows an objective of their own?
    pub suppressed_rows: bool,
    /// How suppression is spent.
    pub rule: Rule,
    /// Does the study say how many rows may be suppressed?
    pub limited: bool,
}

/// Every problem. The command's values and the help iterate this list.
pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "weighted-k",
        asks: "weighted-k against generalization loss, nothing suppressed (chapter 1.4.1.1)",
        privacy: "weighted-k",
        loss: "general-loss",
        suppressed_rows: false,
        rule: Rule::AsNeeded,
        limited: false,
    },
    Problem {
        name: "tolerance",
        asks: "k against generalization and suppression loss, a share of the rows suppressed (1.4.1.2)",
        privacy: "k-anonymity",
        loss: "general-loss",
        suppressed_rows: false,
        rule: Rule::Tolerance,
        limited: true,
    },
    // "Maximization of k and minimization of GL satisfying the constraint SL ≤ η": the figure's loss is GL + SL.
    Problem {
        name: "within-limit",
        asks: "k against generalization loss alone, a share of the rows suppressed at no cost (1.4.1.2, as a constraint)",
        privacy: "k-anonymity",
        loss: "generalization-loss",
        suppressed_rows: false,
        rule: Rule::Tolerance,
        limited: true,
    },
    Problem {
        name: "overview",
        asks: "weighted-k against generalization loss and suppressed rows, classes below weighted-k suppressed (1.4.1.3)",
        privacy: "weighted-k",
        loss: "generalization-loss",
        suppressed_rows: true,
        rule: Rule::AtWeightedK,
        limited: false,
    },
    Problem {
        name: "overview-two",
        asks: "the same with generalization and suppression loss as one sum: two objectives",
        privacy: "weighted-k",
        loss: "general-loss",
        suppressed_rows: false,
        rule: Rule::AtWeightedK,
        limited: false,
    },
];

impl Problem {
    /// The problem of a name.
    pub fn find(place: &str, name: &str) -> Result<&'static Problem> {
        PROBLEMS.iter().find(|problem| problem.name == name).ok_or_else(|| {
            let names: Vec<&str> = PROBLEMS.iter().map(|problem| problem.name).collect();
            Error::study(place, format!("there is no problem \"{name}\""), suggestion(name, &names))
        })
    }

    /// The problem's models or metrics, and those that a study names beside it.
    pub(super) fn with(first: &str, beside: Option<&Names>, place: &str) -> Result<Vec<String>> {
        let mut names = vec![first.to_string()];
        if beside.is_some() {
            names.extend(Names::check(beside, place, first)?.into_iter().filter(|name| name != first));
        }
        Ok(names)
    }

    /// Its limit, and an error where the study says what the problem says otherwise.
    pub(super) fn limit(
        &self,
        place: &str,
        suppression: &SuppressionFile,
        objectives: &ObjectivesFile,
    ) -> Result<Limit> {
        let refuse = |key: &str, what: String, hint: &str| Err(Error::study(format!("{place}, {key}"), what, hint));
        if let Some(rule) = suppression.rule.as_deref().filter(|rule| *rule != self.rule.name()) {
            let what = format!("the problem {} suppresses by the rule {}, not {rule}", self.name, self.rule.name());
            return refuse("suppression.rule", what, "leave out the rule, or state the objectives without a problem");
        }
        if objectives.suppressed_rows == Some(false) && self.suppressed_rows {
            let what = format!("suppressed rows are an objective of the problem {}", self.name);
            return refuse("objectives.suppressed-rows", what, "leave it out");
        }
        match &suppression.limit {
            Some(limit) if self.limited => parse_limit(
                &format!("{place}, suppression.limit"),
                &super::check::in_rows(&super::check::as_text(limit)),
            ),
            Some(_) if self.rule == Rule::AtWeightedK => {
                let what =
                    format!("the problem {} suppresses whatever lies below weighted-k, without a limit", self.name);
                refuse("suppression.limit", what, "leave out the limit, or choose objectives.problem = \"tolerance\"")
            }
            Some(_) => {
                let what = format!("the problem {} suppresses nothing", self.name);
                refuse("suppression.limit", what, "leave out the limit, or choose objectives.problem = \"tolerance\"")
            }
            None if self.limited => {
                let what = format!("the problem {} does not say how many rows may be suppressed", self.name);
                refuse("suppression.limit", what, "add suppression.limit = \"10%\"")
            }
            None => Ok(Limit::Rows(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::study::{Limit, Rule, Study, StudyFile};

    fn check(text: &str) -> crate::error::Result<Study> {
        let text = format!("[data]\npath='p'\n[columns.a]\nrole='quasi-identifier'\n{text}");
        Study::check("s.toml", &StudyFile::parse("s.toml", &text)?)
    }

    #[test]
    fn a_problem_states_objectives_and_rule() {
        let study = check("[objectives]\nproblem='overview'\nprivacy='l-diversity'\n").unwrap();
        assert_eq!(study.objectives.privacy, ["weighted-k", "l-diversity"]);
        assert_eq!(study.objectives.loss, ["generalization-loss"]);
        assert!(study.objectives.suppressed_rows && study.suppression.rule == Some(Rule::AtWeightedK));
        let study = check("[objectives]\nproblem='tolerance'\n[suppression]\nlimit='10%'\n").unwrap();
        assert_eq!((study.suppression.rule, study.suppression.limit), (Some(Rule::Tolerance), Limit::Share(0.1)));
        let study = check("[objectives]\nproblem='within-limit'\n[suppression]\nlimit='10%'\n").unwrap();
        assert_eq!((study.suppression.rule, study.suppression.limit), (Some(Rule::Tolerance), Limit::Share(0.1)));
        assert_eq!(study.objectives.loss, ["generalization-loss"]);
        let study = check("[objectives]\nproblem='overview-two'\n").unwrap();
        assert_eq!(
            (&study.objectives.loss[..], study.objectives.suppressed_rows),
            (&["general-loss".to_string()][..], false)
        );
        assert_eq!(study.suppression.rule, Some(Rule::AtWeightedK));
    }

    #[test]
    fn what_contradicts_a_problem_is_refused() {
        for (text, expected) in [
            ("[objectives]\nproblem='overvew'\n", "there is no problem \"overvew\""),
            ("[objectives]\nproblem='tolerance'\n", "does not say how many rows"),
            ("[objectives]\nproblem='weighted-k'\n[suppression]\nlimit='1%'\n", "suppresses nothing"),
            ("[objectives]\nproblem='overview'\n[suppression]\nrule='tolerance'\n", "by the rule at-weighted-k"),
            ("[objectives]\nproblem='within-limit'\n", "the problem within-limit does not say how many rows"),
            (
                "[objectives]\nproblem='overview-two'\n[suppression]\nlimit='1%'\n",
                "the problem overview-two suppresses",
            ),
            ("[objectives]\nproblem='overview'\nloss=['precision','precision']\n", "precision"),
        ] {
            let error = check(text).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(!error.hint().is_empty(), "{error}");
        }
    }
}
