#pragma once
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/machine.h"

namespace gridmark {

/// What `gridmark-machine check` prints.
///
/// errors  toolchain: it is something else
Result<TimingCheck> load_timing_check(std::string_view text);

/// docs/formats/passport.schema.json. `where` names the text in messages.
///
/// errors  toolchain: another version, or something else
Result<Passport> load_passport(std::string_view text, const std::string& where);

/// One passport of what `gridmark-machine passport` and `gridmark-device-passport` print. `measured` is UTC,
/// RFC 3339.
///
/// errors  as load_passport
Result<std::string> join_passport(std::string_view host, std::string_view device,
                                  const std::string& measured = "");

}  // namespace gridmark
