#pragma once
// The files of a submission by name, and where the lab's files are among them.
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
  std::string identity;  ///< equal for equal bytes: git's blob id, or the SHA-256
  std::int64_t bytes = 0;
  std::string refusal = {};  ///< why it cannot be taken, if that is already known
};

constexpr auto names(TreeEntry::Kind) {
  using enum TreeEntry::Kind;
  return EnumNames<TreeEntry::Kind, 3>{{{file, "file"}, {link, "link"}, {other, "other"}}};
}

/// Names are bytes and can be hostile. '/' separates folders.
using Tree = std::map<std::string, TreeEntry>;

/// The folder of `tree` that contains the lab's files. It is "starter/LAB/" as in the course's handout,
/// "LAB/", or "" for a repository of one lab. gridmark also looks for these in a folder that is alone in the
/// tree, such as "lab1-main/" of an archive, and in a folder that is alone in that one. It uses the first
/// folder with at least one file of the lab.
///
/// errors  submission: there is none. The message lists the searched places and the files that are there
Result<std::string> find_layout(const Tree& tree, const Lab& lab);

/// The places that find_layout() searches, in this order.
std::vector<std::string> layout_prefixes(const std::string& lab);

/// The place of this lab in a student's repository on disk: its starter/LAB or LAB. Empty if it has none.
///
/// errors  submission: a folder of its path is a link
Result<std::filesystem::path> find_lab_folder(const std::filesystem::path& repository,
                                              const std::string& lab);

/// The folder with the lab's files in a submission on disk: this folder, or the one that find_layout() finds.
///
/// errors  submission: there is none, or `folder` cannot be read
Result<std::filesystem::path> find_submission(const std::filesystem::path& folder, const Lab& lab);

/// The entries of the folder that a batch can need: the named files of each lab under each prefix, and the
/// names at the top. Links are never followed.
///
/// errors  submission: the folder cannot be read
Result<Tree> read_folder_tree(const std::filesystem::path& folder, const std::vector<Lab>& labs);

}  // namespace gridmark::schedule
