//! Words for money that a person has, earns, owes or spends.

use crate::meaning::names::Words;

/// Income, wealth, debts and payments.
#[rustfmt::skip]
pub const MONEY: Words = Words {
    means: "money",
    en: &[
        "income", "incomes", "salary", "salaries", "wage", "wages", "pay", "payrate", "earnings", "earning", "earned",
        "compensation", "bonus", "revenue", "wealth", "net worth", "networth", "debt", "debts", "credit",
        "credit score", "credit amount", "credit history", "credit risk", "creditscore", "loan", "loans", "mortgage",
        "balance", "savings", "saving", "assets", "capital gain", "capital loss", "capitalgain", "capitalloss", "gain",
        "loss", "expense", "expenses", "spending", "spent", "expenditure", "charges", "monthly charges",
        "total charges", "monthlycharges", "totalcharges", "payment", "payments", "payment method", "paid", "bill",
        "bills", "fare", "price", "cost", "costs", "amount", "amt", "default", "bankrupt", "bankruptcy", "poverty",
        "poverty status", "hhincome", "ftotinc", "inctot", "incwage", "fnlinc", "tax", "taxes", "benefit", "benefits",
        "welfare", "pension", "insurance", "insured", "coverage", "premium", "claim", "claims", "claim amount", "fee",
        "fees", "fine amount", "tip", "total bill", "donation", "purchase", "purchases", "turnover", "installment",
        "instalment", "interest rate", "overdraft", "rent amount", "stock option", "home value", "house value",
        "monthly rate", "hourly rate", "daily rate", "hourly wage", "hourlyrate", "dailyrate", "monthlyrate",
        "monthlyincome", "annual income", "household income", "percent salary hike", "re 74", "re 75", "re 78",
        "limit bal", "bill amt", "pay amt", "owed", "medcost", "amount spent", "creditability", "checking account",
        "checking status", "savings status", "existing credits", "annualsalary", "payzone", "estimatedsalary",
        "lifetime value", "customer value", "ltv", "clv", "estimated salary", "income group", "net pay", "deductible", "reimbursement", "rate per hour",
    ],
    de: &[
        "einkommen", "*einkommen", "gehalt", "gehalts*", "*gehalt", "lohn", "*lohn", "verdienst", "vermoegen",
        "schulden", "kredit", "kredit*", "rente", "steuer", "steuern", "betrag", "*betrag", "kosten", "*kosten",
        "miete", "praemie", "umsatz", "ausgaben", "preis", "sozialhilfe", "leistungsbezug", "kaution",
    ],
    fr: &[
        "revenu", "revenus", "salaire", "salaires", "traitement mensuel", "remuneration", "dette", "dettes", "credit",
        "pret", "epargne", "patrimoine", "montant", "prix", "cout", "couts", "loyer", "impot", "impots", "pension",
        "allocation", "allocations", "prime",
    ],
    es: &[
        "ingreso", "ingresos", "salario", "sueldo", "renta", "deuda", "deudas", "credito", "prestamo", "ahorro",
        "patrimonio", "importe", "monto", "precio", "coste", "costo", "alquiler", "impuesto", "pension", "subsidio",
        "gasto", "gastos", "saldo",
    ],
    it: &[
        "reddito", "redditi", "stipendio", "salario", "retribuzione", "debito", "debiti", "credito", "prestito",
        "mutuo", "risparmio", "patrimonio", "importo", "prezzo", "costo", "affitto", "imposta", "pensione", "spesa",
        "spese", "saldo",
    ],
    pt: &[
        "renda", "rendimento", "rendimentos", "salario", "ordenado", "divida", "dividas", "credito", "emprestimo",
        "poupanca", "patrimonio", "valor", "montante", "preco", "custo", "aluguel", "imposto", "pensao", "subsidio",
        "gasto", "gastos", "despesa", "despesas", "saldo",
    ],
    nl: &[
        "inkomen", "salaris", "loon", "*loon", "bruto loon", "vermogen", "schuld", "schulden", "krediet", "lening",
        "hypotheek", "spaargeld", "bedrag", "prijs", "kosten", "huur", "belasting", "pensioen", "uitkering", "saldo",
        "uitgaven",
    ],
};
