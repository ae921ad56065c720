//! Names of persons: given names that are common in several countries, and how full names are written.

/// Given names, in small letters and without accents, in the order of the alphabet. Words that are more often something else
/// (Rose, Mark, Grace, Will) and places (Paris, Victoria, Jordan) are left out.
#[rustfmt::skip]
pub const GIVEN_NAMES: &[&str] = &[
    "aaron", "adam", "adriana", "agnes", "ahmed", "aisha", "alan", "albert", "alberto", "alejandro", "alessandro",
    "alessia", "alex", "alexander", "alexandra", "alexandre", "alfonso", "alfred", "ali", "alice", "alison", "amanda",
    "amelia", "amy", "ana", "andre", "andrea", "andreas", "andrew", "angel", "angela", "anita", "anja", "anke", "ann",
    "anna", "anne", "anneke", "anni", "annika", "anthony", "antje", "antoine", "antonella", "antonia", "antonio",
    "arthur", "ashley", "barbara", "beatriz", "ben", "benjamin", "bernard", "bernd", "betty", "bianca", "birgit", "bob",
    "brenda", "brian", "brigitte", "bruno", "camila", "camille", "carla", "carlo", "carlos", "carmen", "carol",
    "carolina", "caroline", "catherine", "cecile", "celine", "chantal", "charles", "chiara", "chloe", "christian",
    "christina", "christine", "christoph", "christophe", "christopher", "claire", "clara", "claudia", "claudio",
    "concepcion", "corinna", "cornelia", "cristina", "cynthia", "daan", "daniel", "daniela", "daniele", "david",
    "davide", "deborah", "denise", "dennis", "diane", "diego", "dieter", "dirk", "dolores", "dominik", "donald",
    "donna", "dorothy", "eduardo", "edward", "elena", "eleonora", "elias", "elisa", "elisabeth", "elizabeth", "elke",
    "ella", "ellen", "emil", "emilia", "emilie", "emily", "emma", "eric", "erik", "erika", "ernst", "esther", "eva",
    "evelyn", "fabian", "fatima", "federica", "felix", "fernanda", "fernando", "filippo", "finn", "florian", "franca",
    "francesca", "francesco", "francisca", "francisco", "francois", "francoise", "frank", "franz", "fred", "frederik",
    "friedrich", "gabriel", "gabriela", "gabriele", "gary", "georg", "george", "gerard", "gerd", "gerhard", "giovanni",
    "gisela", "giulia", "giuseppe", "gloria", "gonzalo", "greta", "guillaume", "gustav", "hanna", "hannah", "hans",
    "harald", "harry", "hassan", "heather", "heike", "heinrich", "heinz", "helen", "helena", "helga", "helmut", "henri",
    "henrik", "henry", "herbert", "hermann", "hugo", "ignacio", "ines", "ingrid", "irene", "isabel", "isabella",
    "isabelle", "jack", "jacob", "jacqueline", "jakob", "james", "jan", "jana", "jane", "janet", "jason", "javier",
    "jean", "jeffrey", "jennifer", "jens", "jeroen", "jessica", "jesus", "joachim", "joan", "joao", "joaquim", "joe",
    "johan", "johann", "johanna", "johannes", "john", "jonas", "jonathan", "jorge", "jose", "josef", "joseph", "joshua",
    "joyce", "juan", "juana", "judith", "judy", "juergen", "julia", "julian", "julie", "juliette", "jurgen", "justin",
    "karen", "karin", "karl", "katharina", "katherine", "kathleen", "katja", "katrin", "kees", "kelly", "kenneth",
    "kerstin", "kevin", "kim", "klaus", "konrad", "kurt", "larry", "lars", "laura", "laurent", "lea", "lena", "leo",
    "leon", "leonardo", "linda", "lisa", "lorenzo", "louis", "louise", "luc", "luca", "lucas", "lucia", "lucie", "luis",
    "luisa", "luiz", "lukas", "maarten", "magdalena", "manfred", "manon", "manuel", "manuela", "marc", "marcel",
    "marco", "marcos", "margaret", "margarita", "maria", "mariana", "marianne", "marie", "marina", "mario", "marion",
    "marlies", "marta", "martha", "martin", "martina", "mary", "massimo", "mateo", "matilde", "matteo", "matthew",
    "matthias", "maurice", "max", "maximilian", "megan", "melanie", "melissa", "mercedes", "michael", "michel",
    "michele", "michelle", "miguel", "mike", "mohamed", "mohammed", "monica", "monika", "monique", "muhammad", "nadia",
    "nancy", "natalia", "nathalie", "nicholas", "nicola", "nicolas", "nicole", "nikolaus", "nina", "noah", "nora",
    "olga", "oliver", "olivia", "oscar", "otto", "pablo", "pamela", "paola", "paolo", "pascal", "patricia", "patrick",
    "patrizia", "paul", "paula", "pauline", "paulo", "pedro", "peter", "petra", "philip", "philipp", "philippe",
    "pierre", "pieter", "pilar", "rachel", "rafael", "rainer", "ralf", "ramon", "raquel", "raul", "rebecca", "renate",
    "rene", "ricardo", "richard", "rita", "robert", "roberta", "roberto", "rodrigo", "roger", "roland", "ronald",
    "rosa", "ruth", "ryan", "sabine", "salvatore", "samantha", "samuel", "sander", "sandra", "sara", "sarah", "scott",
    "sebastian", "sergio", "sharon", "silke", "silvia", "simon", "simone", "sofia", "sophia", "sophie", "stefan",
    "stefania", "stefanie", "stefano", "stephan", "stephanie", "stephen", "steven", "susan", "susanne", "sven",
    "sylvia", "sylvie", "tatiana", "teresa", "theo", "theresa", "thierry", "thomas", "thorsten", "tiago", "tim",
    "timothy", "tobias", "tomas", "torsten", "ulrich", "ulrike", "ursula", "ute", "uwe", "valentina", "valerie",
    "vanessa", "vera", "veronica", "vincent", "vincenzo", "virginie", "volker", "walter", "werner", "wilhelm", "willem",
    "william", "wolfgang", "xavier", "yasmin", "yolanda", "yves", "yvonne",
];

