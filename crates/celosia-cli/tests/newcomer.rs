//! What a newcomer does first, on tables as people have them: inspect, front, release, verify, at 60 columns, with nothing
//! edited between.

use std::process::Stdio;

use serde_json::Value;

use crate::celosia::{Folder, level, numbers};

/// The four steps on one table, and what they said.
struct Walk {
    folder: Folder,
    look: Value,
    record: Value,
    verified: Value,
    /// What each step printed on a terminal of 60 columns.
    printed: Vec<String>,
}

impl Walk {
    /// Walks through the four steps at k = 5.
    fn through(name: &str, table: impl AsRef<[u8]>) -> Walk {
        let folder = Folder::new();
        folder.write(name, table);
        let mut printed = vec![step(&folder, &format!("inspect {name} -o study.toml"))];
        let look = folder.ask(&format!("inspect {name} -o again.toml"));
        printed.push(step(&folder, "front study.toml"));
        printed.push(step(&folder, "release study.toml --k 5 -o out.csv"));
        let record = folder.json("out.csv.record.json");
        let quasi = columns(&record, "quasi-identifier").join(",");
        let verify = ["verify", "out.csv", "--quasi", &quasi];
        let verified = folder.run_words(&[&verify[..], &["--json"]].concat());
        assert_eq!(verified.code, 0, "{}", verified.err);
        printed.push(step_of(&folder, &verify));
        let walk = Walk { folder, look, record, verified: verified.json(), printed };
        walk.is_sound();
        walk
    }

    /// What holds of every table: k is reached, the record tells the truth, and what was printed can be read.
    fn is_sound(&self) {
        assert!(level(&self.verified, "k-anonymity") >= 5.0, "{:#}", self.verified);
        assert_eq!(self.verified["rows"], self.record["rows"]);
        for (name, text) in ["inspect", "front", "release", "verify"].iter().zip(&self.printed) {
            assert!(!text.contains('\u{fffd}'), "{name}: letters are lost\n{text}");
        }
        assert!(self.printed[1].contains("complete"), "{}", self.printed[1]);
        assert!(self.printed[2].contains("read back and recounted: k = "), "{}", self.printed[2]);
        // Terminals of 60 columns show the last step whole.
        let wide: Vec<&str> = self.printed[3].lines().filter(|line| line.chars().count() > 60).collect();
        assert!(wide.is_empty(), "{wide:#?}");
    }

    fn role(&self, column: &str) -> &str {
        let columns = self.look["columns"].as_array().unwrap();
        let found =
            columns.iter().find(|c| c["name"] == column).unwrap_or_else(|| panic!("no {column}: {:#}", self.look));
        found["role"].as_str().unwrap()
    }

    fn released(&self) -> String {
        self.folder.read("out.csv").lines().next().unwrap().to_string()
    }
}

/// Columns of a role in a record.
fn columns(record: &Value, role: &str) -> Vec<String> {
    let columns = record["columns"].as_array().unwrap().iter();
    columns.filter(|c| c["role"] == role).map(|c| c["name"].as_str().unwrap().to_string()).collect()
}

fn step(folder: &Folder, line: &str) -> String {
    step_of(folder, &line.split(' ').collect::<Vec<_>>())
}

fn step_of(folder: &Folder, words: &[&str]) -> String {
    let mut command = folder.command(words);
    command.env("COLUMNS", "60").stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}\n{err}");
    // Whatever is said beside the output says what it is.
    for line in err.lines() {
        assert!(
            ["wrote ", "hint: ", "note: ", "warning: "].iter().any(|word| line.starts_with(word)),
            "{words:?}: {line}"
        );
    }
    String::from_utf8(output.stdout).unwrap()
}

