//! Certificates of what a flow found, and the check of those that were written.

use super::{Flow, pool};
use crate::certify::{self, BoundClaim, Certificate, Checked, CheckedBounds, CheckedFloors, Claim};
use crate::choose::Choice;
use crate::error::{Error, Result};
use crate::front::{Front, Prices};
use crate::privacy;
use crate::space::Language;
use crate::study::{Bounds, Role, Search};
use crate::watch::Watch;

impl Flow {
    /// What a certificate of this problem claims.
    pub fn claim(&self) -> Claim {
        let study = &self.source.study;
        let attributes: Vec<&str> = study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
        let parameters = privacy::Parameters { c: study.objectives.c, alpha: study.objectives.alpha };
        Claim::new(&self.problem, &study.name, &attributes, &parameters)
    }

    /// The certificate of a complete front, or of the one point that a choice means.
    pub fn certificate(&self, choice: Option<Choice>, front: &Front, watch: &dyn Watch) -> Result<Certificate> {
        let question = match choice {
            Some(Choice::Privacy(level)) => certify::Question::PrivacyAtLeast(level),
            Some(Choice::MaxLoss(loss)) => certify::Question::LossAtMost(loss),
            Some(Choice::LeastLoss) => certify::Question::LeastLoss,
            _ => certify::Question::Front,
        };
        let apart = if question == certify::Question::LeastLoss { self.for_least_loss()? } else { None };
        let problem = apart.as_ref().unwrap_or(&self.problem);
        pool(&self.source.study)?.install(|| certify::certificate(problem, self.claim(), question, front, watch))
    }

    /// The certificate of what no node of a large lattice undercuts, as far as growing sets of columns prove it.
    pub fn floors_certificate(&self, front: &Front) -> Result<certify::Floors> {
        certify::Floors::new(&self.problem, self.claim(), front)
    }

    /// Checks such a certificate against the table, as [`certify`](Self::certify) does one of a front.
    pub fn certify_floors(&self, certificate: &certify::Floors, watch: &dyn Watch) -> Result<CheckedFloors> {
        certificate.is_about(&self.claim())?;
        pool(&self.source.study)?.install(|| certify::check_floors(&self.problem, certificate, watch))
    }

    /// Checks a certificate against the table: an error where it is about another problem, and the answer no where it
    /// does not hold.
    pub fn certify(&self, certificate: &Certificate, watch: &dyn Watch) -> Result<Checked> {
        certificate.is_about(&self.claim())?;
        let apart = if certificate.question == certify::Question::LeastLoss { self.for_least_loss()? } else { None };
        let problem = apart.as_ref().unwrap_or(&self.problem);
        pool(&self.source.study)?.install(|| certify::check(problem, certificate, watch))
    }

    /// What a certificate of a bound claims: the table, and the labels that its classes may show.
    fn bound_claim(&self, languages: &[Language]) -> BoundClaim {
        let study = &self.source.study;
        let attributes: Vec<&str> = study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
        BoundClaim::new(&self.problem, &study.name, &attributes, languages)
    }

    /// The certificate of what no recoding into classes with labels of their own can undercut; the answer is no where nothing was
    /// proven.
    pub fn bound_certificate(&self, front: &Front) -> Result<certify::Bounds> {
        let proofs = front.found.least.as_ref().map(|least| &least.proofs[..]).unwrap_or_default();
        if proofs.is_empty() {
            return Err(Error::No {
                what: "no certificate was written; there is no bound that could be proven".into(),
                hint: "bounds are for losses that price cells, k of 2 or more, and labels that are not too many".into(),
            });
        }
        let tight = Search { bounds: Bounds::Tight, ..self.source.study.search.clone() };
        let claim = self.bound_claim(&self.languages(&tight)?.of_all);
        let proof = |p: &Prices| certify::Proof { k: p.k, loss: p.loss, prices: p.of_tuples.clone() };
        Ok(certify::Bounds::new(claim, proofs.iter().map(proof).collect()))
    }

    /// Checks a certificate of a bound against the table, as [`certify`](Self::certify) does one of a front.
    pub fn certify_bounds(&self, certificate: &certify::Bounds, watch: &dyn Watch) -> Result<CheckedBounds> {
        let tight = Search { bounds: Bounds::Tight, ..self.source.study.search.clone() };
        let languages = self.languages(&tight)?.of_all;
        certificate.is_about(&self.bound_claim(&languages))?;
        pool(&self.source.study)?.install(|| certify::check_bounds(&self.problem, &languages, certificate, watch))
    }
}
