#pragma once
// What lies in a submission, by name; where the lab's files are in it.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"

namespace gridmark::schedule {

/// One entry of a commit or of a folder.
struct TreeEntry {
  enum class Kind { file, link, other };
  Kind kind = Kind::file;
  std::string identity;  ///< equal for equal bytes: git's id of the blob, or the SHA-256
  std::int64_t bytes = 0;
  std::string refusal = {};  ///< why it cannot be taken, where that is known already
};

constexpr auto names(TreeEntry::Kind) {
  using enum TreeEntry::Kind;
  return EnumNames<TreeEntry::Kind, 3>{{{file, "file"}, {link, "link"}, {other, "other"}}};
}

/// Names are bytes and may be hostile; '/' separates folders.
using Tree = std::map<std::string, TreeEntry>;

/// The folder of `tree` that holds the lab's files: "starter/LAB/" as the course's handout has it, "LAB/", or
/// "" for a repository of one lab; or the same in a folder that lies alone in the tree, as "lab1-main/" of an
/// archive, or alone in such a one. The first that holds at least one file of the lab.
///
/// errors  submission: none does; the message says what was looked for and what is there
Result<std::string> find_layout(const Tree& tree, const Lab& lab);

/// Where find_layout() looks, in this order.
std::vector<std::string> layout_prefixes(const std::string& lab);

/// Where a student's repository on the disk has this lab: its starter/LAB or LAB; empty where it has none.
///
/// errors  submission: a link is on the way
Result<std::filesystem::path> find_lab_folder(const std::filesystem::path& repository,
                                              const std::string& lab);

/// The folder of a submission on the disk that holds the lab's files: this one, or found as find_layout()
/// does.
///
/// errors  submission: there is none, or `folder` cannot be read
Result<std::filesystem::path> find_submission(const std::filesystem::path& folder, const Lab& lab);

/// The entries of the folder that a batch may need: the named files of each lab under each prefix, and the
/// names at the top. Nothing is reached through a link.
///
/// errors  submission: the folder cannot be read
Result<Tree> read_folder_tree(const std::filesystem::path& folder, const std::vector<Lab>& labs);

}  // namespace gridmark::schedule
