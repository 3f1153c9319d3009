#pragma once
// Theory of operation
// A value that travels between programs is described once: fields() lists the keys of its JSON object, the
// members that hold them, their limits and their meanings. The writer (write_json.h), the reader
// (grader/load/read_value.h) and the published schema (schema.h) all walk this list, so they cannot disagree.
// A rule that spans several members is the reader's.
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>

namespace gridmark {

/// Limits of a number, both allowed, and the words for them.
struct Range {
  double least;
  double most;
  std::string_view words;  ///< "a number of seconds, 0.1 to 3600"
};

/// Limits of a text, in bytes.
struct Length {
  std::size_t least;
  std::size_t most;
};

/// The type allows all that may be: enums, objects, true and false.
struct AnyOfType {};

/// Limits of a list, and the rule of each element.
template <class Rule = AnyOfType>
struct Many {
  std::size_t least;
  std::size_t most;
  Rule each = {};
};
// clang deduces the arguments of an aggregate from release 17 on; the fuzzers are built with an older one.
Many(std::size_t, std::size_t)->Many<>;
template <class Rule>
Many(std::size_t, std::size_t, Rule) -> Many<Rule>;

/// May a document leave the key out? A member that is a std::optional always may be absent, and is then not
/// written.
enum class Presence { required, optional };

template <class Value, class Member, class Rule>
struct Field {
  std::string_view key;
  Member Value::*member;
  Rule rule;
  std::string_view note;  ///< for the reader of the schema
  Presence presence;
};

template <class Value, class Member, class Rule = AnyOfType>
constexpr Field<Value, Member, Rule> field(std::string_view key, Member Value::*member, Rule rule = {},
                                           std::string_view note = "",
                                           Presence presence = Presence::required) {
  return {key, member, rule, note, presence};
}

/// One number of a value that is a row of numbers in JSON; row() lists them.
struct Cell {
  double* number;
  Range range;
};

template <class Value>
concept HasFields = requires(const Value* none) {
  fields(none);
};

template <class Value>
concept HasRow = requires(Value& value) {
  row(value);
};

/// Calls `use` with each field of a Value.
template <HasFields Value, class Use>
void for_each_field(Use use) {
  std::apply([&](const auto&... one) { (use(one), ...); }, fields(static_cast<const Value*>(nullptr)));
}

template <class Member>
constexpr bool is_optional = false;
template <class Member>
constexpr bool is_optional<std::optional<Member>> = true;

}  // namespace gridmark
