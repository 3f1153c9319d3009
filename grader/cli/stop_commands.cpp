#include "grader/cli/stop_commands.h"

#include <fmt/format.h>

#include <random>

namespace gridmark::cli {

std::string random_token() {
  std::random_device device;
  std::string token = "gridmark-";
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

std::string not_obeyed(const std::string& text, const std::string& token) {
  return fmt::format("::stop-commands::{0}\n{1}\n::{0}::\n", token, text);
}

}  // namespace gridmark::cli
