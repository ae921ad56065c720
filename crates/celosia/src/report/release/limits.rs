//! What a release does not protect from, and what a report leaves out, in plain words.

use super::asked;
use crate::privacy;
use crate::release::verify::Verified;
use crate::study::{Role, Study};

/// What pseudonyms mean for whoever reads class sizes.
const TRAILS: &str = "Persons are shown under pseudonyms, so their rows can be joined: class sizes and risks count persons who share a \
                      whole trail, all that their rows show in the quasi-identifiers. They say nothing of who also knows in which \
                      order things happened, or what the other columns of several rows show together. Where all persons of a trail \
                      have a value in some row, though in different ones, that they have it is known.";

/// What a reader of the report must know and might not ask. From the settings and from what was measured on the release.
pub fn limits(study: &Study, verified: &Verified) -> Vec<String> {
    let named = |role: Role| study.with_role(role).map(|column| column.name.as_str()).collect::<Vec<&str>>().join(", ");
    let mut limits = vec![
        "These are measurements, not a statement that a law is complied with: who publishes decides, and answers for it."
            .to_string(),
        match verified.persons {
            Some(_) if verified.trails => TRAILS.to_string(),
            Some(_) => "Class sizes and risks count persons, as the column says that names them.".to_string(),
            None => {
                "Classes count rows: where a person has several rows, a class may hold fewer persons than rows.".to_string()
            }
        },
    ];
    let required = asked::required(study);
    let models = study.objectives.privacy.iter().map(String::as_str).chain(required.iter().filter_map(asked::model));
    let looks = models.into_iter().any(|name| privacy::find(name).is_ok_and(|about| about.sensitive));
    let sensitive = named(Role::Sensitive);
    if sensitive.is_empty() {
        limits.push("No column is called sensitive, so nothing was measured of what a class gives away.".into());
    } else if !looks {
        limits.push(format!(
            "No model that was asked for looks at the sensitive values ({sensitive}): a class whose rows all share a value gives \
             it away, however large the class is."
        ));
    }
    let insensitive = named(Role::Insensitive);
    if !insensitive.is_empty() {
        limits.push(format!(
            "Released as they are, and protected by nothing: {insensitive}. Who knows such a value of a person may find the row by it."
        ));
    }
    let class = named(Role::Class);
    if !class.is_empty() {
        limits.push(format!("The class attribute is released as it is: {class}."));
    }
    if !verified.risks.population_known {
        limits.push(
            "Nobody gave a population, so the journalist, who does not know whether a person is in the table, is only known to \
             have no better chances than the prosecutor."
                .into(),
        );
    }
    limits.push(
        "Who has a second release of the same people can intersect the two, and what is safe alone may not be safe together: \
         publish one."
            .into(),
    );
    limits.push(
        "Which recoding was chosen depends on all rows, those that are left out included, as with every method that \
         generalizes no more than it must (minimality)."
            .into(),
    );
    limits
}

/// What the public edition does not say.
pub fn not_public() -> Vec<String> {
    [
        "How many rows were read, dropped and suppressed: the record beside the release says so.",
        "Anything of the table before the release (risks, distributions, means, what a model learns from it), and what the release \
         costs: these depend on rows that are not in it. The internal edition has them, for those who may see the table.",
    ]
    .map(String::from)
    .to_vec()
}

/// What the internal edition does not know of columns with a floor.
pub fn floors() -> String {
    "Values of a column with a floor were taken to it before they were counted: of these the table before is the table at the floor."
        .into()
}

/// What a report cannot say of rows that this machine did not write.
pub fn not_here() -> String {
    "The rows lie in another system, which wrote the release: no sample of rows, and nothing of columns that are neither \
     quasi-identifiers nor sensitive."
        .into()
}
