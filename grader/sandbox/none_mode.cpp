// No isolation: the caller's user, files and network. For trusted code only. Limits and the system call
// filter still apply.
#include <filesystem>

#include "grader/sandbox/host_names.h"
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/scratch.h"

namespace gridmark::sandbox {
namespace {

class NoneMode : public IsolationMode {
 public:
  std::string_view name() const override { return "none"; }

  std::vector<std::string> enter(const Options& options) const override {
    HostNames names{{"/tmp", scratch_.tmp()}, {"/box", scratch_.box()}};
    for (const Bind& bind : options.read) names[bind.inside] = std::filesystem::absolute(bind.host);
    Options inside = with_host_names(options, names);
    inside.mode = Mode::none;
    inside.writable = {scratch_.tmp(), scratch_.box()};
    return stub_command(own_program(), inside);
  }

 private:
  Scratch scratch_{Scratch::Owner::caller};
};

}  // namespace

std::unique_ptr<IsolationMode> make_none_mode() { return std::make_unique<NoneMode>(); }

}  // namespace gridmark::sandbox