/// Words before a name.
const TITLES: &[&str] = &[
    "mr", "mrs", "ms", "miss", "dr", "prof", "herr", "frau", "mme", "mlle", "sr", "sra", "srta", "sig", "dott",
    "master", "dhr", "mevr",
];

/// Is a word a given name?
pub fn is_given_name(word: &str) -> bool {
    let mut words = crate::meaning::names::split(word).into_iter();
    match (words.next(), words.next()) {
        (Some(word), None) => GIVEN_NAMES.binary_search(&word.as_str()).is_ok(),
        // Jean-Pierre
        (Some(first), Some(_)) => word.contains('-') && GIVEN_NAMES.binary_search(&first.as_str()).is_ok(),
        _ => false,
    }
}

/// Two to five words of letters that begin with capitals, as full names are written.
pub fn is_capitalised_name(value: &str) -> bool {
    const SMALL: &[&str] =
        &["de", "da", "do", "del", "della", "di", "van", "von", "der", "den", "la", "le", "dos", "y", "e", "al", "el"];
    let words: Vec<&str> = value.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let letters = |word: &str| word.chars().all(|c| c.is_alphabetic() || "'’-.".contains(c));
    let name = |word: &&str| letters(word) && (SMALL.contains(word) || word.starts_with(char::is_uppercase));
    (2..=6).contains(&words.len()) && words.iter().all(name) && words.iter().any(|word| word.chars().count() > 2)
}

/// A full name: written as one, with a given name or a title in it.
pub fn is_name(value: &str) -> bool {
    // Titanic's "Cumings, Mrs. John Bradley (Florence Briggs Thayer)".
    let outside = value.split('(').next().unwrap_or_default().trim();
    let titled = |word: &str| TITLES.contains(&word.trim_end_matches('.').to_lowercase().as_str());
    is_capitalised_name(outside) && outside.split([' ', ',']).any(|word| is_given_name(word) || titled(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order_so_that_it_can_be_searched() {
        let misplaced = GIVEN_NAMES.windows(2).find(|pair| pair[0] >= pair[1]);
        assert_eq!(misplaced, None);
    }

    #[test]
    fn names_are_told_from_other_capitals() {
        for name in ["Anna Schmidt", "Jean-Pierre Dupont", "García, María", "Mr. Owen Harris", "Ludwig van Beethoven"]
        {
            assert!(is_capitalised_name(name), "{name}");
        }
        for name in [
            "Anna Schmidt",
            "Dupont, Jean-Pierre",
            "Cumings, Mrs. John Bradley (Florence Briggs Thayer)",
            "Peter de Vries",
        ] {
            assert!(is_name(name), "{name}");
        }
        for other in
            ["Private", "New York", "Some college", "Never-married", "Full Time", "Sales Manager", "10 - 14", ""]
        {
            assert!(!is_name(other), "{other}");
        }
    }
}
