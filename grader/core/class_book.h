#pragma once
// The grades of a class as a batch leaves them: what the gradebook, the class page and summary.json print.
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/outcome.h"
#include "grader/core/points.h"
#include "grader/core/roster.h"

namespace gridmark {

/// Where one submission stands.
enum class GradeState {
  graded,
  nothing,  ///< nothing was handed in that could be graded; never a zero by itself
  error,    ///< the grader could not grade it; never a zero
  pending   ///< not graded yet: the batch was stopped, or another shard does it
};

constexpr auto names(GradeState) {
  using enum GradeState;
  return EnumNames<GradeState, 4>{
      {{graded, "graded"}, {nothing, "nothing"}, {error, "error"}, {pending, "pending"}}};
}

struct ItemGrade {
  std::string id, title;
  Points points, max_points;
  Outcome outcome = Outcome::not_run;
  std::string reason;
  std::string unmet_need;  ///< as in ItemScore: the reason is a consequence, not a cause
};

/// One student's grade of one lab. Without a record (state is not graded, or an error came after a good
/// record was made) the points are 0 and mean nothing; `has_record` says which.
struct LabGrade {
  std::string lab;
  GradeState state = GradeState::pending;
  std::string why;  ///< one message: what is missing, what went wrong; also beside a record that was kept
  bool has_record = false;
  Points points, points_at_most, max_points;  ///< as the record has them
  double factor = 1;                          ///< what lateness leaves of them
  std::string late;                           ///< in words
  bool passing = false, complete = true, credit = true;
  double seconds = 0;  ///< wall time of the grade, measured
  std::string commit, committed;
  int attempt = 0, attempts = 0;
  bool fresh = false;  ///< graded by this batch
  std::vector<ItemGrade> items;

  Points counted() const { return points * factor; }
  /// With what is open: lateness takes its part of that as well.
  Points counted_at_most() const { return points_at_most * factor; }
  int waiting_for_review() const {
    int count = 0;
    for (const ItemGrade& item : items) count += item.outcome == Outcome::review ? 1 : 0;
    return count;
  }
  /// Timed items that this machine could not settle: a quieter one may.
  int deferred() const {
    int count = 0;
    for (const ItemGrade& item : items) count += item.outcome == Outcome::deferred ? 1 : 0;
    return count;
  }
  /// Can nothing change any more that is not a new commit or a person's wish?
  bool final() const {
    return state == GradeState::graded && complete && points_at_most == points && deferred() == 0 &&
           waiting_for_review() == 0;
  }
};

struct StudentGrades {
  Student student;
  std::vector<LabGrade> labs;  ///< one for each of ClassBook::labs, in its order
};

struct LabHeading {
  std::string name, title;
  Points max_points;
  bool credit = true;
  double pass_mark = 0.7;
};

/// Was it scored by a rubric with another sum of points than the lab has now? Its points mean something else
/// then.
inline bool of_other_maximum(const LabGrade& grade, const LabHeading& lab) {
  return grade.has_record && grade.max_points != lab.max_points;
}

struct ClassBook {
  std::string version;    ///< gridmark's
  std::string made;       ///< UTC, RFC 3339
  double seconds = 0;     ///< wall time of the batch, measured
  int jobs = 1;           ///< grades at the same time
  bool compared = false;  ///< there is a similarity.html beside the page
  std::vector<LabHeading> labs;
  std::vector<StudentGrades> students;
};

}  // namespace gridmark
