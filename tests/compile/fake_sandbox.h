#pragma once
#include <fstream>
#include <mutex>
#include <utility>
#include <vector>

#include "grader/system/sandbox.h"

namespace gridmark::test {

/// Says that each run went as `report` has it; makes the files that the report calls exported.
class FakeSandbox : public Sandbox {
 public:
  explicit FakeSandbox(Result<RunReport> report) : report_(std::move(report)) {}

  Result<RunReport> run(const SandboxCommand& command, const Limits& limits) override {
    const std::lock_guard lock(mutex_);
    commands.push_back(command);
    given_limits = limits;
    if (report_ && !report_->exported.empty())
      for (const SandboxExport& file : command.exports) std::ofstream(file.host) << "program";
    return report_;
  }

  std::vector<SandboxCommand> commands;
  Limits given_limits;

 private:
  Result<RunReport> report_;
  std::mutex mutex_;
};

}  // namespace gridmark::test
