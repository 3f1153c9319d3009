#include "grader/sandbox/namespace_advice.h"

namespace gridmark::sandbox {
namespace {

struct Setting {
  const char* path;
  const char* forbidding;
  const char* cause;
  const char* fix;
};

// The most special setting first. On Ubuntu 24.04 the namespace is made and then loses its rights, so the
// other settings look fine.
constexpr Setting settings[] = {
    {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
     "AppArmor takes the rights of user namespaces away, as Ubuntu sets it since 23.10",
     "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
    {"/proc/sys/kernel/unprivileged_userns_clone", "0", "this kernel keeps user namespaces for root",
     "sudo sysctl -w kernel.unprivileged_userns_clone=1"},
    {"/proc/sys/user/max_user_namespaces", "0", "the number of user namespaces is limited to 0",
     "sudo sysctl -w user.max_user_namespaces=10000"},
};

/// A container can read settings of the machine but cannot write them.
constexpr const char* elsewhere = "  (on the machine that runs this container)";

bool in_a_container(const ReadSetting& read_setting) {
  return !read_setting("/run/.containerenv").empty() || !read_setting("/run/systemd/container").empty() ||
         read_setting("/proc/1/environ").find("container=") != std::string::npos ||
         read_setting("/proc/self/mountinfo").find("/docker/") != std::string::npos;
}

}  // namespace

NamespaceAdvice advise_on_namespaces(bool has_wrapper, const ReadSetting& read_setting) {
  if (!has_wrapper) return {"bubblewrap is not installed", "sudo apt-get install bubblewrap"};
  const bool contained = in_a_container(read_setting);
  for (const Setting& setting : settings)
    if (read_setting(setting.path) == setting.forbidding)
      return {setting.cause, setting.fix + std::string(contained ? elsewhere : "")};
  if (contained)
    return {"the container forbids user namespaces",
            "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined "
            "--security-opt systempaths=unconfined ..."};
  return {"", "sudo sysctl -w user.max_user_namespaces=10000"};
}

}  // namespace gridmark::sandbox
