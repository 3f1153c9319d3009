#pragma once
#include <string>
#include <vector>

#include "grader/core/proof.h"
#include "grader/core/verified_case.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// A line of the table, and below it a line for each complaint and warning.
std::string print_proof(const Proof& proof, const TerminalOptions& options);

/// "11 of 12 proofs of demo hold", and the ones that do not. One line for each lab.
std::string print_proofs_closing(const std::vector<Proof>& proofs);

/// Cases and proofs for programs: {"passed": ..., "cases": [...], "proofs": [...]}.
std::string print_verification_json(const std::vector<VerifiedCase>& cases, const std::vector<Proof>& proofs);

}  // namespace gridmark::report
