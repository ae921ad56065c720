//! Several objectives at once on the Adult table: fronts of three and more, their projections, choices, releases.

use serde_json::{Value, json};

use crate::celosia::{ADULT, Folder, level};

/// A small study of Adult: 28 nodes, so that a front takes no time.
const SMALL: &str = "ADULT/adult.csv --quasi age,race,sex --hierarchy age={interval=[5,10,20,40,80]} \
                     --sensitive occupation --class salary-class --suppression 1%";

fn ask(line: &str) -> Value {
    Folder::new().ask(&line.replace("ADULT", ADULT))
}

fn points(front: &Value) -> &Vec<Value> {
    front["points"].as_array().unwrap()
}

fn number(point: &Value, objective: &str) -> f64 {
    point["values"][objective].as_f64().unwrap_or(f64::INFINITY)
}

/// The values of a point in some objectives, each turned so that higher is better.
fn values(front: &Value, point: &Value, names: &[&str]) -> Vec<f64> {
    let objectives = front["objectives"].as_array().unwrap();
    let value = |name: &&str| {
        let objective = objectives.iter().find(|o| o["name"] == *name).unwrap();
        if objective["goal"] == "max" { number(point, name) } else { -number(point, name) }
    };
    names.iter().map(value).collect()
}

fn beats(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a >= b) && a != b
}

/// What is best in some of a front's objectives alone, each pair of values once.
fn projection(front: &Value, names: &[&str]) -> Vec<Vec<f64>> {
    let all: Vec<Vec<f64>> = points(front).iter().map(|p| values(front, p, names)).collect();
    let mut best: Vec<Vec<f64>> = all.iter().filter(|v| !all.iter().any(|o| beats(o, v))).cloned().collect();
    best.sort_by(|a, b| b.partial_cmp(a).unwrap());
    best.dedup();
    best
}

/// The projection of a larger front is a smaller front: nothing more, and nothing less. It holds for a loss that never
/// falls by suppressing: a further model only takes more classes away, and what one model takes alone is among the
/// combinations.
fn projects_to(large: &Value, small: &Value, names: &[&str]) {
    let (large, small) = (projection(large, names), projection(small, names));
    assert_eq!(large.len(), small.len(), "{names:?}");
    for (a, b) in large.iter().zip(&small) {
        assert!(a.iter().zip(b).all(|(a, b)| a == b || (a - b).abs() < 1e-9), "{names:?}: {a:?} {b:?}");
    }
}

fn nothing_is_beaten(front: &Value, names: &[&str]) {
    let all: Vec<Vec<f64>> = points(front).iter().map(|p| values(front, p, names)).collect();
    for value in &all {
        assert!(!all.iter().any(|other| beats(other, value)), "{value:?} is beaten");
    }
}

#[test]
fn k_and_t_against_loss_on_adult() {
    let front = ask("front ADULT/study.toml --privacy k-anonymity,t-closeness --search exhaustive");
    let names = ["k-anonymity", "general-loss", "t-closeness"];
    for (objective, (name, goal, aim)) in front["objectives"].as_array().unwrap().iter().zip([
        (names[0], "max", "privacy"),
        (names[1], "min", "loss"),
        (names[2], "min", "privacy"),
    ]) {
        assert_eq!(objective["name"], name);
        assert_eq!(objective["goal"], goal);
        assert_eq!(objective["aim"], aim);
    }
    assert_eq!(front["search"]["complete"], true);
    assert_eq!(front["search"]["evaluated"], 17920);
    let exact = ask("front ADULT/study.toml --privacy k-anonymity,t-closeness");
    assert_eq!(front["points"], exact["points"], "the study's search finds the same");
    for point in points(&front) {
        assert_eq!(point["values"].as_object().unwrap().len(), 3, "{point}");
        assert!(point["suppressed"].as_u64().unwrap() <= 301, "{point}");
    }
    let order: Vec<Vec<f64>> = points(&front).iter().map(|p| values(&front, p, &names[..2])).collect();
    assert!(order.windows(2).all(|w| w[0] >= w[1]), "by falling k, then by rising loss");
    nothing_is_beaten(&front, &names);
    let (k, t) = (ask("front ADULT/study.toml"), ask("front ADULT/study.toml --privacy t-closeness"));
    assert!(points(&front).len() > points(&k).len() + points(&t).len(), "there is more between the two");
    projects_to(&front, &k, &names[..2]);
    projects_to(&front, &t, &names[1..]);
}

