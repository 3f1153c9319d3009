#pragma once
#include <functional>
#include <string>

namespace gridmark::sandbox {

/// Why user namespaces cannot be used here, as far as the machine's settings tell.
struct NamespaceAdvice {
  std::string cause;  ///< a clause; empty when no setting explains it
  std::string fix;    ///< one command
};

/// A file of /proc or /sys by its name, without the newline at its end; empty where there is none.
using ReadSetting = std::function<std::string(const std::string& path)>;

/// has_wrapper  bubblewrap is installed
NamespaceAdvice advise_on_namespaces(bool has_wrapper, const ReadSetting& read_setting);

}  // namespace gridmark::sandbox
