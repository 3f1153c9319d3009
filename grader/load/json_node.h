#pragma once
// Theory of operation
// A Node is a JSON value. Its accessors check and convert. The first failed check is kept in the Reading that
// all nodes of a document share, with the value's pointer ("/criteria/0/id"). After that, accessors return
// defaults, like a stream that has failed. So loaders read without checks and call finish() once at the end.
// alone() uses a separate Reading for each element, so that all faults of a list are reported. The pointer of
// a value is only computed on demand, because thousands of records are read without one.
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/error.h"
#include "grader/core/points.h"
#include "protocol/fields.h"

namespace gridmark::load {

/// One pass over one document.
struct Reading {
  Error::Source source;
  std::string where;                         ///< the file's name in messages
  std::optional<Error> error = {};           ///< the first error
  const nlohmann::json* document = nullptr;  ///< the document of the current nodes
  std::vector<Error> more = {};              ///< further errors of elements that were read with alone()
};

class Node {
 public:
  /// The root of `document`, which must outlive all its nodes.
  Node(const nlohmann::json& document, Reading& reading);

  /// Checks that this is an object with no other keys.
  const Node& keys(std::span<const std::string_view> allowed) const;
  const Node& keys(std::initializer_list<std::string_view> allowed) const {
    return keys(std::span(allowed.begin(), allowed.size()));
  }
  /// The member. A failure if it is missing.
  Node operator[](std::string_view key) const;
  /// The member, or nothing.
  std::optional<Node> find(std::string_view key) const;
  /// The members of an object, sorted by key.
  std::vector<std::pair<std::string, Node>> members() const;
  /// The elements of an array of at most `most`.
  std::vector<Node> elements(std::size_t most = 1000) const;

  /// A text of `least` to `most` bytes.
  std::string text(std::size_t least = 1, std::size_t most = 4096) const;
  double number(const Range& range) const;
  std::int64_t whole(const Range& range) const;
  bool truth() const;
  bool is_null() const { return value_->is_null(); }
  Points points() const;
  std::vector<std::string> texts() const;

  template <class Enum>
  Enum one_of() const {
    if (value_->is_string())
      if (const auto known = value_of<Enum>(value_->get_ref<const std::string&>())) return *known;
    std::vector<std::string> valid;
    for (const auto& [value, name] : names(Enum{})) valid.emplace_back(name);
    return value_of<Enum>(one_of_texts(valid)).value_or(Enum{});
  }

  /// `read(node)` of this value. A fault in it hides no faults of other values.
  template <class Read>
  auto alone(Read read) const {
    Reading own{reading_->source, reading_->where, {}, reading_->document};
    auto value = read(Node(own, *value_));
    if (own.error) keep(*std::move(own.error));
    return value;
  }

  /// Keeps "POINTER: found <this value>, expected `expected`", unless a check failed before.
  void expected(std::string_view words) const;
  /// Keeps "POINTER: `message`", unless a check failed before.
  void fail(std::string message) const;

  std::string pointer() const;
  bool failed() const { return reading_->error.has_value(); }

 private:
  std::string one_of_texts(const std::vector<std::string>& valid) const;
  void keep(Error error) const;
  Node child(const nlohmann::json& value) const;
  explicit Node(Reading& reading, const nlohmann::json& value) : value_(&value), reading_(&reading) {}

  const nlohmann::json* value_;
  Reading* reading_;
};

/// All faults that were found. Call it only if there is one.
Error faults_of(const Reading& reading);

/// Returns `value`, unless reading it failed.
template <class T>
Result<T> finish(const Reading& reading, T value) {
  if (reading.error) return tl::unexpected<Error>(faults_of(reading));
  return value;
}

}  // namespace gridmark::load
