#include "grader/cli/ledger_book.h"

#include "base/nearest.h"
#include "grader/ledger/ledger.h"

namespace gridmark::cli {

Result<ClassBook> ledger_book(const std::string& results) {
  const auto ledger = TRY(ledger::Ledger::open_existing(results));
  auto book = TRY(ledger.book());
  if (!book)
    return failure(Error::Source::usage, results,
                   "has a ledger without a class. The next `gridmark batch` adds the class");
  return *std::move(book);
}

Result<std::size_t> lab_in(const ClassBook& book, const std::string& lab) {
  std::vector<std::string> labs;
  for (const LabHeading& heading : book.labs) {
    if (heading.name == lab) return labs.size();
    labs.push_back(heading.name);
  }
  return failure(Error::Source::usage, "LAB",
                 "found no lab \"" + lab + "\" in these results" + suggestion(lab, labs));
}

}  // namespace gridmark::cli
