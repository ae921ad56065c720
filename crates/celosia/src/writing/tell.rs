//! How a column is written, told from all its values. Nothing is guessed in silence: where two readings fit, the doubt is told,
//! and so is where fewer values than count as more than a few decide between them.

use super::marks::Marks;
use super::stated::Stated;
use super::unit::Unit;
use super::{Format, Kind, Writing, clock, dates, few};

/// What was told of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Its type.
    pub kind: Kind,
    /// How it is written: the best guess, where there is a doubt.
    pub writing: Writing,
    /// What the values leave open.
    pub doubt: Option<Doubt>,
    /// How it is read where nobody settles the doubt: what no few values decide.
    safe: Option<(Kind, Writing)>,
}

/// Two readings that both fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// `03/04/2013`: the third of April or the fourth of March.
    DayOrMonth,
    /// `1,234`: more than a thousand, or one and a little more.
    DecimalOrThousands,
}

impl Doubt {
    /// What is open, as a question with the key of a study that answers it.
    pub fn question(self) -> &'static str {
        match self {
            Doubt::DayOrMonth => {
                "day or month first? Say format = \"dd/mm/yyyy\" or format = \"mm/dd/yyyy\", as it is written"
            }
            Doubt::DecimalOrThousands => {
                "decimals or thousands behind the mark? Say data.decimal = \".\" or data.decimal = \",\""
            }
        }
    }
}

impl Told {
    /// Text.
    pub fn text() -> Told {
        Told::sure(Kind::String, Writing::default())
    }

    fn sure(kind: Kind, writing: Writing) -> Told {
        Told { kind, writing, doubt: None, safe: None }
    }

    /// The reading where nobody settles a doubt: the day first, and `1,234` as a thousand. A few values may not fit it, and then
    /// they are an error: so few must not decide how the others are read.
    pub fn safely(mut self) -> Told {
        if let Some((kind, writing)) = self.safe.take() {
            (self.kind, self.writing) = (kind, writing);
        }
        self
    }
}

/// The type of a column and how it is written, told from its distinct values alone.
pub fn told<S: AsRef<str>>(values: &[S]) -> Told {
    Stated::default().tell(values)
}

/// The columns of one table, each told from its distinct values; what one leaves open follows the clear majority of the others.
/// The second is the mark before decimals that most of them have.
pub fn told_together(columns: &[Vec<&str>], decimal: Option<char>) -> (Vec<Told>, Option<char>) {
    let stated = |decimal| Stated { decimal, ..Stated::default() };
    let mut found: Vec<Told> = columns.iter().map(|values| tell(&stated(decimal), values)).collect();
    let decimal = decimal.or_else(|| {
        let with = |mark| {
            let sure = found.iter().zip(columns).filter(|(told, _)| told.doubt.is_none() && told.kind == Kind::Decimal);
            sure.filter(|(told, values)| told.writing.marks.decimal == mark && !is_grouped(values)).count()
        };
        let (points, commas) = (with('.'), with(','));
        if points > commas {
            Some('.')
        } else if commas > points {
            Some(',')
        } else {
            None
        }
    });
    let is_month_first = |told: &Told| {
        let format = told.writing.format.as_ref().filter(|_| told.kind == Kind::Date && told.doubt.is_none())?;
        let is = |start: &str| format.as_str().starts_with(start);
        (is("mm/dd") || is("mm-dd") || is("dd/mm") || is("dd-mm")).then(|| is("mm"))
    };
    let orders: Vec<bool> = found.iter().filter_map(is_month_first).collect();
    let months = orders.iter().filter(|month_first| **month_first).count();
    for (told, values) in found.iter_mut().zip(columns) {
        match told.doubt {
            Some(Doubt::DayOrMonth) if 2 * months != orders.len() => {
                let text = told.writing.format.as_ref().map_or("", Format::as_str);
                let turned = turned(text, 2 * months > orders.len());
                let format = Format::parse(&turned).ok();
                let settled = Writing { format, ..Writing::default() };
                if settled.fits(Kind::Date, values) {
                    *told = Told::sure(Kind::Date, settled);
                }
            }
            Some(Doubt::DecimalOrThousands) if decimal.is_some() => *told = tell(&stated(decimal), values),
            _ if decimal == Some(',') && told.kind == Kind::Decimal => *told = tell(&stated(decimal), values),
            _ => {}
        }
    }
    (found, decimal)
}

