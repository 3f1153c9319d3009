#include "grader/compile/symbol_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace gridmark {

std::string readable_name(const std::string& name) {
  constexpr std::size_t longest_shown = 120;
  std::string text = name;
  if (name.starts_with("_Z") && name.size() < 1000) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    if (status == 0) text = plain.get();
  }
  return text.size() <= longest_shown ? text : text.substr(0, longest_shown) + "...";
}

std::string word_of(const std::string& name) {
  std::string text = readable_name(name);
  text.resize(std::min(text.find_first_of("(<["), text.size()));
  return text.substr(text.find_last_of(": ") + 1);
}

}  // namespace gridmark
