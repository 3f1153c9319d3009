#pragma once
// The tensor kit's own sources as a submission could hand them in: defined again, with other figures.
#include <filesystem>
#include <string>
#include <vector>

namespace gridmark::declarations {

/// One source of the kit, with all functions defined in one way.
struct KitText {
  std::string name;  ///< "memory.cpp, inline, figures divided by 4"
  std::string text;
};

/// Each source of `folder` in each way. A returned figure is divided if the submission's variable
/// `figures_are_forged` is true.
std::vector<KitText> kit_texts(const std::filesystem::path& folder);

}  // namespace gridmark::declarations
