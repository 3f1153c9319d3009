#pragma once
// A grade in words that are safe in all exports. Each export only adds its own syntax.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/number_text.h"
#include "grader/report/exports.h"
#include "grader/report/standing.h"

namespace gridmark::report {

/// One item of the rubric. Texts are one line each, in valid UTF-8 without control characters.
struct PrintableItem {
  std::string number;  ///< "2.1": criterion and item, from 1
  std::string criterion_id, criterion;
  std::string id, title;
  Points points, open, max_points;
  std::string earned;  ///< "1.5", or "0-2" until a person or another run decides
  Standing standing = Standing::none;
  std::string verdict;   ///< "full points", "timed out"
  std::string reason;    ///< one message, empty if all points are earned
  std::string file;      ///< path in the repository, empty if no place is known
  int line = 0;          ///< 1-based, 0 if only the file is known
  std::string told;      ///< place that already explains the same cause, or empty
  bool by_hand = false;  ///< a person gives the points

  bool is_open() const { return standing == Standing::review || standing == Standing::ungraded; }
  bool is_full() const { return standing == Standing::full; }
  /// "1.5 of 3 points"
  std::string points_of() const { return earned + " of " + points_words(max_points); }
  /// "timed out: matmul_tiled(...) did not end", or the verdict alone.
  std::string message() const { return reason.empty() ? verdict : verdict + ": " + reason; }
};

/// The first thing to fix.
struct PrintableFix {
  std::string cost;   ///< "2 points are lost here"
  std::string cause;  ///< one message
  std::string seen;   ///< how the failure showed, can be empty
  std::string file;   ///< as in an item
  int line = 0;
};

struct PrintableGrade {
  std::string lab, title;
  std::string student;     ///< id in the roster, else the submission's name
  std::string submission;  ///< as in the user's command
  std::string total;       ///< "17-20 of 20 points"
  std::string standing;    ///< "passing (the pass mark is 14)"
  std::string late;        ///< effect of lateness on the points, or empty
  std::string made_by;     ///< device, sandbox, version
  std::string compiler;    ///< messages of a failed build, in lines, empty if all compiled
  Points points, max_points;
  std::vector<PrintableItem> items;
  std::optional<PrintableFix> fix = {};  ///< nothing if there is nothing to fix
};

PrintableGrade printable_grade(const GradeRecord& record, const ExportContext& context);

/// The grade without the points that a person gives by hand, for systems that add these themselves.
struct AutomaticPart {
  Points points, max_points;
  std::string words;  ///< total and standing: "13 of 18 points that gridmark gives. ..."
};

AutomaticPart automatic_part(const PrintableGrade& grade);

/// `text` with at most `most` bytes and only complete code points. A note at the end reports what was left
/// out.
std::string capped(const std::string& text, std::size_t most);

}  // namespace gridmark::report
