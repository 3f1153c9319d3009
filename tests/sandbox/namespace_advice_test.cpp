#include "grader/sandbox/namespace_advice.h"

#include <gtest/gtest.h>

#include <map>

namespace gridmark::sandbox {
namespace {

using Settings = std::map<std::string, std::string>;

NamespaceAdvice advice_with(const Settings& settings, bool has_wrapper = true) {
  return advise_on_namespaces(has_wrapper, [&](const std::string& path) {
    const auto found = settings.find(path);
    return found == settings.end() ? std::string() : found->second;
  });
}

const Settings open_machine{{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0"},
                            {"/proc/sys/kernel/unprivileged_userns_clone", "1"},
                            {"/proc/sys/user/max_user_namespaces", "95000"}};

Settings machine_with(const std::string& path, const std::string& value) {
  Settings settings = open_machine;
  settings[path] = value;
  return settings;
}

TEST(NamespaceAdvice, EachSettingThatForbidsThemIsNamedWithTheCommandThatChangesIt) {
  for (const auto& [path, value, command] :
       {std::tuple{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
                   "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
        std::tuple{"/proc/sys/kernel/unprivileged_userns_clone", "0",
                   "sudo sysctl -w kernel.unprivileged_userns_clone=1"},
        std::tuple{"/proc/sys/user/max_user_namespaces", "0",
                   "sudo sysctl -w user.max_user_namespaces=10000"}}) {
    const NamespaceAdvice advice = advice_with(machine_with(path, value));
    EXPECT_EQ(advice.fix, command);
    EXPECT_NE(advice.cause, "");
  }
}

TEST(NamespaceAdvice, UbuntusRestrictionIsNamedThoughNamespacesCanBeMade) {
  const NamespaceAdvice advice =
      advice_with(machine_with("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1"));
  EXPECT_NE(advice.cause.find("AppArmor"), std::string::npos);
}

TEST(NamespaceAdvice, AMissingBubblewrapComesFirst) {
  EXPECT_EQ(advice_with(machine_with("/proc/sys/user/max_user_namespaces", "0"), false).fix,
            "sudo apt-get install bubblewrap");
}

TEST(NamespaceAdvice, AContainerIsNamed) {
  for (const char* file : {"/run/.containerenv", "/run/systemd/container"})
    EXPECT_NE(advice_with(machine_with(file, "docker")).cause.find("container"), std::string::npos);
}

TEST(NamespaceAdvice, InAContainerASettingIsToBeChangedOnItsHost) {
  Settings settings = machine_with("/proc/sys/user/max_user_namespaces", "0");
  settings["/run/.containerenv"] = "podman";
  EXPECT_EQ(advice_with(settings).fix,
            "sudo sysctl -w user.max_user_namespaces=10000  (on the machine that runs this container)");
}

TEST(NamespaceAdvice, WithoutASettingToBlameNoCauseIsMadeUp) {
  EXPECT_EQ(advice_with(open_machine).cause, "");
}

}  // namespace
}  // namespace gridmark::sandbox
