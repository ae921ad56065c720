//! What draws which rows of a person are taken into a study: 32 random bytes that are told to nobody.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::error::{Error, Result};

/// Random bytes. Who has them knows which rows were drawn.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Fresh ones from the operating system.
    pub fn fresh() -> Result<Secret> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(|e| {
            Error::machine("random numbers", format!("the operating system gives none: {e}"), "try again")
        })?;
        Ok(Secret(bytes))
    }

    /// Those that a file holds, as [`Secret::text`] writes them; `place` is what errors call it.
    pub fn parse(place: &str, text: &str) -> Result<Secret> {
        let text = text.trim();
        let digits = text.as_bytes();
        let byte = |at: usize| text.get(2 * at..2 * at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
        match bytes.and_then(|bytes| bytes.try_into().ok()).filter(|_| digits.len() == 64) {
            Some(bytes) => Ok(Secret(bytes)),
            None => {
                let hint = "it is made where it is missing: take the file away, and other rows are drawn";
                Err(Error::study(place, "it is no secret: 64 hexadecimal digits are wanted", hint))
            }
        }
    }

    /// In hexadecimal.
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n"
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_was_written() {
        let secret = Secret::fresh().unwrap();
        assert_eq!(Secret::parse("s", &secret.text()).unwrap(), secret);
        assert_ne!(Secret::fresh().unwrap(), secret);
        assert_eq!(format!("{secret:?}"), "Secret");
        for text in ["", "00", &"0".repeat(63), &"g".repeat(64), &"é".repeat(32)] {
            assert!(Secret::parse("s", text).is_err());
        }
    }
}
