#pragma once
// "What if this limit were another": a rubric with one changed limit, and the class of a results folder
// scored by it. Reads records and writes nothing.
#include <filesystem>
#include <string>
#include <string_view>

#include "grader/core/class_book.h"
#include "grader/core/error.h"
#include "grader/core/rubric.h"
#include "grader/core/what_if.h"

namespace gridmark::schedule {

/// A rubric before and after a change of one limit. The text is that of `after`.
struct ChangedLimit {
  Rubric before, after;
  std::string text;
};

/// The rubric in `text` with another limit. Only the numbers of the curve change, see pipeline::with_limit.
///
/// where   the text's name in messages
/// errors  rubric: not a rubric of this lab. usage: those of pipeline::with_limit
Result<ChangedLimit> change_limit(std::string_view text, const std::string& where, const std::string& lab,
                                  const LimitChange& change);

/// The class with the changed limit. The points are those that `gridmark rescore` would write.
///
/// book    the ledger's class, see Ledger::book()
/// lab     index in book.labs
/// errors  usage: no record of the lab, or none that the target scores. If no record can be scored, the
///         first record's error
Result<WhatIf> class_what_if(const std::filesystem::path& results, const ClassBook& book, std::size_t lab,
                             const LimitChange& change, const ChangedLimit& rubric);

}  // namespace gridmark::schedule
