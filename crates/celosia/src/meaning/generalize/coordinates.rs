//! Coordinates: degrees in grids of 0.01, 0.1 and 1 degree, projected ones in grids of 100 metres, 1 and 10 kilometres.

use super::spelling::named;
use super::steps::{self, Numbers};
use super::{About, Found, Proposed, Seen};
use crate::study::{Kind, Role};

/// Coordinates.
pub const ABOUT: About = About { name: "coordinate", recognise };

#[rustfmt::skip]
const DEGREES: &[&str] = &[
    "lat", "latitude", "lon", "lng", "long", "longitude", "latitud", "longitud", "breitengrad", "langengrad",
    "breite", "lange", "geo lat", "geo lon", "latitudine", "longitudine", "breedtegraad", "lengtegraad", "y coord",
    "x coord",
];
#[rustfmt::skip]
const PROJECTED: &[&str] = &[
    "utm", "easting", "northing", "eastings", "northings", "coordenada", "coordinate", "coord", "coordenadas",
    "koordinate", "rechtswert", "hochwert", "coordonnee", "coordinata", "coordinaat", "xcoord", "ycoord", "x coord",
    "y coord", "gauss", "lambert", "epsg", "coordx", "coordy", "x", "y",
];

fn recognise(seen: &Seen) -> Option<Found> {
    let found = |kind: &str, word: &str, hierarchy| {
        Some(Found {
            kind: kind.into(),
            role: Role::QuasiIdentifier,
            why: format!("its name says \"{word}\", and its values are coordinates"),
            sure: true,
            keys: vec![],
            hierarchy,
        })
    };
    let numbers = Numbers::of(seen)?;
    let degrees = seen.domain.kind == Kind::Decimal && numbers.share(|degree| degree.abs() <= 180.0) >= 0.99;
    if let Some(word) = named(seen, DEGREES).filter(|_| degrees) {
        return found("coordinate in degrees", word, Some(grid(&[0.01, 0.1, 1.0], &numbers)));
    }
    let word = named(seen, PROJECTED)?;
    let (low, high) = numbers.usual();
    let number = matches!(seen.domain.kind, Kind::Integer | Kind::Decimal);
    if !number || high < 50_000.0 || low.abs().max(high) > 1e10 || numbers.different() < 3 {
        return None;
    }
    // Larger ones are in millimetres, or lost the mark before their decimals.
    let unit = if high >= 3e7 { 1000.0 } else { 1.0 };
    found(
        "coordinate of a projection",
        word,
        Some(grid(&[100.0, 1000.0, 10_000.0].map(|metres| metres * unit), &numbers)),
    )
}

/// The steps of a grid that hold more than one value and are not wider than all.
fn grid(widths: &[f64], numbers: &Numbers) -> Proposed {
    let range = numbers.usual().1 - numbers.usual().0;
    let kept: Vec<f64> = widths.iter().copied().filter(|width| *width < range).collect();
    steps::interval(if kept.is_empty() { &widths[..1] } else { &kept }, None, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning};

    fn key(name: &str, values: &[&str]) -> String {
        let (about, found) = meaning(&evenly(name, values, 3));
        assert_eq!((about, found.role), ("coordinate", Role::QuasiIdentifier), "{name}");
        match found.hierarchy {
            Some(Proposed::Key(value)) => value.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn grids_of_degrees_and_of_metres() {
        assert_eq!(key("latitude", &["40.4168", "40.9", "48.2082", "52.52"]), "{ interval = [0.01, 0.1, 1] }");
        assert_eq!(key("lng", &["-3.70", "-3.68", "-3.71"]), "{ interval = [0.01] }");
        let utm = ["441181.48", "438355.88", "448777.8", "444828.57", "440007.3", "452000.1"];
        assert_eq!(key("coordenada_x_utm", &utm), "{ interval = [100, 1000, 10000] }");
    }

    #[test]
    fn marks_between_all_thousands_are_read() {
        let madrid = key("coordenada_x_utm", &["431.181.483", "438.355.882", "448.777.822", "441.828.570"]);
        assert_eq!(madrid, "{ interval = [100000, 1000000, 10000000] }");
    }

    #[test]
    fn other_numbers_are_no_coordinates() {
        assert_ne!(meaning(&evenly("length_of_stay", &["1.5", "2.5", "3.5"], 3)).0, "coordinate");
        assert_ne!(meaning(&evenly("x", &["1", "2", "3"], 3)).0, "coordinate");
    }
}
