#include "grader/core/taken_names.h"

#include <algorithm>

namespace gridmark {

std::vector<std::string> result_names(const WrittenPart& wanted) {
  std::vector<std::string> names;
  for (const RequiredPlot& plot : wanted.plots) {
    const std::string stem = plot.image.substr(0, plot.image.size() - 4);
    for (const std::string& name : {stem + ".svg", stem + ".png", plot.data})
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> taken_names(const Lab& lab) {
  std::vector<std::string> names = lab.files;
  if (lab.report) {
    for (std::string& name : result_names(*lab.report)) names.push_back(std::move(name));
    names.emplace_back(report_name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace gridmark
