#pragma once
// Values in the form of the ledger's columns.
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/error.h"

namespace gridmark::ledger {

std::string stored(const LabGrade& grade);
/// errors  filesystem: another version's, or damaged
Result<LabGrade> grade_in(const std::string& stored, const std::string& where);

/// Labs and students of a class.
std::string stored(const ClassBook& book);
/// Reads a class without grades.
///
/// errors  filesystem: another version's, or damaged
Result<ClassBook> class_in(const std::string& stored, const std::string& where);

}  // namespace gridmark::ledger
