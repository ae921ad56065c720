//! A study made in code, by the same door as one in a file: what `build` gives is checked as a file is.

use std::path::PathBuf;

use super::{
    Column, CutsSpec, HierarchySpec, MissingRule, Names, Objectives, OwnMissing, Role, Rule, Search, Study, StudyFile,
    Treatment,
};
use crate::error::Result;

/// A study that is being put together; [`Study::of`] begins it.
///
/// ```
/// use celosia::study::{HierarchySpec, Study};
///
/// let study = Study::of("people")
///     .path("people.csv")
///     .quasi_identifier("age", HierarchySpec::intervals([10.0, 20.0]))
///     .quasi_identifier("sex", HierarchySpec::Flat)
///     .sensitive("disease")
///     .suppression("1%")
///     .build()?;
/// assert_eq!(study.columns.len(), 3);
/// # Ok::<(), celosia::error::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct StudyBuilder {
    name: String,
    file: StudyFile,
    columns: Vec<Column>,
    search: Search,
}

impl Study {
    /// Begins a study of this name in code.
    pub fn of(name: impl Into<String>) -> StudyBuilder {
        let (file, search) = (StudyFile::default(), Search::default());
        StudyBuilder { name: name.into(), file, columns: Vec::new(), search }
    }
}

impl Column {
    /// A column with nothing said of it but its role.
    pub fn new(name: impl Into<String>, role: Role) -> Column {
        let (hierarchy, cuts) = (HierarchySpec::Auto, CutsSpec::default());
        Column {
            name: name.into(),
            role,
            kind: None,
            format: None,
            decimal: None,
            weight: 1.0,
            hierarchy,
            floor: 0,
            cuts,
            labels: None,
            missing: OwnMissing::default(),
            treatment: Treatment::default(),
            unprotected: false,
            pseudonym: false,
            rows_per_person: None,
        }
    }
}

impl StudyBuilder {
    /// Rows in a file, a folder or a glob. Without it, they are handed over when the study is opened.
    pub fn path(mut self, path: impl Into<PathBuf>) -> Self {
        self.file.data.path = Some(path.into());
        self
    }

    /// A column that others may know, and how its values are generalized.
    pub fn quasi_identifier(self, name: impl Into<String>, hierarchy: HierarchySpec) -> Self {
        self.column(Column { hierarchy, ..Column::new(name, Role::QuasiIdentifier) })
    }

    /// A column that nobody should learn.
    pub fn sensitive(self, name: impl Into<String>) -> Self {
        self.column(Column::new(name, Role::Sensitive))
    }

    /// The label that a classifier would be trained on.
    pub fn class(self, name: impl Into<String>) -> Self {
        self.column(Column::new(name, Role::Class))
    }

    /// A column that is kept as it is, unprotected.
    pub fn insensitive(self, name: impl Into<String>) -> Self {
        self.column(Column::new(name, Role::Insensitive))
    }

    /// A column of any kind. Columns that nobody names are not released.
    pub fn column(mut self, column: Column) -> Self {
        self.columns.push(column);
        self
    }

    /// What becomes of rows with a missing value in a column that counts; they are kept where nobody says.
    pub fn missing(mut self, rule: MissingRule) -> Self {
        self.file.data.missing.get_or_insert_default().rows = Some(rule.name().into());
        self
    }

    /// A privacy model beside those that were named; k-anonymity where none is.
    pub fn privacy(mut self, model: impl Into<String>) -> Self {
        self.file.objectives.privacy.get_or_insert_with(|| Names(Vec::new())).0.push(model.into());
        self
    }

    /// A loss metric beside those that were named; general loss where none is.
    pub fn loss(mut self, metric: impl Into<String>) -> Self {
        self.file.objectives.loss.get_or_insert_with(|| Names(Vec::new())).0.push(metric.into());
        self
    }

    /// What is maximised and minimised, in place of whatever was named, with the models' parameters.
    pub fn objectives(mut self, objectives: &Objectives) -> Self {
        let Objectives { privacy, loss, suppressed_rows, c, alpha, domain, query_seed } = objectives.clone();
        let file = &mut self.file.objectives;
        (file.privacy, file.loss) = (Some(Names(privacy)), Some(Names(loss)));
        (file.suppressed_rows, file.c, file.alpha) = (Some(suppressed_rows), Some(c), Some(alpha));
        (file.domain, file.query_seed) = (Some(domain.name().into()), Some(query_seed));
        self
    }

