#pragma once
// Gradebook, class page and summary.json of a folder of results: views of its ledger.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/ledger/ledger.h"

namespace gridmark::schedule {

/// errors  filesystem
Result<void> write_class_pages(const ClassBook& book, const std::filesystem::path& results);

/// What a batch found goes into the ledger; the book comes back as the ledger has the whole class.
///
/// found   of all its students, or of some
Result<ClassBook> note_batch(ledger::Ledger& ledger, const ClassBook& found, const Roster& whole_class,
                             const ledger::Occasion& occasion);

/// Gradebook, class page and summary.json anew, as the ledger has the class; nothing where it knows none.
Result<void> write_class_of(const ledger::Ledger& ledger, const std::filesystem::path& results,
                            const std::string& made);

/// A record that a command looked at or changed, at RESULTS/STUDENT/LAB/record.json.
struct KeptRecord {
  std::filesystem::path path;
  LabGrade grade;  ///< see grade_of()
};

/// The results folder that a batch keeps a record in; empty where the record lies elsewhere.
std::filesystem::path results_of(const std::filesystem::path& record);

/// Tells the ledgers of all results folders how these records stand, and writes their class pages anew.
/// Lateness and state are the ledger's own: no record knows them. Records outside of a batch's results have
/// no ledger.
///
/// returns  folders of which the ledger knows no class yet: a batch of an older gridmark made them, and the
/// next one
///          puts all in order
Result<std::vector<std::filesystem::path>> note_records(const std::vector<KeptRecord>& records,
                                                        const ledger::Occasion& occasion);

}  // namespace gridmark::schedule
