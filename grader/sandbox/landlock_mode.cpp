// Landlock, for machines without user namespaces: reduced isolation. The command runs as another user
// (started by root) or as the caller. It sees the names of files and the processes of the machine. It can
// only open files that the rules allow, has no network, and cannot signal other processes.
// docs/threat-model.md lists the remaining risks.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "grader/sandbox/host_names.h"
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/landlock_rules.h"
#include "grader/sandbox/scratch.h"
#include "grader/sandbox/unprivileged_user.h"
#include "grader/sandbox/visible_sources.h"

namespace gridmark::sandbox {
namespace {

class LandlockMode : public IsolationMode {
 public:
  std::string_view name() const override { return "landlock"; }

  std::vector<std::string> enter(const Options& options) const override {
    if (std::min(landlock_version(), options.landlock_version) < 1)
      throw SandboxFailure("this kernel has no Landlock");
    std::vector<std::string> hosts{own_program()};
    for (const Bind& bind : options.read) hosts.push_back(std::filesystem::absolute(bind.host));
    hosts = make_sources_visible(hosts, scratch_.visible());
    HostNames names{{"/tmp", scratch_.tmp()}, {"/box", scratch_.box()}};
    for (std::size_t i = 0; i < options.read.size(); ++i) names[options.read[i].inside] = hosts[i + 1];
    Options inside = with_host_names(options, names);
    inside.mode = Mode::landlock;
    inside.writable = {scratch_.tmp(), scratch_.box()};
    for (std::size_t i = 0; i < inside.read.size(); ++i) inside.read[i] = {hosts[i + 1], hosts[i + 1]};
    drop_root();
    umask(077);
    return stub_command(hosts[0], inside);
  }

 private:
  Scratch scratch_{Scratch::Owner::unprivileged};
};

}  // namespace

std::unique_ptr<IsolationMode> make_landlock_mode() { return std::make_unique<LandlockMode>(); }

}  // namespace gridmark::sandbox
