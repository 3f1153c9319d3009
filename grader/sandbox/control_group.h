#pragma once
// One folder of a control-group hierarchy, of either version.
#include <cstdint>
#include <string>
#include <string_view>

namespace gridmark::sandbox {

/// A group of this run alone, below `parent`. It is made with the object, and removed with it once it is
/// empty.
class ControlGroup {
 public:
  /// Also removes groups in `parent` that killed launchers have left.
  explicit ControlGroup(const std::string& parent);
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  bool made() const { return made_; }
  const std::string& path() const { return path_; }
  /// One of the group's files. False or empty if the kernel refuses.
  bool write(const char* name, std::string_view value) const;
  std::string read(const char* name) const;

 private:
  std::string path_;
  bool made_ = false;
};

/// The folder of the calling process's group in one hierarchy, without a '/' at its end. "" if there is none.
///
/// version 2  `controller` is empty
/// version 1  `controller` is "memory", "pids", ...
std::string own_group(std::string_view controller);

/// The wrapper, the stub, and one more of each during a fork. They count as processes of the group.
constexpr std::int64_t helper_processes = 4;

}  // namespace gridmark::sandbox
