"""Invented people: the same ones in every run, from a generator of our own, so that no version of Python changes a file."""

import datetime

GIVEN = {
    "f": ["Anna", "Lena", "Maria", "Sofia", "Clara", "Emma", "Zoë", "Julia", "Renée", "Inês", "Helga", "Ida", "Paula", "Rosa", "Noor"],
    "m": ["Jürgen", "Tom", "Luis", "Marc", "André", "Piet", "João", "Karl", "Bruno", "Nils", "Otto", "Hugo", "Iñigo", "Emil", "Sven"],
}
FAMILY = ["Müller", "Becker", "Weiß", "García", "Lefèvre", "Rossi", "de Vries", "Silva", "Nuñez", "Keller", "Brandt", "Costa", "Moreau",
          "Jansen", "Schäfer", "Ortega", "Bianchi", "Gonçalves", "Dubois", "Visser"]
TOWNS = [("10115", "Berlin"), ("10117", "Berlin"), ("20095", "Hamburg"), ("20097", "Hamburg"), ("80331", "München"), ("01067", "Dresden")]
DIAGNOSES = ["asthma", "diabetes", "hypertension", "influenza", "migraine"]


class Draw:
    """A linear congruential generator (the constants of Knuth's MMIX)."""

    def __init__(self, seed):
        self.state = seed * 2862933555777941757 + 3037000493 & (1 << 64) - 1

    def below(self, n):
        """A whole number from 0 to n - 1."""
        self.state = self.state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return (self.state >> 33) % n

    def of(self, things):
        """One of these."""
        return things[self.below(len(things))]

    def often(self, things):
        """One of these, the first ones more often."""
        return things[min(self.below(len(things)), self.below(len(things)))]

    def digits(self, n):
        """So many digits."""
        return "".join(str(self.below(10)) for _ in range(n))


def people(rows, seed=18):
    """So many people. Each knows the generator, for further columns (`draw`)."""
    draw = Draw(seed)
    for number in range(rows):
        sex = "fm"[draw.below(2)]
        town = draw.often(TOWNS)
        age = 18 + draw.below(12) * 5 + draw.below(5)
        born = datetime.date(2025 - age, 1, 1) + datetime.timedelta(days=draw.below(365))
        yield {
            "number": number + 1,
            "sex": sex,
            "given": draw.of(GIVEN[sex]),
            "family": draw.of(FAMILY),
            "age": age,
            "born": born,
            "postcode": town[0],
            "town": town[1],
            "diagnosis": draw.often(DIAGNOSES),
            "draw": draw,
        }
