#pragma once
#include <string>
#include <vector>

namespace gridmark {

/// The words in the form that exec() and similar functions take. They must outlive the pointers.
inline std::vector<char*> argument_pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace gridmark