#[test]
fn suppressed_rows_on_adult() {
    let front = ask("front ADULT/study.toml --suppressed-rows");
    let names = ["k-anonymity", "general-loss", "suppressed-rows"];
    let objective =
        json!({ "name": "suppressed-rows", "goal": "min", "aim": "rows", "measures": "how many rows are left out" });
    assert_eq!(front["objectives"][2], objective);
    assert!(points(&front).iter().all(|p| p["values"]["suppressed-rows"] == p["suppressed"]));
    nothing_is_beaten(&front, &names);
    projects_to(&front, &ask("front ADULT/study.toml"), &names[..2]);
    // Only what suppresses nothing can beat what suppresses nothing.
    let none = ask("front ADULT/study.toml --suppression 0%");
    let mut unsuppressed = front.clone();
    unsuppressed["points"].as_array_mut().unwrap().retain(|p| p["suppressed"] == 0);
    assert_eq!(points(&unsuppressed).len(), points(&none).len());
    projects_to(&unsuppressed, &none, &names[..2]);
}

#[test]
fn two_losses_three_models_and_rows() {
    let losses = ask(&format!("front {SMALL} --loss general-loss,classification-error"));
    projects_to(&losses, &ask(&format!("front {SMALL}")), &["k-anonymity", "general-loss"]);
    let error = ask(&format!("front {SMALL} --loss classification-error"));
    projects_to(&losses, &error, &["k-anonymity", "classification-error"]);

    let flags =
        "--privacy distinct-l-diversity,t-closeness,weighted-k --loss general-loss,discernibility --suppressed-rows";
    let all = ask(&format!("front {SMALL} {flags}"));
    let names: Vec<&str> = all["objectives"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["distinct-l-diversity", "general-loss", "t-closeness", "weighted-k", "discernibility", "suppressed-rows"]
    );
    nothing_is_beaten(&all, &names);
    for point in points(&all) {
        let k = number(point, "weighted-k");
        assert!(k >= 1.0 && point["values"].as_object().unwrap().len() == 6, "{point}");
    }
}

#[test]
fn tolerance_spends_the_limit_by_the_first_model() {
    let front = ask(&format!("front {SMALL} --rule tolerance --privacy k-anonymity,t-closeness"));
    projects_to(&front, &ask(&format!("front {SMALL} --rule tolerance")), &["k-anonymity", "general-loss"]);
    nothing_is_beaten(&front, &["k-anonymity", "general-loss", "t-closeness"]);
    let folder = Folder::new();
    let last = points(&front).len();
    let line =
        format!("release {SMALL} --rule tolerance --privacy k-anonymity,t-closeness --point {last} --force -o out.csv");
    let record = folder.ask(&line.replace("ADULT", ADULT));
    assert_eq!(record["suppressed"]["rows"], points(&front)[last - 1]["suppressed"]);
}

#[test]
fn a_list_in_the_study_a_list_in_a_flag_and_repeated_flags_are_the_same() {
    let study = format!(
        "[data]\npath = '{ADULT}/adult.csv'\n\
         [columns.age]\nrole = 'quasi-identifier'\nhierarchy = {{ interval = [5, 10, 20, 40, 80] }}\n\
         [columns.race]\nrole = 'quasi-identifier'\n[columns.sex]\nrole = 'quasi-identifier'\n\
         [columns.occupation]\nrole = 'sensitive'\n[columns.salary-class]\nrole = 'class'\n\
         [objectives]\nprivacy = ['k-anonymity', 't-closeness']\nloss = ['general-loss']\nsuppressed-rows = true\n\
         [suppression]\nlimit = '1%'\n"
    );
    let of_study = Folder::with(&[("small.toml", &study)]).ask("front small.toml");
    let of_flag = ask(&format!("front {SMALL} --privacy k-anonymity,t-closeness --suppressed-rows"));
    let repeated = ask(&format!("front {SMALL} --privacy k-anonymity --suppressed-rows --privacy t-closeness"));
    assert_eq!(of_study["points"], of_flag["points"]);
    assert_eq!(of_study["objectives"], of_flag["objectives"]);
    assert_eq!(of_flag["points"], repeated["points"]);
}

#[test]
fn an_objective_twice_is_an_error_before_any_work() {
    let folder = Folder::new();
    // An empty file is no table: nothing was read.
    folder.write("none.csv", "");
    let refuses = |flags: &str, facts: &[&str]| folder.refuses(&format!("front none.csv --quasi age {flags}"), facts);
    refuses("--privacy k-anonymity,k-anonymity", &["objectives.privacy", "\"k-anonymity\" is named twice"]);
    refuses("--privacy k-anonymity --privacy k-anonymity", &["\"k-anonymity\" is named twice"]);
    refuses("--loss precision,entropy,precision", &["objectives.loss", "\"precision\" is named twice"]);
    refuses("--privacy k-anonymity,t-closness", &["\"t-closness\"", "did you mean \"t-closeness\"?"]);
    let line = format!("front {SMALL} --privacy k-anonymity,t-closeness-hierarchical").replace("ADULT", ADULT);
    folder.refuses(&line, &["t-closeness-hierarchical", "hierarchy"]);
}

