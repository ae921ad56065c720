//! `celosia certify`: is the proof in a certificate a proof?

use std::path::Path;

use celosia::certify::{Bounds, Certificate, Checked, Floors, Kind, Question};
use celosia::choose::Choice;
use celosia::error::{Error, Result};
use celosia::flow::Flow;
use celosia::front::Front;
use celosia::release::write_private;
use celosia::say::{count, thousands};
use serde_json::json;

use crate::arguments::CertifyArguments;
use crate::engine;
use crate::given;
use crate::style::{Paint, Text};
use crate::terminal::Terminal;

pub fn run(arguments: &CertifyArguments, terminal: &Terminal) -> Result<()> {
    let study = arguments.study.study()?;
    given::written(&arguments.certificate, "a certificate")?;
    let certificate = match Kind::read(&arguments.certificate)? {
        Kind::Front(certificate) => certificate,
        Kind::Bounds(certificate) => return bounds(&engine::open(study, terminal)?, &certificate, terminal),
        Kind::Floors(certificate) => return floors(&engine::open(study, terminal)?, &certificate, terminal),
        _ => return Err(Error::study("certify", "this certificate is of a kind that is not known", "update celosia")),
    };
    let mut flow = engine::open(study.clone(), terminal)?;
    // Of a release, where presets are requirements.
    if !study.presets.is_empty() && certificate.is_about(&flow.claim()).is_err() {
        let mut study = study;
        study.require.extend(study.presets.iter().flat_map(|preset| preset.requirements()));
        flow = engine::open(study, terminal)?;
    }
    let checked = flow.certify(&certificate, terminal)?;
    terminal.say(text(&flow, &certificate, &checked));
    let excluded = u64::try_from(checked.excluded);
    terminal.object(&json!({
        "study": flow.source.study.name,
        "proven": true,
        "question": certificate.question,
        "points": checked.points,
        "ties": checked.ties,
        "recomputed": checked.recomputed,
        // Sizes beyond 64 bits do not fit a JSON number; as text they lose nothing.
        "excluded": excluded.map_or_else(|_| json!(checked.excluded.to_string()), |n| json!(n)),
    }));
    Ok(())
}

/// Checks a certificate of what no recoding into classes with labels of their own can undercut.
fn bounds(flow: &Flow, certificate: &Bounds, terminal: &Terminal) -> Result<()> {
    let checked = flow.certify_bounds(certificate, terminal)?;
    let (study, claim) = (&flow.source.study.name, &certificate.claim);
    terminal.say(Text::from(format!("{study}: ")).and(Paint::Good, "proven").then(format!(
        ": no recoding into classes whose labels are {} loses less of {}, whatever rows are suppressed,\n",
        claim.labels(),
        claim.loss()
    )));
    for (k, loss) in &checked.bounds {
        terminal.say(format!("than {loss:.6} with {k} rows or more in each class\n"));
    }
    terminal.say(format!("{} looked at\n", count(checked.boxes, "box of labels", "boxes of labels")));
    let bound = |(k, loss): &(u64, f64)| json!({ "k": k, "loss": loss });
    terminal.object(&json!({
        "study": study,
        "proven": true,
        "labels": claim.labels(),
        "loss": claim.loss(),
        "bounds": checked.bounds.iter().map(bound).collect::<Vec<_>>(),
        "boxes": checked.boxes,
    }));
    Ok(())
}

/// Checks a certificate of what growing sets of columns lose at least.
fn floors(flow: &Flow, certificate: &Floors, terminal: &Terminal) -> Result<()> {
    let checked = flow.certify_floors(certificate, terminal)?;
    let (study, letter) = (&flow.source.study.name, flow.problem.model().parameter);
    let (loss, all) = (flow.problem.metric().name, flow.problem.lattice.attributes());
    terminal.say(Text::from(format!("{study}: ")).and(Paint::Good, "proven").then(match checked.answered {
        true => ": no other node as private loses as little\n".into(),
        false => format!(": no node loses less of {loss}\n"),
    }));
    for floor in &checked.floors {
        terminal.say(format!(
            "than {:.6} with {letter} {} or better, by {} of {all} columns\n",
            floor.loss, floor.level, floor.columns
        ));
    }
    let combinations = count(checked.combinations, "combination of levels", "combinations of levels");
    let recomputed = match checked.answered {
        true => format!(", {} recomputed row by row", count(checked.recomputed as u64, "node", "nodes")),
        false => String::new(),
    };
    terminal.say(format!("{combinations} gone through{recomputed}\n"));
    let floor = |floor: &celosia::certify::CheckedFloor| json!({ letter: floor.level, "loss": floor.loss, "columns": floor.columns });
    terminal.object(&json!({
        "study": study,
        "proven": true,
        "answered": checked.answered,
        "floors": checked.floors.iter().map(floor).collect::<Vec<_>>(),
        "combinations": checked.combinations,
        "recomputed": checked.recomputed,
    }));
    Ok(())
}

/// Writes the certificate of a bound, where there is one.
pub fn write_bound(flow: &Flow, front: &Front, path: &Path, terminal: &Terminal) -> Result<()> {
    write_private(path, &flow.bound_certificate(front)?.text())?;
    terminal.wrote(path, " (says how rare the rows are: not for publication)");
    Ok(())
}

fn text(flow: &Flow, certificate: &Certificate, checked: &Checked) -> Text {
    let points = count(checked.points as u64, "point", "points");
    let with_ties = match checked.ties {
        0 => points,
        ties => format!("{points} with {}", count(ties as u64, "tie", "ties")),
    };
    let problem = &flow.problem;
    let claim = match certificate.question {
        Question::Front => format!("no trade-off is missing from the front of {with_ties}"),
        Question::PrivacyAtLeast(level) => {
            format!("nothing with {} {level} or better loses less ({with_ties})", problem.model().parameter)
        }
        Question::LeastLoss => format!("nothing that meets what is required loses less ({with_ties})"),
        Question::LossAtMost(loss) => {
            format!("nothing that loses at most {loss} is more private ({with_ties})")
        }
    };
    let more = format!(
        ": {claim}\n{} recomputed row by row, the other {} excluded\n",
        count(checked.recomputed as u64, "node", "nodes"),
        thousands(checked.excluded as f64),
    );
    Text::from(format!("{}: ", flow.source.study.name)).and(Paint::Good, "proven").then(more)
}

/// Writes the certificate of a front. Where the front has none, says why.
pub fn write(flow: &Flow, choice: Option<Choice>, front: &Front, path: &Path, terminal: &Terminal) -> Result<()> {
    // Where nodes cannot be listed that exclude all others, growing sets of columns may prove a part of it, or the answer.
    let text = match front.found.floors.is_empty() || front.found.proof.is_some() {
        true => flow.certificate(choice, front, terminal)?.text(),
        false => flow.floors_certificate(front)?.text(),
    };
    write_private(path, &text)?;
    terminal.wrote(path, " (exact counts of the table: not for publication)");
    Ok(())
}
