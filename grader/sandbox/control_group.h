#pragma once
// One folder of a control-group hierarchy, of either version.
#include <cstdint>
#include <string>
#include <string_view>

namespace gridmark::sandbox {

/// A group of this run's own, below `parent`: made with the object, removed with it once it is empty.
class ControlGroup {
 public:
  /// Also removes what launchers that were killed outright have left in `parent`.
  explicit ControlGroup(const std::string& parent);
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  bool made() const { return made_; }
  const std::string& path() const { return path_; }
  /// One of the group's files; false or empty when the kernel says no.
  bool write(const char* name, std::string_view value) const;
  std::string read(const char* name) const;

 private:
  std::string path_;
  bool made_ = false;
};

/// The folder of the calling process's group in one hierarchy, without a '/' at its end; "" where there is
/// none.
///
/// version 2  `controller` is empty
/// version 1  `controller` is "memory", "pids", ...
std::string own_group(std::string_view controller);

/// The wrapper, the stub, and each while it forks; they count as processes of the group.
constexpr std::int64_t helper_processes = 4;

}  // namespace gridmark::sandbox
