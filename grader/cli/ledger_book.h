#pragma once
// The class of a results folder, for the commands that only read it.
#include <string>

#include "grader/core/class_book.h"
#include "grader/core/error.h"

namespace gridmark::cli {

/// The ledger's class. Takes no lock.
///
/// errors  usage: no ledger, or a ledger without a class
Result<ClassBook> ledger_book(const std::string& results);

/// The index of a lab in book.labs.
///
/// errors  usage: the class has no such lab
Result<std::size_t> lab_in(const ClassBook& book, const std::string& lab);

}  // namespace gridmark::cli
