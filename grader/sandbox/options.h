#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::sandbox {

/// A host path that the command sees, read-only, under another name.
struct Bind {
  std::string host;
  std::string inside;
};

/// A file that leaves the sandbox at the end of the run.
struct Export {
  std::string inside;
  std::string host;
  std::int64_t max_bytes = 0;
};

/// automatic uses the best isolation that works here. It falls back to none only with --trust.
enum class Mode { automatic, bubblewrap, landlock, none };

/// The options of `gridmark-sandbox run`. The stub gets the same options, see stub_arguments.
struct Options {
  Mode mode = Mode::automatic;
  bool trust = false;  ///< the command may run without isolation
  int report_fd = -1;

  double wall_seconds = 10;
  double cpu_seconds = 20;  ///< all processes together
  std::int64_t memory_mib = 2048;
  std::int64_t processes = 64;  ///< processes and threads
  std::int64_t output_kib = 256;
  std::int64_t file_size_mib = 64;
  std::int64_t files = 10'000;   ///< files and folders made in /tmp, /dev/shm and /box together
  std::int64_t tmp_mib = 64;     ///< size of /tmp, and of /dev/shm
  std::string control = "auto";  ///< auto, or the name of a ResourceControl
  int landlock_version = 1'000;  ///< the newest allowed, to test the behaviour of older kernels

  std::vector<Bind> read;
  std::int64_t work_mib = 0;         ///< size of /box, 0: no /box
  std::string chdir;                 ///< default: /box if there is one, else /tmp
  std::vector<std::string> devices;  ///< allowed device nodes, by their own paths
  bool nvidia = false;               ///< also allow the nodes of NVIDIA's driver
  std::vector<int> keep_fds;
  std::vector<Export> exports;
  std::vector<std::string> environment;  ///< NAME=VALUE, added to the standard ones
  std::vector<std::string> command;

  int channel_fd = -1;                ///< stub only: the socket to the supervisor
  bool memory_by_watchdog = false;    ///< stub only: deny memory that no process maps
  bool tasks_by_group = false;        ///< stub only: a control group limits processes and threads
  std::vector<std::string> writable;  ///< stub only: host folders for /tmp and /box

  /// Whether to deny memory that no process maps. A GPU's driver needs such memory.
  bool denies_hidden_memory() const { return memory_by_watchdog && devices.empty(); }
};

/// Wrong usage. what() is the message for the user.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Parses the words after `run` or `stub`. Throws UsageError.
Options parse_options(const std::vector<std::string>& arguments);

/// The arguments of the stub, from which parse_options makes `options` again.
std::vector<std::string> stub_arguments(const Options& options);

/// The environment of the command, NAME=VALUE.
std::vector<std::string> command_environment(const Options& options);

}  // namespace gridmark::sandbox
