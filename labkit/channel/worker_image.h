#pragma once
// The addresses of a worker's functions, in its file and in the memory of its process.
#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::channel {

/// A program's functions and variables, by address in the file.
class WorkerSymbols {
 public:
  /// Empty if the file cannot be read or was stripped.
  static WorkerSymbols read(const std::string& file);
  /// The address of that name, 0 if there is none.
  std::uint64_t find(const std::string& name) const;
  /// The function that holds the address, empty if none does.
  const std::string& function_at(std::uint64_t address) const;
  const std::string& file() const { return file_; }

 private:
  struct Function {
    std::string name;
    std::uint64_t end;
  };
  std::string file_;
  std::map<std::uint64_t, Function> functions_;
  std::map<std::string, std::uint64_t> by_name_;
};

/// The line of the instruction, if it is one of the submission's. Else empty.
emulation::SourcePlace submission_line_in(const std::string& file, std::uint64_t instruction);

/// The current mappings of `process`.
class WorkerMemory {
 public:
  static WorkerMemory of(pid_t process);
  /// The memory address of the first byte of its program file, 0 if unknown.
  std::uint64_t program_start() const { return program_start_; }
  /// Open pages of device memory.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& device() const { return device_; }

 private:
  std::uint64_t program_start_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> device_;
};

struct FoundWorker {
  pid_t process = -1;
  bool is_hidden = false;  ///< some process may not be examined, so the worker may exist without being found
};

/// The process below `launcher` that runs a program started as /worker or in its place.
FoundWorker worker_below(pid_t launcher, const std::string& file);

}  // namespace gridmark::channel
