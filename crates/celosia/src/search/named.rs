//! From names to a search and a space: what settings name, whether the two fit, and what is taken where they name nothing.

use super::{About, SEARCHES, find};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::LARGE;
use crate::space::{self, Space};
use crate::study::{Rule, Search, Suppression};

/// The search and the space that settings name.
#[derive(Clone, Copy)]
pub struct Named {
    /// The search, where one is named.
    pub search: Option<&'static About>,
    /// The space that is named, or that the search is made for.
    pub space: Space,
}

/// Looks up what settings name, and checks them against what the search offers; `place` is what errors call the study.
pub fn named(place: &str, settings: &Search) -> Result<Named> {
    let key = |key: &str| format!("{place}, search.{key}");
    settings.is_sensible(place)?;
    let search = settings.algorithm.as_deref().map(find).transpose()?;
    let space = settings.space.as_deref().map(space::find).transpose()?;
    let space = space.or(search.map(|about| about.spaces[0])).unwrap_or_default();
    if let Some(about) = search.filter(|about| !about.spaces.contains(&space)) {
        let what = format!("{} does not search the space {}", about.name, space.name());
        let hint = format!("choose one of: {}, or another space", those(|s| s.spaces.contains(&space)));
        return Err(Error::study(key("algorithm"), what, hint));
    }
    let offered = |what: fn(&About) -> bool| match search {
        Some(about) => what(about),
        None => SEARCHES.iter().any(|about| about.default_in.contains(&space) && what(about)),
    };
    if settings.checkpoint.is_some() && !offered(|about| about.offers.checkpoints) {
        let hint = format!("leave it out, or choose {}", settings_of(|about| about.offers.checkpoints));
        let what = "only searches that take their time have checkpoints";
        return Err(Error::study(key("checkpoint"), what, hint));
    }
    if settings.depth.is_some() && !offered(|about| about.offers.depth) {
        let what = format!("{} search has no depth", search.map_or("the default", |about| about.name));
        let hint = format!("leave it out, or choose {}", settings_of(|about| about.offers.depth));
        return Err(Error::study(key("depth"), what, hint));
    }
    if settings.start.is_some() && !offered(|about| about.offers.base) {
        let what = format!("{} search starts from no node", search.map_or("the default", |about| about.name));
        let hint = format!("leave it out, or choose {}", settings_of(|about| about.offers.base));
        return Err(Error::study(key("start"), what, hint));
    }
    Ok(Named { search, space })
}

impl Named {
    /// The suppression that a study means: by the rule that it names, or by that of the search.
    pub fn suppression(&self, place: &str, given: &Suppression) -> Result<Suppression> {
        let Some((needed, why)) = self.search.and_then(|about| about.needs.rule) else { return Ok(*given) };
        match given.rule {
            Some(rule) if rule != needed => Err(needs_rule(&format!("{place}, suppression.rule"), needed, why)),
            _ => Ok(Suppression { rule: Some(needed), ..*given }),
        }
    }

    /// The search, or the one that suits the problem.
    pub fn search(&self, problem: &Problem) -> Result<&'static About> {
        self.search.map_or_else(|| default_for(self.space, problem), Ok)
    }
}

/// The search of a space where none is named: the first that is a default there and can run on the problem. Large lattices
/// are climbed.
pub fn default_for(space: Space, problem: &Problem) -> Result<&'static About> {
    if space == Space::Lattice && problem.lattice.size() > LARGE {
        return Ok(&super::climb::CLIMB);
    }
    let suits = |about: &&About| about.default_in.contains(&space) && about.hindrance(problem).is_none();
    SEARCHES.iter().find(suits).ok_or_else(|| {
        let what = format!("no search suits this problem in the space {}", space.name());
        Error::study("search.algorithm", what, "choose other objectives, or another space")
    })
}

/// A search was asked for with another rule than it is defined for.
pub(super) fn needs_rule(place: &str, needed: Rule, why: &str) -> Error {
    let rule = needed.name();
    Error::study(place, why, format!("add suppression.rule = \"{rule}\", or choose another search"))
}

/// How the searches are chosen of which something holds.
fn settings_of(holds: impl Fn(&About) -> bool) -> String {
    let searches = SEARCHES.iter().filter(|about| holds(about));
    searches.map(|about| format!("search.algorithm = \"{}\"", about.name)).collect::<Vec<_>>().join(" or ")
}

/// The names of the searches of which something holds.
fn those(holds: impl Fn(&About) -> bool) -> String {
    SEARCHES.iter().filter(|about| holds(about)).map(|about| about.name).collect::<Vec<_>>().join(", ")
}
