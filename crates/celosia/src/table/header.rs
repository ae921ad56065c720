//! Does a text begin with the names of its columns, or with a row like all others? And the names that columns get.
//!
//! A first person that is taken for a header is lost, and a header that is taken for a person makes every column text. So a row
//! is data only where nothing speaks for a header: no cell of it names a column of numbers or dates, and it has numbers over
//! numbers, or words that its columns repeat.

use hashbrown::{HashMap, HashSet};

/// What the first row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    Names,
    /// Names by its numbers and dates, but most of its words are values too.
    Doubtful,
    Row,
}

/// What a cell looks like, whatever its language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Nothing, or one of the spellings of nothing.
    Nothing,
    Number,
    /// Digits in three parts or more, as in dates and times.
    Date,
    Text,
}

fn shape(cell: &str) -> Shape {
    let cell = cell.trim();
    let missing = ["na", "n/a", "nan", "null", "none", "-", ".", "?"];
    if cell.is_empty() || missing.iter().any(|word| cell.eq_ignore_ascii_case(word)) {
        return Shape::Nothing;
    }
    let figures = cell.strip_suffix('Z').unwrap_or(cell);
    let plain = |c: char| c.is_ascii_digit() || "+-.,:/ 'T%€$£\u{a0}\u{202f}".contains(c);
    let power = cell.parse::<f64>().is_ok_and(f64::is_finite);
    if !figures.contains(|c: char| c.is_ascii_digit()) || !power && !figures.chars().all(plain) {
        return Shape::Text;
    }
    let parts = figures.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let lengths: Vec<usize> = parts.map(str::len).collect();
    let separated = ["-", "/", ":", "."].iter().any(|mark| figures.matches(mark).count() >= 2);
    let thousands = lengths.len() >= 3 && lengths[1..].iter().all(|length| *length == 3);
    if !power && (separated && lengths.len() >= 3 && !thousands || figures.contains(':')) {
        return Shape::Date;
    }
    Shape::Number
}

/// What the cells of a column below the first row look like: the shape of nearly all of them.
fn below(column: usize, rows: &[&[String]]) -> Shape {
    let shapes = rows.iter().filter_map(|row| row.get(column)).map(|cell| shape(cell));
    let shapes: Vec<Shape> = shapes.filter(|shape| *shape != Shape::Nothing).collect();
    let most =
        |wanted: Shape| !shapes.is_empty() && shapes.iter().filter(|s| **s == wanted).count() * 10 >= shapes.len() * 9;
    match (most(Shape::Number), most(Shape::Date)) {
        (true, _) => Shape::Number,
        (_, true) => Shape::Date,
        _ if shapes.is_empty() => Shape::Nothing,
        _ => Shape::Text,
    }
}

/// Tells by the first row and those below it.
pub fn first(row: &[String], rows: &[&[String]]) -> First {
    let width = row.len();
    if rows.is_empty() || row.iter().all(|cell| cell.trim().is_empty()) {
        return First::Names;
    }
    let (mut names, mut figures, mut texts, mut repeated) = (0, Vec::new(), 0, 0);
    for (column, cell) in row.iter().enumerate() {
        let cell = cell.trim();
        match (shape(cell), below(column, rows)) {
            (Shape::Nothing, _) | (_, Shape::Nothing) => {}
            (Shape::Text, Shape::Number | Shape::Date) => names += 1,
            (Shape::Date, Shape::Number) | (Shape::Number, Shape::Date) => names += 1,
            (Shape::Number | Shape::Date, Shape::Number | Shape::Date) => figures.push((column, cell)),
            (_, Shape::Text) => {
                texts += 1;
                repeated +=
                    usize::from(rows.iter().any(|row| row.get(column).is_some_and(|below| below.trim() == cell)));
            }
        }
    }
    let most_repeat = repeated > 0 && 2 * repeated >= texts;
    let figures_are_values = !figures.is_empty() && !are_names(&figures, rows);
    match names {
        0 if figures_are_values || figures.is_empty() && most_repeat => First::Row,
        0 if most_repeat || figures.len() == width && figures[0].1 != "0" => First::Doubtful,
        _ if repeated >= 3 && most_repeat => First::Doubtful,
        _ => First::Names,
    }
}

