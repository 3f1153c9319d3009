#pragma once
// Gradebook, class page and summary.json of a results folder. All three are views of its ledger.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/ledger/ledger.h"

namespace gridmark::schedule {

/// The points of a record (see grade_of()), with the values that only the ledger's last state has.
LabGrade with_standing(LabGrade grade, const LabGrade& last);

/// errors  filesystem
Result<void> write_class_pages(const ClassBook& book, const std::filesystem::path& results);

/// Writes a batch's grades into the ledger. Returns the ledger's book of the complete class.
///
/// found   grades of all students, or of some
Result<ClassBook> note_batch(ledger::Ledger& ledger, const ClassBook& found, const Roster& whole_class,
                             const ledger::Occasion& occasion);

/// Writes gradebook, class page and summary.json again from the ledger. Does nothing if the ledger has no
/// class.
Result<void> write_class_of(const ledger::Ledger& ledger, const std::filesystem::path& results,
                            const std::string& made);

/// A record that a command read or changed, at RESULTS/STUDENT/LAB/record.json.
struct KeptRecord {
  std::filesystem::path path;
  LabGrade grade;  ///< see grade_of()
};

/// The results folder of a batch that contains the record. Empty if the record is elsewhere.
std::filesystem::path results_of(const std::filesystem::path& record);

/// Writes the state of these records into the ledgers of their results folders, and writes their class pages
/// again. Lateness and state come from the ledger, because records do not have them. Records outside a
/// batch's results have no ledger.
///
/// returns  folders whose ledger does not have the class yet, because an older gridmark made them. The next
///          batch repairs this
Result<std::vector<std::filesystem::path>> note_records(const std::vector<KeptRecord>& records,
                                                        const ledger::Occasion& occasion);

}  // namespace gridmark::schedule
