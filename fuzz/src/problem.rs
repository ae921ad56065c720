//! One small problem that certificates, checkpoints and fronts are about, counted once per thread.

use celosia::flow::Flow;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;

use crate::place::file;

const ROWS: &str = "age,zip,sex,disease\n31,1011,f,flu\n34,1012,f,flu\n36,1021,m,cold\n38,1022,m,flu\n52,1011,f,cold\n\
                    57,1102,m,gout\n31,1011,f,cold\n34,1101,m,flu\n62,1102,f,gout\n38,1022,m,cold\n41,1021,f,flu\n\
                    45,1012,m,gout\n";

const STUDY: &str = r#"
name = "small"
[columns.age]
role = "quasi-identifier"
hierarchy = { interval = [10, 20] }
[columns.zip]
role = "quasi-identifier"
type = "string"
hierarchy = { mask = "right", characters = [1, 2] }
[columns.sex]
role = "quasi-identifier"
[columns.disease]
role = "sensitive"
[suppression]
limit = "2 rows"
[search]
threads = 1
"#;

/// The problem, opened with one thread.
pub fn open() -> Flow {
    let mut study = StudyFile::parse("small", STUDY).expect("the study can be read");
    study.data.path = Some(file("small.csv", ROWS.as_bytes()));
    let study = Study::check("small", &study).expect("the study is right");
    Flow::open(study, &Silent).expect("the table can be counted")
}
