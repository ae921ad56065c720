//! What values look like that name a person: numbers with check digits, addresses, tokens, names. Every question is asked of one
//! value; how many of a column's values must answer yes, `identifier.rs` says.

mod codes;
mod names;
mod national;
mod network;
mod streets;

pub use names::{GIVEN_NAMES, is_capitalised_name, is_given_name, is_name};
pub use streets::is_street;

/// A shape of values that names a person or a thing of one person.
pub struct Shape {
    /// What such values are called.
    pub name: &'static str,
    /// Has a value this shape?
    pub fits: fn(&str) -> bool,
    /// Do other numbers have it by chance, so that it takes several values to tell?
    pub by_chance: bool,
}

const fn shape(name: &'static str, fits: fn(&str) -> bool) -> Shape {
    Shape { name, fits, by_chance: false }
}

const fn number(name: &'static str, fits: fn(&str) -> bool) -> Shape {
    Shape { name, fits, by_chance: true }
}

/// All shapes, those that nothing else has first.
pub const SHAPES: &[Shape] = &[
    shape("mail address", network::is_mail),
    shape("web address", network::is_url),
    shape("IP address", network::is_ip),
    shape("MAC address", network::is_mac),
    shape("UUID", network::is_uuid),
    shape("bank account number (IBAN)", codes::is_iban),
    shape("vehicle identification number", codes::is_vin),
    shape("US social security number", national::is_ssn),
    shape("Spanish identity number (DNI, NIE)", national::is_dni),
    shape("Italian tax code", national::is_codice_fiscale),
    shape("Mexican population code (CURP)", national::is_curp),
    shape("UK national insurance number", national::is_nino),
    shape("Swiss insurance number (AHV)", national::is_ahv),
    shape("phone number", network::is_phone),
    number("French social security number (NIR)", national::is_nir),
    number("card number", codes::is_card),
    number("device number (IMEI)", codes::is_imei),
    number("Brazilian tax number (CPF)", national::is_cpf),
    number("German tax number", national::is_steuer_id),
    number("Belgian national number", national::is_rijksregister),
    number("Polish national number (PESEL)", national::is_pesel),
    number("UK NHS number", national::is_nhs),
    number("Dutch citizen number (BSN)", national::is_bsn),
    shape("hash or token", codes::is_token),
];

/// The digits of a value that has only digits and these marks between them.
fn digits(value: &str, marks: &str) -> Option<Vec<u32>> {
    let digits: Vec<u32> = value.chars().filter_map(|c| c.to_digit(10)).collect();
    let only = value.chars().all(|c| c.is_ascii_digit() || marks.contains(c));
    // One digit again and again has a right check digit under most rules, and is a number of nothing.
    let one = digits.windows(2).all(|pair| pair[0] == pair[1]);
    (only && !one && value.starts_with(|c: char| c.is_ascii_digit())).then_some(digits)
}

/// The sum of digits times weights.
fn weighted(digits: &[u32], weights: impl IntoIterator<Item = u32>) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shape_is_told_from_its_like() {
        for (name, yes, no) in [
            ("mail address", "anna.b+x@example.org", "anna at example.org"),
            ("web address", "https://example.org/a?b=c", "example"),
            ("IP address", "192.168.0.17", "192.168.0.300"),
            ("IP address", "2001:db8::8a2e:370:7334", "11:38:00"),
            ("MAC address", "00:1B:44:11:3A:B7", "00:1B:44:11:3A"),
            ("UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765"),
            ("bank account number (IBAN)", "DE89 3704 0044 0532 0130 00", "DE88 3704 0044 0532 0130 00"),
            ("vehicle identification number", "1HGCM82633A004352", "1HGCM82633I004352"),
            ("US social security number", "219-09-9999", "666-09-9999"),
            ("Spanish identity number (DNI, NIE)", "12345678Z", "12345678A"),
            ("Spanish identity number (DNI, NIE)", "X1234567L", "X1234567M"),
            ("Italian tax code", "RSSMRA85T10A562S", "RSSMRA85T10A562T"),
            ("Mexican population code (CURP)", "GODE561231HDFRRN04", "GODE561331HDFRRN04"),
            ("UK national insurance number", "AB 12 34 56 C", "DB123456C"),
            ("Swiss insurance number (AHV)", "756.9217.0769.85", "756.9217.0769.84"),
            ("phone number", "+49 30 1234567", "1234567"),
            ("phone number", "(555) 123-4567", "2021-04-01"),
            ("French social security number (NIR)", "2 55 08 14 168 025 38", "2 55 08 14 168 025 39"),
            ("card number", "4111 1111 1111 1111", "4111 1111 1111 1112"),
            ("device number (IMEI)", "490154203237518", "490154203237519"),
            ("Brazilian tax number (CPF)", "529.982.247-25", "529.982.247-26"),
            ("German tax number", "86095742719", "86095742718"),
            ("Belgian national number", "93.05.18-223.61", "93.05.18-223.62"),
            ("Polish national number (PESEL)", "44051401359", "44051401358"),
            ("UK NHS number", "943 476 5919", "943 476 5918"),
            ("Dutch citizen number (BSN)", "111222333", "111222334"),
            ("hash or token", "5d41402abc4b2a76b9719d911017c592", "1234567890123456"),
            ("hash or token", "q83vEjRWeJCrze8SNFZ4kA==", "Conductor principal"),
        ] {
            let shape = SHAPES.iter().find(|shape| shape.name == name).unwrap();
            assert!((shape.fits)(yes), "{name}: {yes}");
            assert!(!(shape.fits)(no), "{name}: {no}");
        }
    }

    #[test]
    fn what_is_no_identifier_has_no_shape() {
        let plain = [
            "",
            "1",
            "12345",
            "2021-04-01",
            "2021-04-01 10:00:00",
            "01/02/2021",
            "11:38:00",
            "3.14",
            "-7.25",
            "[70-80)",
            "Private",
            "De 25 a 29 años",
            "Married-civ-spouse",
            "446.426.917",
            "4.473.586.644",
            "yes",
            "<=50K",
            "20130814",
            "10,000.50",
            "0000000000",
            "E11.9",
            "New York",
            "12 - 14",
            "100-200",
            "Never-married",
            "Prof-specialty",
            "Hospital Universitario",
            "1000000",
            "AllPublicPrivateHomes",
            "Adm-clerical",
        ];
        for value in plain {
            for shape in SHAPES.iter().filter(|shape| !shape.by_chance) {
                assert!(!(shape.fits)(value), "{value} as {}", shape.name);
            }
        }
    }
}
