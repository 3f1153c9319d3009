#include "grader/core/hand_grade.h"

#include <algorithm>

namespace gridmark {

std::vector<HandGrade> standing_grades(const std::vector<HandGrade>& all) {
  std::vector<HandGrade> standing;
  for (const HandGrade& one : all) {
    std::erase_if(standing, [&](const HandGrade& before) { return before.number <= one.seen; });
    standing.push_back(one);
  }
  return standing;
}

bool in_conflict(const std::vector<HandGrade>& standing) {
  return std::any_of(standing.begin(), standing.end(),
                     [&](const HandGrade& one) { return one.points != standing.front().points; });
}

HandGrade counting_grade(const std::vector<HandGrade>& standing) {
  HandGrade counting = standing.front();
  if (in_conflict(standing)) return counting;
  std::vector<std::string> comments;
  for (const HandGrade& one : standing)
    if (!one.comment.empty() && std::find(comments.begin(), comments.end(), one.comment) == comments.end())
      comments.push_back(one.comment);
  counting.comment.clear();
  for (const std::string& one : comments) counting.comment += (counting.comment.empty() ? "" : "\n\n") + one;
  return counting;
}

}  // namespace gridmark