#[test]
fn a_release_holds_both_models() {
    let flags = format!("{SMALL} --privacy k-anonymity,t-closeness").replace("ADULT", ADULT);
    let folder = Folder::new();
    let front = folder.ask(&format!("front {flags}"));
    // A point that is best thanks to t, and leaves rows out.
    let plane = projection(&front, &["k-anonymity", "general-loss"]);
    let is_light = |p: &Value| !plane.contains(&values(&front, p, &["k-anonymity", "general-loss"]));
    let number_of = points(&front).iter().position(|p| is_light(p) && p["suppressed"].as_u64() > Some(0)).unwrap();
    let point = &points(&front)[number_of];

    let record = folder.ask(&format!("release {flags} --point {} --force -o out.csv", number_of + 1));
    assert_eq!(record["objectives"], json!({ "privacy": ["k-anonymity", "t-closeness"], "loss": "general-loss" }));
    assert_eq!(record["guaranteed"]["k-anonymity"]["k"].as_f64(), Some(number(point, "k-anonymity")));
    assert_eq!(record["suppressed"]["rows"], point["suppressed"]);

    let verified = folder.ask("verify out.csv --quasi age,race,sex --sensitive occupation");
    assert_eq!(level(&verified, "k-anonymity"), number(point, "k-anonymity"));
    let t = record["guaranteed"]["t-closeness"]["t"].as_f64().unwrap();
    assert!(level(&verified, "t-closeness") <= t);
    let k = number(point, "k-anonymity");
    folder.ok(&format!(
        "verify out.csv --quasi age,race,sex --sensitive occupation --require k-anonymity={k},t-closeness={t}"
    ));
    let said = folder.ok(&format!("release {flags} --point {} --force -o again.csv", number_of + 1)).out;
    assert!(said.contains(&format!("k = {k}, t = ")) && said.contains(" hold\n"), "{said}");
}

#[test]
fn choices_go_by_the_first_model_and_the_first_loss() {
    let flags = format!("{SMALL} --privacy k-anonymity,t-closeness").replace("ADULT", ADULT);
    let folder = Folder::new();
    let front = folder.ask(&format!("front {flags}"));
    let loss = |p: &Value| number(p, "general-loss");
    let enough = points(&front).iter().filter(|p| number(p, "k-anonymity") >= 20.0).map(loss);
    let least = enough.fold(f64::INFINITY, f64::min);
    let said = folder.ok(&format!("release {flags} --k 20 --force -o k.csv")).out;
    assert!(said.contains(&format!("general-loss {least:.6}")), "{said}");

    let cheap = points(&front).iter().filter(|p| loss(p) <= 0.4).map(|p| number(p, "k-anonymity"));
    let record = folder.ask(&format!("release {flags} --max-loss 0.4 --force -o loss.csv"));
    assert_eq!(record["guaranteed"]["k-anonymity"]["k"].as_f64(), Some(cheap.fold(0.0, f64::max)));
    // The knee is the knee of the two.
    let of_two = folder.ask(&format!("release {} --knee --force -o two.csv", SMALL.replace("ADULT", ADULT)));
    let of_three = folder.ask(&format!("release {flags} --knee --force -o three.csv"));
    assert_eq!(of_two["point"]["levels"], of_three["point"]["levels"]);
}

#[test]
fn people_see_every_objective() {
    let folder = Folder::new();
    let line = format!("front {SMALL} --privacy k-anonymity,t-closeness --suppressed-rows --chart chart.svg");
    let answer = folder.ok(&line.replace("ADULT", ADULT));
    let out = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "k-anonymity, t-closeness against general-loss and suppressed rows",
        "general-loss t-closeness suppressed",
        "· best thanks to a further objective",
        "looks at two of them, k-anonymity and the first loss",
    ] {
        assert!(out.contains(part), "{part}\n{}", answer.out);
    }
    let page = folder.read("adult-report.html");
    assert!(page.contains("\"plane\":[0,") && page.contains("\"t-closeness\":"), "no values of all objectives");
    assert!(folder.read("chart.svg").contains("best thanks to a further objective"));
}