/// The same format with the month first or the day first.
fn turned(format: &str, month_first: bool) -> String {
    let (from, to) = if month_first { (["dd", "mm"], ["mm", "dd"]) } else { (["mm", "dd"], ["dd", "mm"]) };
    if !format.starts_with(from[0]) {
        return format.into();
    }
    format.replacen(from[0], "\0", 1).replacen(from[1], to[1], 1).replacen('\0', to[0], 1)
}

/// The narrowest type that all spellings fit: integer, decimal, date, time, string.
pub fn infer<S: AsRef<str>>(values: &[S]) -> Kind {
    told(values).kind
}

/// The type and writing by what is stated and by the values.
pub(super) fn tell(stated: &Stated, values: &[&str]) -> Told {
    let decimal = stated.decimal;
    if let Some(format) = &stated.format {
        return Told::sure(format.kind(), Writing { format: Some(format.clone()), ..Writing::default() });
    }
    match stated.kind {
        None if values.is_empty() => Told::text(),
        None => number(values, decimal).or_else(|| date(values)).or_else(|| time(values)).unwrap_or_else(Told::text),
        Some(Kind::String) => Told::text(),
        Some(kind @ (Kind::Integer | Kind::Decimal)) => {
            let told = marks(values, decimal).unwrap_or_else(|| Told::sure(kind, numbers_of(nearest(values))));
            Told { kind, ..told }
        }
        Some(Kind::Date) => date(values).unwrap_or_else(|| {
            Told::sure(Kind::Date, Writing { format: dates::nearest(values), ..Writing::default() })
        }),
        Some(Kind::Time) => Told::sure(Kind::Time, Writing::default()),
    }
}

fn date(values: &[&str]) -> Option<Told> {
    let of = |format| Writing { format, ..Writing::default() };
    let dates::Told { format, safe, in_doubt } = dates::told(values)?;
    let doubt = in_doubt.then_some(Doubt::DayOrMonth);
    Some(Told { kind: Kind::Date, writing: of(format), doubt, safe: safe.map(|format| (Kind::Date, of(Some(format)))) })
}

fn time(values: &[&str]) -> Option<Told> {
    let all = values.iter().all(|value| clock::alone(value).is_some());
    all.then(|| Told::sure(Kind::Time, Writing::default()))
}

/// Numbers, unless they are days or codes.
fn number(values: &[&str], decimal: Option<char>) -> Option<Told> {
    let told = marks(values, decimal)?;
    let is_code = |value: &&str| told.writing.marks.is_code(value);
    if values.iter().any(is_code) || told.kind == Kind::Integer && dates::told(values).is_some() {
        return None;
    }
    Some(told)
}

fn numbers_of(marks: Marks) -> Writing {
    Writing { marks, ..Writing::default() }
}

/// All marks, in the order in which they are tried.
const ALL: [Marks; 8] = [
    Marks::of('.', None),
    Marks::of('.', Some(',')),
    Marks::of(',', None),
    Marks::of(',', Some('.')),
    Marks::of('.', Some(' ')),
    Marks::of(',', Some(' ')),
    Marks::of('.', Some('\'')),
    Marks::of(',', Some('\'')),
];

/// All marks with the sign that a value has.
fn of_unit(unit: Option<Unit>) -> impl Iterator<Item = Marks> {
    ALL.into_iter().map(move |marks| Marks { unit: unit.clone(), ..marks })
}

