#pragma once
// The actions around a server in a test, and the events that followed.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "labkit/channel/ask.h"
#include "labkit/inputs/any.h"
#include "labs/lab6-serving/server_operations.h"

namespace gridmark::lab6 {

using channel::holds;
using Json = nlohmann::json;

/// Writes a session. Each action's time is that of the clock before it.
class Session {
 public:
  GivenSession given{.device = "cuda:0",
                     .model = "gpt \"small\"",
                     .gpu_name = "Prüfgerät λ",
                     .total_gb = 141.25,
                     .allocated = 2.5e9,
                     .waiting = 3,
                     .running = 2,
                     .blocks = 17,
                     .answers = {},
                     .actions = {}};

  Session& answer(const std::string& bytes, int delay = 0) {
    given.answers.push_back({bytes, delay});
    return *this;
  }
  /// returns  the number of the reply
  int ask(const std::string& method, const std::string& path, const std::string& body = "") {
    given.actions.push_back({.seconds = 0.125, .method = method, .path = path, .body = body});
    return requests_++;
  }
  int generate(const Json& body) { return ask("POST", "/generate", body.dump()); }
  Session& run(int steps, double seconds = 0.5) {
    given.actions.push_back({.kind = GivenAction::Kind::run, .seconds = seconds, .steps = steps});
    return *this;
  }
  Session& leave(int reply) {
    given.actions.push_back({.kind = GivenAction::Kind::leave, .seconds = 0.125, .reply = reply});
    return *this;
  }

 private:
  int requests_ = 0;
};

/// The events of a session.
class Story {
 public:
  /// Runs the session with the submission. verdict() is false if it did not answer, threw, or stepped the
  /// engine.
  explicit Story(const Session& session) : op_{.session = packed(session.given)} {
    verdict_ = channel::ask(op_);
    if (verdict_) verdict_ = read();
  }
  const testing::AssertionResult& verdict() const { return verdict_; }
  const HttpSession& op() const { return op_; }

  /// The events of a reply in order. The one from handle() is first.
  std::vector<Seen> of_reply(int reply) const {
    return all([&](const Seen& one) { return one.kind == Seen::Kind::reply && one.reply == reply; });
  }
  /// The last event of a reply, with its complete body.
  Seen reply(int number) const {
    Seen last;
    std::string streamed;
    for (const Seen& one : of_reply(number)) {
      last = one;
      streamed += one.body;
    }
    if (last.streams) last.body = streamed;
    return last;
  }
  std::vector<Seen> submitted() const { return of_kind(Seen::Kind::submitted); }
  std::vector<Seen> cancelled() const { return of_kind(Seen::Kind::cancelled); }

  /// A verdict from words about the answer, if there is one.
  template <class Words>
  testing::AssertionResult check(Words words) const {
    return verdict_ ? says(words()) : verdict_;
  }
  /// A verdict about this session. words  "" if it is right
  testing::AssertionResult says(const std::string& words) const {
    return verdict_ ? holds(op_, words.empty(), words) : verdict_;
  }

 private:
  template <class Wanted>
  std::vector<Seen> all(Wanted wanted) const {
    std::vector<Seen> found;
    for (const Seen& one : seen_)
      if (wanted(one)) found.push_back(one);
    return found;
  }
  std::vector<Seen> of_kind(Seen::Kind kind) const {
    return all([&](const Seen& one) { return one.kind == kind; });
  }

  testing::AssertionResult read() {
    const std::string_view bytes(op_.seen.values().data(), op_.seen.size());
    Unpacker from(bytes);
    bool whole = false;
    try {
      do seen_.push_back(unpack_seen(from));
      while (seen_.back().kind != Seen::Kind::end);
      whole = from.next<char>() == HttpSession::last_byte;
    } catch (const std::runtime_error&) {
      whole = false;
    }
    if (!whole) return holds(op_, false, "the replies are longer than 256 KiB together");
    for (const Seen& one : of_kind(Seen::Kind::thrown))
      return holds(op_, false, "throws \"" + one.prompt + "\". Reply to errors of a client with status 400");
    if (!of_kind(Seen::Kind::stepped).empty())
      return holds(op_, false, "steps the engine. Its steps serve all clients and are made outside of the server");
    return testing::AssertionSuccess();
  }

  HttpSession op_;
  testing::AssertionResult verdict_ = testing::AssertionSuccess();
  std::vector<Seen> seen_;
};

inline std::string shown(std::string_view text) {
  return "\"" + valid_utf8(clipped(text, 200)) + (text.size() > 200 ? "...\"" : "\"");
}

/// The JSON object in a text. Empty if it is not an object, with the reason in `words`.
inline std::optional<Json> object_in(const std::string& text, std::string& words) {
  const Json value = Json::parse(text, nullptr, false);
  if (value.is_object()) return value;
  const bool bytes = first_invalid_byte(text) != std::string::npos;
  words = bytes ? "the JSON " + shown(text) + " is not UTF-8: bytes that belong to no character become U+FFFD"
                : shown(text) + " is not a JSON object";
  return std::nullopt;
}

/// The fault in an object that must have this member with this value, or "". Numbers are compared to 1e-9.
inline std::string wrong_member(const Json& object, const std::string& name, const Json& expected) {
  const auto found = object.find(name);
  if (found == object.end()) return "the answer has no member \"" + name + "\"";
  const bool same = expected.is_number() && found->is_number()
                        ? std::abs(found->get<double>() - expected.get<double>()) <=
                              1e-9 * std::max(1.0, std::abs(expected.get<double>()))
                        : *found == expected;
  const auto text = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 300);
  };
  return same ? "" : name + " is " + text(*found) + ", expected " + text(expected);
}

/// The fault in a reply that must refuse a request as in the contract, or "".
inline std::string wrong_refusal(const Seen& reply, int status, const std::string& request) {
  const std::string about = "the reply to " + shown(request) + ": ";
  if (reply.status != status) return about + fmt::format("its status is {}, expected {}", reply.status, status);
  if (reply.grows) return about + "it is a stream, expected a complete reply from handle()";
  if (reply.type.rfind("application/json", 0) != 0)
    return about + "its type is " + shown(reply.type) + ", expected application/json";
  std::string words;
  const std::optional<Json> object = object_in(reply.body, words);
  if (!object) return about + words;
  const auto error = object->find("error");
  const bool told = error != object->end() && error->is_string() && !error->get<std::string>().empty();
  return told ? "" : about + "expected {\"error\": \"...\"} with a sentence";
}

}  // namespace gridmark::lab6
