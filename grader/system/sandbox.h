#pragma once
// Runs one command under limits and reports the result. It does not grade.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/system/stop_flag.h"
#include "protocol/run_report.h"

namespace gridmark::system {

/// A host path that the command sees, read-only, as `inside`.
struct SandboxBind {
  std::filesystem::path host;
  std::string inside;
};

/// A regular file that is copied out after the command has exited.
struct SandboxExport {
  std::string inside;
  std::filesystem::path host;
  std::int64_t max_bytes = 0;
};

/// The command to run, with names from inside the sandbox. Limits caps its resources.
struct SandboxCommand {
  std::vector<std::string> arguments;  ///< first the program's path inside
  std::vector<SandboxBind> read;
  std::vector<std::string> environment;  ///< NAME=VALUE, added to PATH, HOME, LANG, TMPDIR
  std::string folder;                    ///< working folder, default: /box, else /tmp
  std::int64_t work_mib = 0;             ///< size of the writable /box, 0: none
  std::vector<SandboxExport> exports;
  std::vector<int> keep_descriptors;  ///< stay open under their numbers
};

class Sandbox {
 public:
  virtual ~Sandbox() = default;
  /// Blocks until the run ends or `limits` end it. Leaves no process behind. Threads may call it at once.
  ///
  /// errors  sandbox: it failed itself
  virtual Result<RunReport> run(const SandboxCommand& command, const Limits& limits) = 0;
};

/// Whether a submission may run where no isolation works. Only a person can decide that.
enum class Trust { no, yes };

/// Runs each command with the program gridmark-sandbox.
class LauncherSandbox : public Sandbox {
 public:
  LauncherSandbox(std::filesystem::path launcher, Trust trust, const StopFlag& stop)
      : launcher_(std::move(launcher)), trust_(trust), stop_(stop) {}
  Result<RunReport> run(const SandboxCommand& command, const Limits& limits) override;

 private:
  std::filesystem::path launcher_;
  Trust trust_;
  const StopFlag& stop_;
};

/// The isolation that this machine allows.
struct SandboxProbe {
  std::string mode;            ///< "bubblewrap", "landlock" or "none"
  std::string control;         ///< "cgroup2", "cgroup1" or "watchdog"
  std::string why_not_better;  ///< empty if no better mode exists
  std::string fix;             ///< one command, if known
};

/// errors  sandbox: the launcher does not run
Result<SandboxProbe> probe_sandbox(const std::filesystem::path& launcher, const StopFlag& stop);

}  // namespace gridmark::system