/// A hospital's table: a key per stay, a key per patient, bands of ages, gaps, medicines that nobody takes.
fn hospital() -> String {
    let mut next = numbers();
    let mut one = |of: &[&'static str]| of[next(of.len() as u64) as usize];
    let mut text = String::from(
        "encounter_id,patient_nbr,race,gender,age,weight,time_in_hospital,diag_1,metformin,examide,readmitted\n",
    );
    for row in 0..240 {
        let cells = [
            (100_000 + 7 * row).to_string(),
            (5_000_000 + 13 * (row / 2)).to_string(),
            one(&["Caucasian", "AfricanAmerican", "?", "Caucasian", "Hispanic"]).into(),
            one(&["Female", "Male"]).into(),
            one(&["[40-50)", "[50-60)", "[60-70)", "[70-80)", "[80-90)"]).into(),
            one(&["?", "?", "?", "?", "[75-100)"]).into(),
            one(&["1", "2", "3", "4", "5", "6"]).into(),
            one(&["250.83", "428", "V57", "786"]).into(),
            one(&["No", "Steady", "No"]).into(),
            "No".into(),
            one(&["NO", ">30", "<30"]).into(),
        ];
        text += &(cells.join(",") + "\n");
    }
    text
}

#[test]
fn a_hospitals_table() {
    let walk = Walk::through("diabetic.csv", hospital());
    let header = walk.released();
    for key in ["encounter_id", "patient_nbr"] {
        assert!(!header.contains(key), "{key} is released: {header}");
        assert!(!["quasi-identifier", "insensitive"].contains(&walk.role(key)), "{key}: {}", walk.role(key));
    }
    for known in ["gender", "age"] {
        assert_eq!(walk.role(known), "quasi-identifier", "{known}");
    }
}

/// A German table as a spreadsheet writes it there: semicolons, decimal commas, days first, umlauts.
fn german() -> String {
    let mut next = numbers();
    let mut text = String::from("Nachname;Geburtsdatum;Geschlecht;PLZ;Größe;Diagnose\n");
    for row in 0..200 {
        let (day, month, year) = (1 + next(28), 1 + next(12), 1940 + next(60));
        let (sex, place) = (["m", "w"][next(2) as usize], ["80331", "80333", "10115", "10117"][next(4) as usize]);
        let size = format!("1,{}", 55 + next(40));
        let disease = ["Grippe", "Asthma", "Müdigkeit"][next(3) as usize];
        text += &format!("Müller{row};{day:02}.{month:02}.{year};{sex};{place};{size};{disease}\n");
    }
    text
}

#[test]
fn a_german_table() {
    let walk = Walk::through("Patienten.csv", german());
    assert!(!walk.released().contains("Nachname"), "{}", walk.released());
    for known in ["Geburtsdatum", "Geschlecht", "PLZ"] {
        assert_eq!(walk.role(known), "quasi-identifier", "{known}");
    }
}

/// A Spanish table of accidents: words with accents, bands of ages in words, one row for each person.
fn accidents() -> String {
    let mut next = numbers();
    let mut text = String::from("num_expediente;fecha;hora;distrito;tipo_persona;rango_edad;sexo;lesividad\n");
    for row in 0..300 {
        let mut one = |of: &[&'static str]| of[next(of.len() as u64) as usize];
        let district = one(&["Chamberí", "Tetuán", "Chamartín", "Latina"]);
        let person = one(&["Conductor", "Pasajero", "Peatón"]);
        let band = one(&["De 18 a 20 años", "De 21 a 24 años", "De 25 a 29 años", "De 30 a 34 años", "Más de 74 años"]);
        let (sex, harm) = (one(&["Hombre", "Mujer"]), one(&["Leve", "Grave", "Sin asistencia"]));
        let (day, hour) = (1 + next(28), next(24));
        text += &format!("2023S{row:06};{day:02}/01/2023;{hour}:30:00;{district};{person};{band};{sex};{harm}\n");
    }
    text
}

#[test]
fn a_spanish_table_of_accidents() {
    let walk = Walk::through("accidentes.csv", accidents());
    assert!(!walk.released().contains("num_expediente"), "{}", walk.released());
    for known in ["rango_edad", "sexo"] {
        assert_eq!(walk.role(known), "quasi-identifier", "{known}");
    }
}

#[test]
fn the_next_step_is_always_said() {
    let folder = Folder::with(&[("people.csv", &crate::celosia::people(200))]);
    let next = |line: &str| -> String {
        let err = folder.ok(line).err;
        let hint = err.lines().find_map(|line| line.strip_prefix("hint: "));
        hint.unwrap_or_else(|| panic!("{line} says no next step\n{err}")).to_string()
    };
    assert!(next("inspect people.csv").contains("`celosia front people.toml`"));
    assert!(next("front people.toml").contains("`celosia release people.toml"));
    let verify = next("release people.toml --k 5 -o out.csv");
    // The last step is a command that works as it is written.
    let line = verify.split('`').nth(1).unwrap_or_else(|| panic!("{verify}"));
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    assert_eq!(folder.run_words(&words).code, 0, "{line}");
}