/// The marks that read every value.
fn marks(values: &[&str], decimal: Option<char>) -> Option<Told> {
    let unit = values.first().and_then(|first| Unit::of(first));
    let few = few(values.len());
    let unread = |marks: &Marks, most: usize| {
        values.iter().filter(|value| marks.decimal(value).is_none()).take(most + 1).count()
    };
    // A point or a comma that can be a decimal mark is one, where the table is said to have it so.
    let wished = |marks: &Marks| decimal.is_none_or(|mark| marks.decimal == mark);
    let in_order = || of_unit(unit.clone()).filter(wished).chain(of_unit(unit.clone()).filter(|m| !wished(m)));
    let chosen = in_order().find(|marks| unread(marks, 0) == 0)?;
    if is_phone_like(&chosen, values) {
        return None;
    }
    let kind_by = |marks: &Marks| {
        let mut read = values.iter().filter(|value| marks.decimal(value).is_some());
        if read.all(|value| marks.integer(value).is_some()) { Kind::Integer } else { Kind::Decimal }
    };
    let kind = kind_by(&chosen);
    let with_comma = || values.iter().filter(|value| value.contains(',')).take(few + 1).count() > few;
    let comma_in_labels = chosen.decimal == ',' && (decimal == Some(',') || with_comma());
    let writing = Writing { comma_in_labels, ..numbers_of(chosen.clone()) };
    let is_sure = decimal == Some(chosen.decimal) || chosen.decimal == '.' && chosen.thousands.is_none();
    if is_sure || has_small_whole(&chosen, values, few) {
        return Some(Told::sure(kind, writing));
    }
    // Does another reading fit all but a few, and say another number?
    let differs = |other: &Marks| {
        let says = |value: &&str| other.decimal(value).is_some_and(|n| Some(n) != chosen.decimal(value));
        *other != chosen && unread(other, few) <= few && values.iter().any(says)
    };
    let safe = of_unit(unit.clone()).take_while(|other| *other != chosen).find(differs);
    let in_doubt = safe.is_some() || of_unit(unit).any(|other| differs(&other));
    let doubt = in_doubt.then_some(Doubt::DecimalOrThousands);
    Some(Told { kind, writing, doubt, safe: safe.map(|marks| (kind_by(&marks), numbers_of(marks))) })
}

/// The marks that read most values, for a column that was said to hold numbers.
fn nearest(values: &[&str]) -> Marks {
    let unit = values.iter().find_map(|value| Unit::of(value));
    let read = |marks: &Marks| values.iter().filter(|value| marks.decimal(value).is_some()).count();
    let mut best = (read(&Marks::default()), Marks::default());
    for marks in of_unit(None).chain(of_unit(unit)) {
        let fitting = read(&marks);
        if fitting > best.0 {
            best = (fitting, marks);
        }
    }
    best.1
}

/// Thousands are marked, and more than a few numbers below a thousand stand without: nobody writes three decimals or none.
fn has_small_whole(marks: &Marks, values: &[&str], few: usize) -> bool {
    marks.thousands == Some(',') && marks.decimal == '.' && {
        let small = |value: &&&str| marks.integer(value).is_some_and(|n| n.abs() < 1000);
        values.iter().filter(small).count() > few
    }
}

/// Three digits, a blank, three digits: all of one length are telephone numbers or codes.
fn is_phone_like(marks: &Marks, values: &[&str]) -> bool {
    let shape = |value: &&str| {
        let groups: Vec<usize> = value.trim().split(' ').map(str::len).collect();
        (groups.len() > 1 && groups.iter().all(|digits| *digits == 3)).then_some(groups.len())
    };
    marks.thousands == Some(' ') && marks.unit.is_none() && {
        let first = values.first().and_then(shape);
        first.is_some() && values.iter().all(|value| shape(value) == first)
    }
}

/// Would every number with a mark also read as thousands?
fn is_grouped(values: &[&str]) -> bool {
    let by = [Marks::of(',', Some('.')), Marks::of('.', Some(','))];
    by.iter().any(|marks| values.iter().all(|value| marks.integer(value).is_some()))
}
