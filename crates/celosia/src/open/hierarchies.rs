//! From counted rows to the columns that the rest of the flow knows: domains meet their hierarchies.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::count::Rows;
use super::source::{Column, Held, Source};
use crate::error::Result;
use crate::frequency::{Counted, Floor, Frequency};
use crate::hierarchy::{self, Hierarchy};
use crate::study::{self, HierarchySpec, Role};
use crate::table::Domain;
use crate::threads;
use crate::watch::Watch;

/// Builds the hierarchies and gives each column what was found of it.
pub fn with_hierarchies(rows: Rows, watch: &dyn Watch) -> Result<(Source, Frequency)> {
    let Rows { study, input, found, counted, floors } = rows;
    let Counted { frequency, domains, sensitive, label, persons, read, dropped, .. } = counted;
    let quasi = study.with_role(Role::QuasiIdentifier).zip(&domains);
    let hierarchies = built(quasi, floors, study.search.threads, watch)?;
    // Each role's columns come in the study's order, as their domains do.
    let mut quasi = domains.into_iter().zip(hierarchies);
    let mut sensitive = sensitive.into_iter();
    let mut label = label.into_iter();
    let mut numbers = BTreeMap::new();
    let mut columns = Vec::new();
    for (said, (position, stored)) in study.columns.iter().zip(found.places) {
        let held = match said.role {
            Role::QuasiIdentifier => quasi.next().map(|(domain, hierarchy)| Held::Quasi { domain, hierarchy }),
            Role::Sensitive => match sensitive.next() {
                Some(domain) => Some(Held::Sensitive { nearness: nearness(said, &domain)?, domain }),
                None => None,
            },
            Role::Class => label.next().map(|domain| Held::Class { domain }),
            Role::Identifier | Role::Person | Role::Insensitive | Role::LeftOut | Role::FreeText => None,
        };
        let number = numbers.entry(said.role).or_insert(0);
        columns.push(Column {
            said: said.clone(),
            number: *number,
            position,
            stored,
            held: held.unwrap_or(Held::Uncounted),
        });
        *number += 1;
    }
    let persons = persons.map_or_else(Vec::new, |domain| domain.values);
    Ok((Source { study, input, columns, unnamed: found.unnamed, persons, read, dropped }, frequency))
}

/// The hierarchies of the quasi-identifiers, on all cores: columns of many values take their time.
fn built<'c>(
    quasi: impl Iterator<Item = (&'c study::Column, &'c Domain)>,
    floors: Vec<Option<Floor>>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<Hierarchy>> {
    let mut floors = floors.into_iter();
    let work: Vec<_> = quasi.map(|(column, domain)| (column, domain, floors.next().flatten())).collect();
    watch.begin("building hierarchies", work.len() as u64);
    let build = |(column, domain, floor): (&study::Column, &Domain, Option<Floor>)| {
        watch.check()?;
        let built = match floor {
            Some(floor) => Ok(floor.hierarchy),
            None => hierarchy::build(&column.hierarchy, domain),
        };
        watch.advance(1);
        built
    };
    let built: Vec<Result<Hierarchy>> = threads::pool(threads)?.install(|| work.into_par_iter().map(build).collect());
    built.into_iter().collect()
}

/// A sensitive attribute has a hierarchy only where the study gives one: nearness must not be guessed.
fn nearness(column: &study::Column, domain: &Domain) -> Result<Option<Vec<Vec<u32>>>> {
    match &column.hierarchy {
        HierarchySpec::Auto => Ok(None),
        spec => {
            let levels = hierarchy::build(spec, domain)?.levels;
            Ok(Some(levels.into_iter().map(|level| level.group_of).collect()))
        }
    }
}
