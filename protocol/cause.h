#pragma once
// Why a test fails, as far as the checker knows. The grader ranks and groups this value. It comes with the
// words for the student.
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

/// A memory access by one thread of a kernel.
struct ThreadAccess {
  std::string file = {};    ///< relative to the submission
  int line = 0;             ///< 0 if unknown
  std::string thread = {};  ///< "thread (1,0,0)", or "another thread"
  std::string block = {};   ///< "block (0,0,0)", or "another block"
  bool writes = false;
  friend bool operator==(const ThreadAccess&, const ThreadAccess&) = default;
};

struct Cause {
  enum class Kind {
    consequence,   ///< the failure only follows from another one: overflow, a call that was not tried
    not_built,     ///< a file is missing or does not compile
    refused_call,  ///< the device refused a call's arguments
    endless_loop,
    matched_mistake,  ///< the answer matches the result of one known mistake
    fault,            ///< the device ended the program at this place
    race,
    out_of_bounds,
    uninitialised_read,
    misaligned,
    use_after_free,
    double_free,
    host_memory,
    missing_synchronisation,
    unchecked_error,
    undefined_shuffle,
    device_variable,
    wrong_stream,
    leak
  };
  Kind kind = Kind::consequence;
  std::string words = {};                   ///< the event and the advice, empty if the reason has all of it
  std::vector<ThreadAccess> accesses = {};  ///< for a race: two unordered accesses, the earlier one first
  friend bool operator==(const Cause&, const Cause&) = default;
};

constexpr auto names(Cause::Kind) {
  using enum Cause::Kind;
  return EnumNames<Cause::Kind, 19>{{{consequence, "consequence"},
                                     {not_built, "not_built"},
                                     {refused_call, "refused_call"},
                                     {endless_loop, "endless_loop"},
                                     {matched_mistake, "matched_mistake"},
                                     {fault, "fault"},
                                     {race, "race"},
                                     {out_of_bounds, "out_of_bounds"},
                                     {uninitialised_read, "uninitialised_read"},
                                     {misaligned, "misaligned"},
                                     {use_after_free, "use_after_free"},
                                     {double_free, "double_free"},
                                     {host_memory, "host_memory"},
                                     {missing_synchronisation, "missing_synchronisation"},
                                     {unchecked_error, "unchecked_error"},
                                     {undefined_shuffle, "undefined_shuffle"},
                                     {device_variable, "device_variable"},
                                     {wrong_stream, "wrong_stream"},
                                     {leak, "leak"}}};
}

constexpr auto fields(const ThreadAccess*) {
  return std::tuple{field("file", &ThreadAccess::file, Length{0, 4096}, "relative to the submission"),
                    field("line", &ThreadAccess::line, Range{0, 1e9, "a line number"}, "0: unknown"),
                    field("thread", &ThreadAccess::thread, Length{1, 256}),
                    field("block", &ThreadAccess::block, Length{1, 256}),
                    field("writes", &ThreadAccess::writes)};
}

constexpr auto fields(const Cause*) {
  constexpr std::size_t most_words = std::size_t{1} << 16;
  return std::tuple{field("kind", &Cause::kind),
                    field("words", &Cause::words, Length{0, most_words},
                          "the event and the advice. Empty: the reason has both"),
                    field("accesses", &Cause::accesses, Many{0, 2},
                          "of a race: two accesses that nothing orders, the earlier one first. Absent: none",
                          Presence::not_default)};
}

/// The key "cause" of a value.
template <class Value>
constexpr auto cause_field() {
  return field("cause", &Value::cause, AnyOfType{}, "absent: not known");
}

}  // namespace gridmark
