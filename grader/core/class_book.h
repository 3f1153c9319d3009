#pragma once
// The grades of a class after a batch: the data of the gradebook, the class page and summary.json.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/course.h"
#include "grader/core/lab_grade.h"
#include "grader/core/roster.h"

namespace gridmark {

struct StudentGrades {
  Student student;
  std::vector<LabGrade> labs;  ///< one for each of ClassBook::labs, in its order
  CourseTotal total = {};      ///< set if the book has a course
};

struct LabHeading {
  std::string name, title;
  Points max_points;
  bool credit = true;
  double pass_mark = 0.7;
  friend bool operator==(const LabHeading&, const LabHeading&) = default;
};

constexpr auto fields(const LabHeading*) {
  return std::tuple{field("name", &LabHeading::name, any_text), field("title", &LabHeading::title, any_text),
                    field("max_points", &LabHeading::max_points), field("credit", &LabHeading::credit),
                    field("pass_mark", &LabHeading::pass_mark, Range{0, 1, "a fraction, 0 to 1"})};
}

/// Whether the grade was scored by a rubric with another sum of points than the lab has now. Such points
/// cannot be compared with the lab's.
inline bool of_other_maximum(const LabGrade& grade, const LabHeading& lab) {
  return grade.has_record && grade.max_points != lab.max_points;
}

struct ClassBook {
  std::string version;           ///< gridmark's version
  std::string made;              ///< UTC, RFC 3339
  double seconds = 0;            ///< wall time of the batch, measured
  int jobs = 1;                  ///< number of grades at the same time
  bool compared = false;         ///< there is a similarity.html next to the page
  std::optional<Course> course;  ///< empty: no course totals
  std::vector<LabHeading> labs;
  std::vector<StudentGrades> students;
};

}  // namespace gridmark