/// Does the row name a column of numbers or dates, and hold no number itself?
pub fn names_figures(row: &[String], rows: &[&[String]]) -> bool {
    let named = |(column, cell): (usize, &String)| {
        shape(cell) == Shape::Text && matches!(below(column, rows), Shape::Number | Shape::Date)
    };
    !has_figures(row) && row.iter().enumerate().any(named)
}

/// Is a cell a number or a date?
pub fn has_figures(row: &[String]) -> bool {
    row.iter().any(|cell| matches!(shape(cell), Shape::Number | Shape::Date))
}

/// Numbers that name columns: years over what are none, or 0, 1, 2, … as programs write where nobody gave names.
fn are_names(figures: &[(usize, &str)], rows: &[&[String]]) -> bool {
    let numbers: Result<Vec<u32>, _> = figures.iter().map(|(_, cell)| cell.parse::<u32>()).collect();
    let Ok(numbers) = numbers else { return false };
    let is_year = |cell: &str| cell.trim().parse::<u32>().is_ok_and(|number| (1800..=2100).contains(&number));
    let are_years = |column: usize| rows.iter().all(|row| row.get(column).is_none_or(|cell| is_year(cell)));
    let steps = numbers.windows(2).all(|pair| pair[1] == pair[0].saturating_add(1));
    let rise = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let years = figures.iter().all(|(column, cell)| is_year(cell) && !are_years(*column));
    rise && years || steps && numbers.len() >= 3 && numbers[0] <= 1
}

/// The names of the columns, each its own, and what was done for that.
pub fn names(header: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut empty, mut broken, mut twice) = (Vec::new(), 0, Vec::new());
    let mut taken: HashSet<String> = HashSet::new();
    // Where the numbering of each name stands: ten thousand columns may have one.
    let mut numbers: HashMap<String, u64> = HashMap::new();
    let mut names = Vec::with_capacity(header.len());
    // A name that is there once is nobody else's.
    let plain: Vec<String> = header
        .iter()
        .map(|name| {
            let one_line = name.split(['\r', '\n']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>();
            broken += usize::from(one_line.len() > 1);
            one_line.join(" ")
        })
        .collect();
    let given: HashSet<&str> = plain.iter().map(String::as_str).collect();
    for (place, name) in plain.iter().enumerate() {
        let wanted = if name.is_empty() { numbered(place) } else { name.clone() };
        let is_own = |candidate: &str| name == candidate || !given.contains(candidate);
        let mut own = wanted.clone();
        let number = numbers.entry(wanted.clone()).or_insert(1u64);
        while taken.contains(&own) || !is_own(&own) {
            *number += 1;
            own = format!("{wanted} ({number})");
        }
        if name.is_empty() {
            empty.push(own.clone());
        } else if own != *name {
            twice.push(own.clone());
        }
        taken.insert(own.clone());
        names.push(own);
    }
    let mut notices = Vec::new();
    let folded = |names: &[String]| {
        let shown: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
        let more = names.len() - shown.len();
        if more == 0 { shown.join(", ") } else { format!("{} and {more} more", shown.join(", ")) }
    };
    if !empty.is_empty() {
        notices.push(format!("columns without a name are called {}", folded(&empty)));
    }
    if !twice.is_empty() {
        notices.push(format!("columns whose name is another's are called {}", folded(&twice)));
    }
    if broken > 0 {
        notices.push("line breaks in the names of columns are blanks now".into());
    }
    (names, notices)
}

