//! The whole flow in two steps: from a study to a problem, and from a problem to a front.
//!
//! ```
//! use celosia::{choose, flow::Flow, release, study::{Study, StudyFile}, watch::Silent};
//!
//! # fn main() -> celosia::error::Result<()> {
//! # let folder = tempfile::tempdir().unwrap();
//! # let people = folder.path().join("people.csv");
//! # std::fs::write(&people, "age,sex\n31,f\n34,f\n36,m\n38,m\n52,f\n57,m\n").unwrap();
//! let mut file = StudyFile::parse("example", r#"
//!     [columns.age]
//!     role = "quasi-identifier"
//!     hierarchy = { interval = [10, 20] }
//!     [columns.sex]
//!     role = "quasi-identifier"
//! "#)?;
//! file.data.path = Some(people);
//! let flow = Flow::open(Study::check("example", &file)?, &Silent)?;
//! let front = flow.search(&Silent)?;
//! assert!(front.found.complete);
//!
//! let chosen = choose::choose(&front, flow.problem.about_model, choose::Choice::Privacy(2.0))?;
//! let output = folder.path().join("release.csv");
//! let options = release::Options { output, suppressed: release::Suppressed::Drop, keep_order: false };
//! let (_, verified) = release::release(&flow.source, &flow.problem, &front.points[chosen], &options, &Silent)?;
//! assert!(verified.protection_of("k-anonymity") >= Some(2.0));
//! # Ok(())
//! # }
//! ```

use crate::error::Result;
use crate::evaluate::Problem;
use crate::frequency;
use crate::front::Front;
use crate::hierarchy::{self, Hierarchy};
use crate::release::Source;
use crate::search::{self, Limits};
use crate::space::{self, Lattice};
use crate::study::{HierarchySpec, Role, Study};
use crate::table::Table;
use crate::watch::Watch;

/// A study with its table counted and its problem stated.
pub struct Flow {
    /// The table and what its codes mean: what a release needs beside the problem.
    pub source: Source,
    /// The problem that searches see.
    pub problem: Problem,
}

impl Flow {
    /// Opens and counts the table, builds the hierarchies and states the problem. Names of the search and the space
    /// are checked first, so that a slip of the pen does not cost a pass over the data.
    pub fn open(study: Study, watch: &dyn Watch) -> Result<Flow> {
        search::find(&study.search.algorithm)?;
        space::find(&study.search.space)?;
        let table = Table::open(&study.data.path, study.data.delimiter)?;
        let counted = frequency::count(&table, &study, limits(&study).threads(), watch)?;
        let quasi = study.with_role(Role::QuasiIdentifier).zip(&counted.domains);
        let hierarchies: Vec<Hierarchy> =
            quasi.map(|(column, domain)| hierarchy::build(&column.hierarchy, domain)).collect::<Result<_>>()?;
        // A sensitive attribute has a hierarchy only where the study gives one: nearness must not be guessed.
        let sensitive = study.with_role(Role::Sensitive).zip(&counted.sensitive);
        let nearness = sensitive
            .map(|(column, domain)| match &column.hierarchy {
                HierarchySpec::Auto => Ok(None),
                spec => {
                    let levels = hierarchy::build(spec, domain)?.levels;
                    Ok(Some(levels.into_iter().map(|level| level.group_of).collect()))
                }
            })
            .collect::<Result<Vec<Option<Vec<Vec<u32>>>>>>()?;
        let lattice = Lattice::new(&hierarchies);
        let frequency::Counted { frequency, domains, sensitive, label, read, dropped } = counted;
        let problem = Problem::new(frequency, lattice, nearness.clone(), &study.objectives, &study.suppression)?;
        let source = Source { study, table, domains, hierarchies, sensitive, nearness, label, read, dropped };
        Ok(Flow { source, problem })
    }

    /// Runs the study's search.
    pub fn search(&self, watch: &dyn Watch) -> Result<Front> {
        let study = &self.source.study;
        (search::find(&study.search.algorithm)?.run)(&self.problem, &limits(study), watch)
    }
}

fn limits(study: &Study) -> Limits {
    Limits { threads: study.search.threads, max_nodes: study.search.max_nodes }
}
