//! Amounts of money, and other numbers that the name says are amounts: round steps, logarithmic where they are skewed.

use super::spelling::named;
use super::steps::{self, Numbers};
use super::{Grouped, Seen, Way};
use crate::study::Kind;

/// Amounts.
pub const WAY: Way = Way { name: "amount", group };

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "income", "salary", "salaries", "wage", "wages", "earnings", "pay", "balance", "debt", "loan", "credit",
    "wealth", "assets", "savings", "pension", "bonus", "rent", "mortgage", "capital gain", "capital loss", "gain",
    "loss", "einkommen", "gehalt", "lohn", "verdienst", "guthaben", "schulden", "kredit", "rente", "miete",
    "vermogen", "ingresos", "ingreso", "salario", "sueldo", "renta", "deuda", "saldo", "ahorros", "revenu",
    "revenus", "salaire", "dette", "solde", "loyer", "reddito", "stipendio", "debito", "affitto", "rendimento",
    "renda", "divida", "inkomen", "salaris", "loon", "schuld", "huur", "limit", "limit bal", "payment", "bill",
    "charges", "amount", "amt", "price", "cost", "costs", "fare", "fee", "value", "sum", "revenue", "sales",
    "spend", "spending", "expense", "expenses", "tax", "turnover", "profit", "premium", "budget", "charge",
    "betrag", "preis", "kosten", "umsatz", "wert", "gebuhr", "importe", "precio", "coste", "costo", "gasto",
    "gastos", "monto", "montant", "prix", "cout", "importo", "prezzo", "valor", "preco", "custo", "bedrag", "prijs",
    "eur", "usd", "euro", "dollars",
];

fn group(seen: &Seen) -> Option<Grouped> {
    let numbers = Numbers::of(seen)?;
    named(seen, NAMED)?;
    if numbers.different() < 9 || seen.domain.kind == Kind::Date {
        return None;
    }
    Some(Grouped { keys: vec![], hierarchy: steps::suited(&numbers) })
}

#[cfg(test)]
mod tests {
    use crate::meaning::Proposed;
    use crate::meaning::generalize::testing::{meaning, seen};

    #[test]
    fn skewed_incomes_have_logarithmic_steps_and_others_linear_ones() {
        let of =
            |value: &dyn Fn(i32) -> f64| -> Vec<String> { (0..300).map(|n| value(n).round().to_string()).collect() };
        let key = |texts: Vec<String>| {
            let rows: Vec<(&str, u64)> = texts.iter().map(|text| (text.as_str(), 4)).collect();
            let (about, found) = meaning(&seen("annual_income", &rows));
            assert_eq!(about, "amount");
            match found.hierarchy {
                Some(Proposed::Key(value)) => value.to_string(),
                other => format!("{other:?}"),
            }
        };
        assert!(key(of(&|n| 1000.0 * 1.02f64.powi(n))).starts_with("{ cuts = "));
        assert_eq!(key(of(&|n| 20_000.0 + 100.0 * f64::from(n))), "{ interval = [2000, 4000, 8000] }");
    }
}
