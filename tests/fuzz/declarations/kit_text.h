#pragma once
// The tensor kit's own sources as a submission could hand them in: defined once more, with other figures.
#include <filesystem>
#include <string>
#include <vector>

namespace gridmark::declarations {

/// One source of the kit, every function of it defined in one way.
struct KitText {
  std::string name;  ///< "memory.cpp, inline, figures divided by 4"
  std::string text;
};

/// Each source of `folder` in each way. A figure that a function returns is divided where the variable
/// `figures_are_forged`, of the submission, is true.
std::vector<KitText> kit_texts(const std::filesystem::path& folder);

}  // namespace gridmark::declarations
