#pragma once
// Theory of operation
// A value that travels between programs is described once. fields() lists the keys of its JSON object, the
// members that hold them, their limits and their meanings. The writer (write_json.h), the reader
// (grader/load/read_value.h) and the published schema (schema.h) all use this list, so they cannot disagree.
// A rule about several members belongs in the reader.
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace gridmark {

/// Inclusive limits of a number, and the words for them.
struct Range {
  double least;
  double most;
  std::string_view words;  ///< "a number of seconds, 0.1 to 3600"
  double steps = 0;        ///< steps in 1 to which a written number is rounded: 1000 for milliseconds
};

/// Limits of a text, in bytes.
struct Length {
  std::size_t least;
  std::size_t most;
};

/// No limits beyond the type: enums, objects, true and false.
struct AnyOfType {};

/// Limits of a list, and the rule of each element.
template <class Rule = AnyOfType>
struct Many {
  std::size_t least;
  std::size_t most;
  Rule each = {};
};
// clang deduces the arguments of an aggregate from release 17 on. The fuzzers are built with an older one.
Many(std::size_t, std::size_t)->Many<>;
template <class Rule>
Many(std::size_t, std::size_t, Rule) -> Many<Rule>;

/// A text with this number of hexadecimal digits, or an empty one.
struct HexDigits {
  std::size_t count;
};

/// A text with a fixed value.
struct Exactly {
  std::string_view text;
};

/// Whether a document may omit the key. A member that is a std::optional may be absent and is then not
/// written, unless the value is null or null_or_absent.
enum class Presence {
  required,
  optional,        ///< always written
  not_default,     ///< not written if the member has its default value
  null,            ///< always present, null for an empty std::optional
  null_or_absent,  ///< like null, but other programs may omit it
};

template <class Member>
constexpr bool is_optional = false;
template <class Member>
constexpr bool is_optional<std::optional<Member>> = true;

template <class Value, class Member, class Rule>
struct Field {
  using Type = Member;
  std::string_view key;
  Member Value::*member;
  Rule rule;
  std::string_view note;  ///< for the reader of the schema
  Presence presence;

  const Member& of(const Value& value) const { return value.*member; }
  void set(Value& value, Member read) const { value.*member = std::move(read); }
};

template <class Value, class Member, class Rule = AnyOfType>
constexpr Field<Value, Member, Rule> field(std::string_view key, Member Value::*member, Rule rule = {},
                                           std::string_view note = "",
                                           Presence presence = Presence::required) {
  return {key, member, rule, note, presence};
}

/// Whether a document must have the key.
template <class Described>
constexpr bool must_be_there(const Described& field) {
  return field.presence == Presence::null ||
         (field.presence == Presence::required && !is_optional<typename Described::Type>);
}

/// Whether the value may be null.
template <class Described>
constexpr bool may_be_null(const Described& field) {
  return field.presence == Presence::null || field.presence == Presence::null_or_absent;
}

/// A key whose document value is not directly a member.
template <class Value, class Part, class Rule>
struct Derived {
  using Type = Part;
  std::string_view key;
  Part (*get)(const Value&);
  void (*put)(Value&, Part);
  Rule rule;
  std::string_view note;
  Presence presence = Presence::required;

  Part of(const Value& value) const { return get(value); }
  void set(Value& value, Part read) const { put(value, std::move(read)); }
};

template <class Value, class Part, class Rule = AnyOfType>
constexpr Derived<Value, Part, Rule> derived(std::string_view key, Part (*get)(const Value&),
                                             void (*put)(Value&, Part), Rule rule = {},
                                             std::string_view note = "") {
  return {key, get, put, rule, note};
}

/// One number of a value that JSON represents as a row of numbers. row() lists them.
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

}  // namespace gridmark