/// The name of a column that has none.
pub fn numbered(place: usize) -> String {
    format!("column{}", place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> First {
        let rows: Vec<Vec<String>> =
            text.lines().map(|line| line.split(',').map(|cell| cell.trim().to_string()).collect()).collect();
        let below: Vec<&[String]> = rows[1..].iter().map(Vec::as_slice).collect();
        first(&rows[0], &below)
    }

    #[test]
    fn shapes() {
        for number in ["1", "-2.5", "1.234,5", "1 000", "1e-5", "12%", "1.234.567", "+4"] {
            assert_eq!(shape(number), Shape::Number, "{number}");
        }
        for date in ["2020-01-31", "31.12.1999", "1/2/20", "12:30", "2020-01-31T12:00:00Z", "1.2.2020 12:30"] {
            assert_eq!(shape(date), Shape::Date, "{date}");
        }
        for text in ["A11", "10-14 years", "q1", "<18", "2nd", "14 Aug 2013", "inf"] {
            assert_eq!(shape(text), Shape::Text, "{text}");
        }
        for nothing in ["", " ", "NA", "?", "null", "."] {
            assert_eq!(shape(nothing), Shape::Nothing, "{nothing}");
        }
    }

    #[test]
    fn a_row_like_all_others_is_one() {
        let rows = [
            "39,State-gov,77516\n50,Self-emp,83311\n38,Private,215646\n53,Private,234721",
            "63.0,1.0,?,2\n67.0,1.0,160.0,0\n41.0,0.0,130.0,1",
            "vhigh,vhigh,2,small\nvhigh,vhigh,2,med\nlow,vhigh,3,small",
            "p,x,s\ne,x,s\np,b,y",
            "republican,n,y\ndemocrat,n,y\nrepublican,y,n",
            "A11,6,A34\nA12,48,A32\nA14,12,A34",
            "1,2\n3,4\n5,6",
            "2001-03-04,m\n2003-01-02,f\n1999-12-31,m",
            "m\nf\nm",
            "Ann,1985\nBob,1990\nCid,1976",
            "1999,2003,2010\n1998,2001,2011\n1997,2004,2012",
        ];
        rows.iter().for_each(|text| assert_eq!(told(text), First::Row, "{text}"));
    }

    #[test]
    fn names_are_names() {
        let tables = [
            "age,sex\n1,m\n2,f\n3,m",
            "sex,smoker\nm,yes\nf,no\nm,no",
            "country,2019,2020,2021\nPeru,1,2,3\nChad,3,4,5",
            "country,2000,2005,2010\nPeru,1,2,3\nChad,3,4,5",
            "country,1/22/20,1/23/20\nPeru,0,1\nChad,0,0",
            "0,1,2,3\n5.5,6,7,8\n1,2,3,4",
            ",age\nx,3\ny,4",
            "name,city\nAnn,Ulm\nBob,Bonn\nCid,Köln",
            "q1,q2\n1,2\n2,1",
            "age,level\n10-14,Level\n15-19,High",
            "name\nAnn\nBob",
            "age\n?\n3",
        ];
        tables.iter().for_each(|text| assert_eq!(told(text), First::Names, "{text}"));
    }

    #[test]
    fn what_could_be_either_is_said() {
        // The years of three columns, or three numbers of one row.
        assert_eq!(told("1999,2003,2010\n5,7,9\n17,24,12"), First::Doubtful);
        assert_eq!(told("1,2,3\n5,7,9\n17,24,12"), First::Doubtful);
        assert_eq!(told("m,x,s,age\nm,x,s,3\nf,y,s,4\nm,z,t,5"), First::Doubtful);
    }

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let of = |header: &[&str]| names(&header.iter().map(|name| name.to_string()).collect::<Vec<_>>()).0;
        assert_eq!(of(&[" age ", "first\r\n name", "sex"]), ["age", "first name", "sex"]);
        assert_eq!(of(&["age", "age", "age (2)", ""]), ["age", "age (3)", "age (2)", "column4"]);
        assert_eq!(of(&["column2", "", ""]), ["column2", "column2 (2)", "column3"]);
        let twice = names(&of(&["a", "", "a", "a (2)", "\n"]));
        assert_eq!((twice.0, twice.1.len()), (of(&["a", "", "a", "a (2)", "\n"]), 0));
    }
}