    /// What every point must meet: a level of a model, `risk`, `average-risk` or `suppressed`.
    pub fn require(mut self, name: impl Into<String>, level: f64) -> Self {
        self.file.require.insert(name.into(), level.into());
        self
    }

    /// A preset beside those that were named.
    pub fn preset(mut self, preset: impl Into<String>) -> Self {
        self.file.presets.get_or_insert_with(|| Names(Vec::new())).0.push(preset.into());
        self
    }

    /// The most rows that may be left out: "1%", "0.01" or "250 rows".
    pub fn suppression(mut self, limit: impl Into<String>) -> Self {
        self.file.suppression.limit = Some(limit.into().into());
        self
    }

    /// How suppression is spent.
    pub fn rule(mut self, rule: Rule) -> Self {
        self.file.suppression.rule = Some(rule.name().into());
        self
    }

    /// The search, the space and their limits.
    pub fn search(mut self, search: Search) -> Self {
        self.search = search;
        self
    }

    /// Whatever else a study file may say; what was said before of columns and of the search stays.
    pub fn file(mut self, change: impl FnOnce(&mut StudyFile)) -> Self {
        change(&mut self.file);
        self
    }

    /// Checks it all.
    pub fn build(mut self) -> Result<Study> {
        self.file.name.get_or_insert_with(|| self.name.clone());
        let place = format!("study {}", self.name);
        let columns = self.columns.into_iter();
        let columns = columns.map(|column| {
            let at = format!("{place}, [columns.{}]", column.name);
            column.checked(&at)
        });
        let columns = columns.collect::<Result<_>>()?;
        self.search.is_sensible(&place)?;
        // Whoever names no rows hands them over.
        let data = &self.file.data;
        let given = data.path.is_none() && data.table.is_none() && data.query.is_none() && data.frequency.is_none();
        let study = Study::assemble(&place, &self.file, columns, given)?;
        Ok(Study { search: self.search, ..study })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn people() -> StudyBuilder {
        Study::of("people").path("p.csv").quasi_identifier("age", HierarchySpec::Auto)
    }

    #[test]
    fn a_study_in_code_is_the_study_in_a_file() {
        let text = "name='people'\n[data]\npath='p.csv'\n[columns.age]\nrole='quasi-identifier'\n\
                    hierarchy={interval=[5,10]}\nweight=2\n[columns.job]\nrole='sensitive'\n\
                    [objectives]\nprivacy=['k-anonymity','l-diversity']\n[suppression]\nlimit='1%'\nrule='tolerance'\n";
        let file = Study::check("study people", &StudyFile::parse("s", text).unwrap()).unwrap();
        let intervals = HierarchySpec::intervals([5.0, 10.0]);
        let age = Column { weight: 2.0, hierarchy: intervals, ..Column::new("age", Role::QuasiIdentifier) };
        let code = Study::of("people").path("p.csv").column(age).sensitive("job");
        let code = code.privacy("k-anonymity").privacy("l-diversity").suppression("1%").rule(Rule::Tolerance);
        assert_eq!(format!("{:?}", code.build().unwrap()), format!("{file:?}"));
    }

    #[test]
    fn what_makes_no_sense_is_refused_as_in_a_file() {
        let heavy = Column { weight: -1.0, ..Column::new("sex", Role::QuasiIdentifier) };
        let floored = Column { floor: 1, ..Column::new("job", Role::Sensitive) };
        for (study, expected) in [
            (Study::of("people").path("p.csv"), "no column is a quasi-identifier"),
            (people().column(heavy), "[columns.sex], weight: -1 is out of range"),
            (people().column(floored), "[columns.job], floor: only quasi-identifiers"),
            (people().class("age"), "\"age\" is named twice"),
            (people().suppression("1"), "is ambiguous"),
            (people().loss("precision").loss("precision"), "\"precision\" is named twice"),
        ] {
            let error = study.build().unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(error.kind(), ErrorKind::Study);
        }
    }
}
