//! Words for places: where a person lives, is treated, or was when something happened.

use crate::meaning::names::Words;

/// Postal codes.
#[rustfmt::skip]
pub const POSTAL: Words = Words {
    means: "postal code",
    en: &[
        "zip", "zipcode", "zip code", "zipcodes", "postcode", "post code", "postal code", "postalcode", "postal",
        "zip 3", "zip 5", "pincode", "pin code", "eircode",
    ],
    de: &["plz", "postleitzahl", "*plz"],
    fr: &["code postal", "codepostal", "cp"],
    es: &["codigo postal", "cod postal", "codpostal"],
    it: &["cap", "codice postale"],
    pt: &["cep", "codigo postal"],
    nl: &["postcode", "postkode"],
};

/// Coordinates.
#[rustfmt::skip]
pub const COORDINATE: Words = Words {
    means: "coordinate",
    en: &[
        "lat", "latitude", "lon", "lng", "long", "longitude", "gps", "geo", "coord", "coords", "coordinate",
        "coordinates", "easting", "northing", "utm", "geom", "geometry", "geolocation", "geopoint", "latlong", "latlng",
        "geohash", "wkt", "x coord", "y coord", "what3words", "plus code",
    ],
    de: &["breitengrad", "laengengrad", "koordinate", "koordinaten", "rechtswert", "hochwert", "geo*"],
    fr: &["coordonnees", "coordonnee", "coord x", "coord y"],
    es: &["latitud", "longitud", "coordenada", "coordenadas"],
    it: &["latitudine", "longitudine", "coordinata", "coordinate"],
    pt: &["latitude", "longitude", "coordenada", "coordenadas"],
    nl: &["breedtegraad", "lengtegraad", "coordinaat", "coordinaten"],
};

/// Areas that have a name.
#[rustfmt::skip]
pub const AREA: Words = Words {
    means: "place",
    en: &[
        "city", "cities", "town", "village", "municipality", "county", "counties", "state", "states", "province",
        "provinces", "district", "districts", "region", "regions", "country", "countries", "neighborhood",
        "neighbourhood", "neighborhoods", "borough", "parish", "ward", "community", "suburb", "precinct", "location",
        "place", "area", "zone", "locality", "territory", "residence", "home town", "hometown", "fips", "census tract",
        "tract", "block group", "nuts", "lga", "msa", "puma", "statefip", "countyfip", "metro", "urban", "rural",
        "urbanicity", "embarked", "embark town", "port", "nationality country", "continent", "settlement", "island",
        "canton", "commune", "prefecture", "geography", "geoid", "msoa", "lsoa", "oa code", "ccg", "subregion",
        "country code", "state code", "city code", "region code", "site location", "hood", "citytown", "urbanrural",
        "smsa", "south", "north", "northeast", "northcen", "midwest", "bigcity", "smllcity", "smallcity", "largecity",
        "area type", "destination", "origin city", "travel",
    ],
    de: &[
        "ort", "wohnort", "stadt", "gemeinde", "landkreis", "kreis", "bundesland", "land", "region", "bezirk",
        "ortsteil", "stadtteil", "*bezirk", "wohnland", "*gemeinde", "ortschaft", "kanton", "einsatzort", "unfallort",
        "tatort", "viertel", "stadtbezirk", "gkz", "ags",
    ],
    fr: &[
        "ville", "commune", "departement", "region", "pays", "quartier", "canton", "arrondissement", "lieu", "localite",
        "code insee", "code commune", "residence", "village",
    ],
    es: &[
        "ciudad", "municipio", "provincia", "comunidad", "comunidad autonoma", "region", "pais", "distrito", "barrio",
        "localidad", "localizacion", "lugar", "poblacion residencia", "departamento", "comuna", "cod distrito",
        "ccaa", "residencia", "entidad federativa", "parroquia", "canton",
    ],
    it: &[
        "citta", "comune", "provincia", "regione", "paese", "quartiere", "localita", "luogo", "residenza", "frazione",
        "circoscrizione", "stato residenza",
    ],
    pt: &[
        "cidade", "municipio", "estado", "regiao", "pais", "distrito", "bairro", "freguesia", "concelho", "localidade",
        "uf", "municip", "residencia", "provincia",
    ],
    nl: &[
        "stad", "gemeente", "provincie", "regio", "land", "wijk", "buurt", "plaats", "woonplaats", "dorp", "stadsdeel",
        "woonland",
    ],
};

/// Where people are treated, taught or dealt with: others know who was there.
#[rustfmt::skip]
pub const SITE: Words = Words {
    means: "institution",
    en: &[
        "hospital", "clinic", "site", "center", "centre", "facility", "provider", "practice", "ward name",
        "institution", "station", "store", "shop", "office", "church", "court", "prison", "jail", "camp", "agency",
        "hosp", "prov", "trust",
    ],
    de: &[
        "krankenhaus", "klinik", "praxis", "zentrum", "einrichtung", "station", "filiale", "standort", "*klinik",
        "gericht",
    ],
    fr: &["hopital", "clinique", "centre", "etablissement", "agence", "magasin", "tribunal"],
    es: &["hospital", "clinica", "centro", "establecimiento", "oficina", "sucursal", "tienda", "juzgado"],
    it: &["ospedale", "clinica", "centro", "struttura", "ufficio", "filiale", "negozio", "tribunale"],
    pt: &["hospital", "clinica", "centro", "estabelecimento", "unidade saude", "loja", "agencia", "tribunal"],
    nl: &["ziekenhuis", "kliniek", "centrum", "instelling", "filiaal", "vestiging", "winkel", "rechtbank"],
};
