#include "grader/load/json_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/nearest.h"
#include "grader/core/faults.h"
#include "grader/load/json_document.h"

namespace gridmark::load {
namespace {

using nlohmann::json;

/// A value in a message: short ones as they are written, containers by their kind.
std::string shown(const json& value) {
  if (value.is_object()) return value.empty() ? "an empty object" : "an object";
  if (value.is_array()) return value.empty() ? "an empty array" : "an array";
  if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
  return value.dump();
}

/// The value of missing members.
const json& nothing() {
  static const json null;
  return null;
}

/// Appends the pointer of `wanted` if it is `here` or below.
bool append_way(const json& here, const json& wanted, std::string& way) {
  if (&here == &wanted) return true;
  if (!here.is_structured()) return false;
  const std::size_t before = way.size();
  std::size_t index = 0;
  for (auto entry = here.begin(); entry != here.end(); ++entry, ++index) {
    way += "/" + (here.is_object() ? pointer_step(entry.key()) : std::to_string(index));
    if (append_way(*entry, wanted, way)) return true;
    way.resize(before);
  }
  return false;
}

constexpr double most_points = 1e6;

}  // namespace

Node::Node(const json& document, Reading& reading) : value_(&document), reading_(&reading) {
  reading.document = &document;
}

Node Node::child(const json& value) const { return Node(*reading_, value); }

std::string Node::pointer() const {
  std::string way;
  if (reading_->document != nullptr) append_way(*reading_->document, *value_, way);
  return way;
}

void Node::fail(std::string message) const {
  if (failed()) return;
  const std::string &file = reading_->where, place = pointer();
  reading_->error = Error{reading_->source, place.empty() ? file : file + ": " + place, std::move(message)};
}

void Node::keep(Error error) const {
  if (failed())
    reading_->more.push_back(std::move(error));
  else
    reading_->error = std::move(error);
}

Error faults_of(const Reading& reading) {
  std::vector<Error> all{*reading.error};
  all.insert(all.end(), reading.more.begin(), reading.more.end());
  return in_one(all, reading.where);
}

void Node::expected(std::string_view words) const {
  fail(fmt::format("found {}, expected {}", shown(*value_), words));
}

const Node& Node::keys(std::span<const std::string_view> allowed) const {
  if (!value_->is_object()) expected("an object");
  if (failed()) return *this;
  for (auto member = value_->begin(); member != value_->end(); ++member) {
    if (std::find(allowed.begin(), allowed.end(), member.key()) != allowed.end()) continue;
    const std::vector<std::string> valid(allowed.begin(), allowed.end());
    child(*member).fail("found an unknown key" + suggestion(member.key(), valid));
    break;
  }
  return *this;
}

std::optional<Node> Node::find(std::string_view key) const {
  if (!value_->is_object()) return std::nullopt;
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return child(*found);
}

Node Node::operator[](std::string_view key) const {
  if (const auto member = find(key)) return *member;
  if (value_->is_object())
    fail(fmt::format("found no key \"{}\", expected one", key));
  else
    expected("an object");
  return child(nothing());
}

std::vector<std::pair<std::string, Node>> Node::members() const {
  std::vector<std::pair<std::string, Node>> all;
  if (!value_->is_object())
    expected("an object");
  else
    for (const auto& [key, value] : value_->items()) all.emplace_back(key, child(value));
  return all;
}

std::vector<Node> Node::elements(std::size_t most) const {
  std::vector<Node> all;
  all.reserve(std::min(value_->size(), most));
  if (!value_->is_array())
    expected("an array");
  else if (value_->size() > most)
    fail(fmt::format("found {} elements, expected at most {}", value_->size(), most));
  else
    for (const json& element : *value_) all.push_back(child(element));
  return all;
}

std::string Node::text(std::size_t least, std::size_t most) const {
  if (!value_->is_string()) {
    expected("a text");
    return "";
  }
  const auto& text = value_->get_ref<const std::string&>();
  if (text.size() < least) expected("a text that is not empty");
  if (text.size() > most)
    fail(fmt::format("found a text of {} bytes, expected at most {}", text.size(), most));
  return text.size() > most ? std::string() : text;
}

double Node::number(const Range& range) const {
  const double value = value_->is_number() ? value_->get<double>() : std::nan("");
  if (value >= range.least && value <= range.most) return value;
  expected(range.words);
  return range.least;
}

std::int64_t Node::whole(const Range& range) const {
  const double value = number(range);
  if (value != std::floor(value)) expected(range.words);
  return static_cast<std::int64_t>(value);
}

bool Node::truth() const {
  if (!value_->is_boolean()) expected("true or false");
  return value_->is_boolean() && value_->get<bool>();
}

Points Node::points() const {
  const double value = number({0, 1e300, "a number of points, 0 or more"});
  if (value > most_points) expected("at most 1000000 points");
  if (failed()) return 0;
  if (std::abs(value * 100 - std::round(value * 100)) > 1e-6) expected("points in steps of 0.01");
  return Points(value);
}

std::vector<std::string> Node::texts() const {
  std::vector<std::string> all;
  for (const Node& element : elements()) all.push_back(element.text());
  return all;
}

std::string Node::one_of_texts(const std::vector<std::string>& valid) const {
  const std::string name = text();
  if (std::find(valid.begin(), valid.end(), name) != valid.end()) return name;
  std::string choices;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char* separator = i == 0 ? "" : i + 1 == valid.size() ? " or " : ", ";
    choices += fmt::format("{}\"{}\"", separator, valid[i]);
  }
  const auto near = nearest(name, valid);
  expected(choices + (near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
  return "";
}

}  // namespace gridmark::load
