#include "grader/compile/sources.h"

namespace gridmark::compile {

std::vector<std::string> source_words(const std::vector<std::string>& files) {
  std::vector<std::string> words;
  for (const std::string& name : files) {
    if (!name.ends_with(".cu") && !name.ends_with(".cpp")) continue;
    // "./" keeps a file name that starts with a dash from being read as an option.
    words.push_back(name.starts_with('-') ? "./" + name : name);
  }
  return words;
}

}  // namespace gridmark::compile
