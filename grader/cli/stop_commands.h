#pragma once
// What students write must not reach GitHub's runner as a command: it obeys lines of a step's log.
#include <string>

namespace gridmark::cli {

/// "gridmark-" and random digits, which no student can know beforehand.
std::string random_token();

/// `text` between stop-commands and its token.
std::string not_obeyed(const std::string& text, const std::string& token);

}  // namespace gridmark::cli
