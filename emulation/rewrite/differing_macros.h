#pragma once
// The macros that stand for different words on each side:
// `#ifdef __CUDA_ARCH__ #define SYNC() __syncthreads() ...`.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/rewrite/side.h"

namespace gridmark::rewrite {

class DifferingMacros {
 public:
  DifferingMacros(const Side& device, const Side& host);

  /// Names that stand for different words on each side, directly or through a macro that they use.
  const std::set<std::string_view>& affected() const { return affected_; }

  /// True if the files of the program define it. is_hosts(): true if the host's side defines it differently.
  bool is_macro(std::string_view name) const { return uses_.contains(name); }
  bool is_hosts(std::string_view name) const { return on_host_.contains(name); }

  /// Lines of #undef and #define, empty if nothing differs.
  struct Switch {
    std::string to_host;
    std::string to_device;
  };
  /// The switch for the host's tokens [begin, end) that are moved to `device_token`.
  Switch around(std::size_t begin, std::size_t end, std::size_t device_token) const;

 private:
  /// The place where a macro gets a new meaning, a line of #define or #undef.
  struct Change {
    std::size_t offset;
    std::string_view line;
  };
  using Changes = std::map<std::string_view, std::vector<Change>>;

  void find_names(const Side& side);
  void read_uses(const Source& source);
  void close_over_uses();
  Changes changes(std::string_view text) const;
  /// The line of #define in force at `offset`, empty if the name is not a macro.
  static std::string_view definition(const Changes& changes, std::string_view name, std::size_t offset);

  const Side& device_;
  const Side& host_;
  std::set<std::string_view> names_;                             ///< defined on one side, or by each
  std::set<std::string_view> affected_;                          ///< these, and macros that use them
  std::map<std::string_view, std::set<std::string_view>> uses_;  ///< by macro, the words of its bodies
  Changes on_device_, on_host_;
};

}  // namespace gridmark::rewrite
