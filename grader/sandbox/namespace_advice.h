#pragma once
#include <functional>
#include <string>

namespace gridmark::sandbox {

/// The reason why user namespaces cannot be used here, found in the machine's settings.
struct NamespaceAdvice {
  std::string cause;  ///< a clause, empty if no setting explains it
  std::string fix;    ///< one command
};

/// A file of /proc or /sys by its name, without the newline at its end. Empty if it does not exist.
using ReadSetting = std::function<std::string(const std::string& path)>;

/// has_wrapper  bubblewrap is installed
NamespaceAdvice advise_on_namespaces(bool has_wrapper, const ReadSetting& read_setting);

}  // namespace gridmark::sandbox
