// The server's answers without sockets: information, metrics, complete answers, refusals.
#include <algorithm>
#include <map>
#include <sstream>

#include "labs/lab6-serving/tests/sessions.h"

namespace gridmark::lab6 {
namespace {

/// The fault in a reply that must have this status and type and be complete, or "".
std::string wrong_head(const Seen& reply, const std::string& type) {
  if (reply.status != 200) return fmt::format("the status is {}, expected 200: {}", reply.status, shown(reply.body));
  if (reply.grows) return "the reply is incomplete";
  if (reply.streams) return "the reply is a stream, but none was requested";
  return reply.type.rfind(type, 0) == 0 ? "" : "the type is " + shown(reply.type) + ", expected " + type;
}

/// The first of these members that is missing or wrong in an object, or "".
std::string wrong_members(const Json& object, const std::vector<std::pair<std::string, Json>>& expected) {
  for (const auto& [name, value] : expected)
    if (const std::string words = wrong_member(object, name, value); !words.empty()) return words;
  return "";
}

/// The fault in a reply that must be such an object, or "".
std::string wrong_object(const Seen& reply, const std::vector<std::pair<std::string, Json>>& expected) {
  if (const std::string words = wrong_head(reply, "application/json"); !words.empty()) return words;
  std::string words;
  const std::optional<Json> object = object_in(reply.body, words);
  return object ? wrong_members(*object, expected) : words;
}

TEST(Http, Info) {
  Session session;
  for (int i = 0; i < 2; ++i) session.ask("GET", "/info");  // allocated bytes grow by 10^9
  const Story story(session);
  for (int i = 0; i < 2; ++i) {
    const std::string words = story.verdict() ? wrong_object(story.reply(i), {{"device", "cuda:0"},
                                                                              {"cuda_available", true},
                                                                              {"model", "gpt \"small\""},
                                                                              {"gpu_name", "Prüfgerät λ"},
                                                                              {"gpu_memory_total_gb", 141.25},
                                                                              {"gpu_memory_allocated_gb", 2.5 + i}})
                                              : "";
    EXPECT_TRUE(story.says(words.empty() ? "" : "GET /info: " + words));
  }
}

/// The samples in Prometheus' text. words  receives the fault
std::map<std::string, double> samples_in(const std::string& text, std::string& words) {
  std::map<std::string, double> samples;
  std::map<std::string, std::string> types, helps;
  if (text.empty() || text.back() != '\n') words = "the last line of the metrics does not end";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream parts(line);
    std::string first, kind, name;
    parts >> first;
    if (first == "#") {
      parts >> kind >> name;
      std::string rest;
      std::getline(parts >> std::ws, rest);
      (kind == "TYPE" ? types : helps)[name] = rest;
      continue;
    }
    double value = 0;
    if (!(parts >> value) || samples.count(first) != 0) words = shown(line) + " is not a sample, or stands there twice";
    samples[first] = value;
    const std::string type = first.size() > 6 && first.substr(first.size() - 6) == "_total" ? "counter" : "gauge";
    if (types[first] != type || helps[first].empty())
      words = "expected # HELP " + first + " ... and # TYPE " + first + " " + type + " before its sample";
  }
  return samples;
}

std::string wrong_metrics(const Seen& reply, double tokens) {
  std::string words = wrong_head(reply, "text/plain; version=0.0.4");
  if (!words.empty()) return words;
  std::map<std::string, double> samples = samples_in(reply.body, words);
  const std::vector<std::pair<std::string, double>> expected{
      {"requests_waiting", 3}, {"answers_running", 2}, {"kv_blocks_free", 17}, {"tokens_generated_total", tokens}};
  for (const auto& [name, value] : expected) {
    if (!words.empty()) break;
    if (samples.count(name) == 0) return "there is no sample of " + name;
    if (samples[name] != value) words = fmt::format("{} is {}, expected {}", name, samples[name], value);
  }
  return words;
}

TEST(Http, Metrics) {
  Session session;
  session.answer("abcdefgh");
  const int before = session.ask("GET", "/metrics");
  session.generate({{"prompt", "x"}, {"max_tokens", 5}, {"n", 2}});
  session.run(3);
  const int between = session.ask("GET", "/metrics");
  session.run(3);
  const int after = session.ask("GET", "/metrics");
  const Story story(session);
  for (const auto& [reply, tokens] : std::vector<std::pair<int, double>>{{before, 0}, {between, 6}, {after, 10}}) {
    const std::string words = story.verdict() ? wrong_metrics(story.reply(reply), tokens) : "";
    EXPECT_TRUE(story.says(words.empty() ? "" : "GET /metrics: " + words));
  }
}

TEST(Http, AnAnswer) {
  const int tokens = inputs::any_between(5, 20);
  Session session;
  session.answer("and then the seven frogs").run(1);
  const int reply = session.generate({{"prompt", "Once"}, {"max_tokens", tokens}});
  session.run(tokens - 1, 0.25).run(3, 0.25);
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  for (const Seen& one : story.of_reply(reply))
    ASSERT_TRUE(story.says(
        one.action <= 2 && !one.grows ? fmt::format("the reply is there before the last of {} tokens", tokens) : ""));
  const double seconds = 0.25 * tokens;
  EXPECT_TRUE(story.says(wrong_object(
      story.reply(reply),
      {{"prompt", "Once"},
       {"generated_text", std::string("and then the seven frogs").substr(0, static_cast<std::size_t>(tokens))},
       {"device", "cuda:0"},
       {"inference_time_seconds", seconds},
       {"tokens_per_second", tokens / seconds},
       {"gpu_memory_used_gb", 2.5 + 3}})));
}

TEST(Http, AnAnswerInNoTime) {
  Session session;
  const int reply = session.generate({{"prompt", "Once"}, {"max_tokens", 1}});
  session.run(1, 0);
  const Story story(session);
  const std::vector<std::pair<std::string, Json>> expected{
      {"generated_text", "x"}, {"inference_time_seconds", 0}, {"tokens_per_second", 0}};
  EXPECT_TRUE(story.check([&] { return wrong_object(story.reply(reply), expected); }));
}

/// An answer in a list.
struct Expected {
  std::string prompt, text;
  double seconds;
};

std::string wrong_results(const Seen& reply, const std::vector<Expected>& expected) {
  std::string words = wrong_head(reply, "application/json");
  if (!words.empty()) return words;
  const std::optional<Json> object = object_in(reply.body, words);
  if (!object) return words;
  const auto results = object->find("results");
  if (results == object->end() || !results->is_array() || results->size() != expected.size())
    return fmt::format("expected \"results\" with {} answers, found {}", expected.size(), shown(reply.body));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Expected& one = expected[i];
    words = wrong_members((*results)[i], {{"prompt", one.prompt},
                                          {"generated_text", one.text},
                                          {"device", "cuda:0"},
                                          {"inference_time_seconds", one.seconds},
                                          {"tokens_per_second", static_cast<double>(one.text.size()) / one.seconds}});
    if (!words.empty()) return fmt::format("results[{}]: {}", i, words);
  }
  return "";
}

TEST(Http, SeveralAnswersInTheirOrder) {
  Session session;
  session.answer("aa", 3).answer("bb", 0).answer("cc", 1).answer("dd", 0).answer("ee", 2).answer("ff", 0);
  const int reply = session.generate({{"prompts", {"first", "2", "third"}}, {"n", 2}, {"max_tokens", 2}});
  session.run(8);
  const Story story(session);
  const std::vector<Expected> expected{{"first", "aa", 2.5}, {"first", "bb", 1}, {"2", "cc", 1.5},
                                       {"2", "dd", 1},       {"third", "ee", 2}, {"third", "ff", 1}};
  EXPECT_TRUE(story.check([&] { return wrong_results(story.reply(reply), expected); }));
}

TEST(Http, AListOfOneIsAList) {
  Session session;
  session.answer("ab").answer("cd");
  const int one = session.generate({{"prompts", {"p"}}, {"max_tokens", 2}});
  session.run(2);
  const Story story(session);
  const std::vector<Expected> expected{{"p", "ab", 1}};
  EXPECT_TRUE(story.check([&] { return wrong_results(story.reply(one), expected); }));
}

/// The difference between a request to the engine and the expected one, or "".
std::string wrong_request(const Seen& one, const Seen& expected) {
  if (one.prompt != expected.prompt)
    return "the engine's prompt is " + shown(one.prompt) + ", expected " + shown(expected.prompt);
  if (one.tokens != expected.tokens) return fmt::format("max_tokens {} became {}", expected.tokens, one.tokens);
  if (one.answers != expected.answers) return fmt::format("n = {} became {}", expected.answers, one.answers);
  if (one.temperature != expected.temperature)
    return fmt::format("temperature {} became {}", expected.temperature, one.temperature);
  if (one.top_k != expected.top_k) return fmt::format("top_k {} became {}", expected.top_k, one.top_k);
  return one.seed == expected.seed ? "" : fmt::format("seed {} became {}", expected.seed, one.seed);
}

Seen engine_request(const std::string& prompt, int tokens, int answers, float temperature, int top_k,
                    std::uint64_t seed) {
  Seen one;
  one.prompt = prompt, one.tokens = tokens, one.answers = answers;
  one.temperature = temperature, one.top_k = top_k, one.seed = seed;
  return one;
}

TEST(Http, TheEngineGetsTheMembers) {
  Session session;
  session.generate(
      {{"prompt", "p"}, {"max_tokens", 7}, {"temperature", 0.5}, {"top_k", 40}, {"seed", 9007199254740992}, {"n", 3}});
  session.ask(
      "POST", "/generate",
      R"( {"user": {"name": [1, null]}, "prompt" : "p\u00fc\"\n\ud83d\ude00\u0001", "max_tokens": 3.0, "x": 1e9})");
  session.generate({{"prompts", {"a", "bc"}}, {"temperature", 2}, {"seed", 12345678901}});
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  const std::string letters = "pü\"\n\xf0\x9f\x98\x80\x01";
  const std::vector<Seen> all{engine_request("p", 7, 3, 0.5f, 40, std::uint64_t{1} << 53),
                              engine_request(letters, 3, 1, 0, 0, 0), engine_request("a", 16, 1, 2, 0, 12345678901),
                              engine_request("bc", 16, 1, 2, 0, 12345678901)};
  const std::vector<Seen> submitted = story.submitted();
  ASSERT_TRUE(story.says(submitted.size() == all.size()
                             ? ""
                             : fmt::format("the engine got {} requests, expected {}", submitted.size(), all.size())));
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(story.says(wrong_request(submitted[i], all[i])));
}

/// A wrong body, and the member that its error must name.
struct WrongBody {
  const char* body;
  const char* member;
};

/// The fault in a reply that must refuse this body and name the member, or "".
std::string wrong_refusal_of(const WrongBody& one, const Seen& reply) {
  const std::string words = wrong_refusal(reply, 400, one.body);
  if (!words.empty()) return words;
  const auto error = Json::parse(reply.body)["error"].get<std::string>();
  return error.find(one.member) != error.npos
             ? ""
             : "the reply to " + shown(one.body) + ": " + shown(error) + " does not name " + one.member;
}

/// All of these must be refused, and none may reach the engine.
testing::AssertionResult refuses_bodies(const std::vector<WrongBody>& bodies) {
  Session session;
  for (const WrongBody& one : bodies) session.ask("POST", "/generate", one.body);
  const Story story(session);
  if (!story.verdict()) return story.verdict();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (const std::string words = wrong_refusal_of(bodies[i], story.reply(static_cast<int>(i))); !words.empty())
      return story.says(words);
  return story.says(story.submitted().empty() ? "" : "a request that is refused has reached the engine");
}

TEST(Http, RefusesABodyThatIsNoObject) {
  EXPECT_TRUE(refuses_bodies({{"", ""},
                              {"prompt=x", ""},
                              {"[\"prompt\"]", ""},
                              {"\"prompt\"", ""},
                              {"{\"prompt\":\"x\"", ""},
                              {"{\"prompt\":\"x\"}}", ""},
                              {"{\"prompt\":\"\xff\"}", ""},
                              {"{'prompt':'x'}", ""}}));
}

TEST(Http, RefusesAWrongPrompt) {
  EXPECT_TRUE(refuses_bodies({{R"({})", "prompt"},
                              {R"({"prompt":""})", "prompt"},
                              {R"({"prompt":5})", "prompt"},
                              {R"({"prompt":["x"]})", "prompt"},
                              {R"({"prompts":"x"})", "prompts"},
                              {R"({"prompts":[]})", "prompts"},
                              {R"({"prompts":["a",""]})", "prompts"},
                              {R"({"prompts":["a",1]})", "prompts"},
                              {R"({"prompt":"a","prompts":["b"]})", "prompts"}}));
}

TEST(Http, RefusesAWrongNumber) {
  EXPECT_TRUE(refuses_bodies({{R"({"prompt":"x","max_tokens":0})", "max_tokens"},
                              {R"({"prompt":"x","max_tokens":-1})", "max_tokens"},
                              {R"({"prompt":"x","max_tokens":1.5})", "max_tokens"},
                              {R"({"prompt":"x","max_tokens":"5"})", "max_tokens"},
                              {R"({"prompt":"x","max_tokens":true})", "max_tokens"},
                              {R"({"prompt":"x","max_tokens":4294967301})", "max_tokens"},
                              {R"({"prompt":"x","temperature":-0.1})", "temperature"},
                              {R"({"prompt":"x","temperature":"hot"})", "temperature"},
                              {R"({"prompt":"x","top_k":-1})", "top_k"},
                              {R"({"prompt":"x","top_k":2.5})", "top_k"},
                              {R"({"prompt":"x","seed":-1})", "seed"},
                              {R"({"prompt":"x","seed":0.5})", "seed"},
                              {R"({"prompt":"x","seed":1e19})", "seed"},
                              {R"({"prompt":"x","n":0})", "n"},
                              {R"({"prompt":"x","n":-2})", "n"},
                              {R"({"prompt":"x","n":"2"})", "n"}}));
}

TEST(Http, RefusesWhatTheEngineRefuses) {
  Session session;
  const std::string message = "The engine \"of gridmark\" has no room for this.";
  const int longer = session.generate({{"prompt", std::string(120, 'x')}, {"max_tokens", 9}});
  const int more = session.generate({{"prompt", "x"}, {"n", 9}});
  const int third = session.generate({{"prompts", {"a", "b", std::string(128, 'x'), "c"}}});
  session.run(20);
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  for (const int reply : {longer, more, third}) {
    std::string words = wrong_refusal(story.reply(reply), 400, "a prompt that the engine refuses");
    if (words.empty()) words = wrong_member(Json::parse(story.reply(reply).body), "error", message);
    EXPECT_TRUE(story.says(words));
  }
  std::vector<std::int64_t> left;
  for (const Seen& one : story.submitted()) left.push_back(one.number);
  for (const Seen& one : story.cancelled()) std::erase(left, one.number);
  EXPECT_TRUE(story.says(
      left.empty() ? ""
                   : "the third of 4 prompts is refused, and others of the request stay in the engine: cancel them"));
}

TEST(Http, RefusesOtherPathsAndMethods) {
  struct Case {
    const char *method, *path;
    int status;
    const char* allow;
  };
  const std::vector<Case> cases{{"GET", "/", 404, ""},
                                {"GET", "/infos", 404, ""},
                                {"POST", "/generate/", 404, ""},
                                {"GET", "/INFO", 404, ""},
                                {"GET", "/\xff\"", 404, ""},
                                {"POST", "/info", 405, "GET"},
                                {"GET", "/generate", 405, "POST"},
                                {"PUT", "/generate", 405, "POST"},
                                {"DELETE", "/metrics", 405, "GET"},
                                {"post", "/generate", 405, "POST"}};
  Session session;
  for (const Case& one : cases) session.ask(one.method, one.path, R"({"prompt":"x"})");
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Seen reply = story.reply(static_cast<int>(i));
    const std::string request = std::string(cases[i].method) + " " + cases[i].path;
    std::string words = wrong_refusal(reply, cases[i].status, request);
    if (words.empty() && reply.allow != cases[i].allow)
      words = "the reply to " + shown(request) + ": the header Allow is " + shown(reply.allow) + ", expected " +
              shown(cases[i].allow);
    EXPECT_TRUE(story.says(words));
  }
}

TEST(Http, AClientThatLeavesEndsItsRequests) {
  Session session;
  session.answer("abcdef");
  const int gone = session.generate({{"prompts", {"1", "2"}}});
  const int stays = session.generate({{"prompt", "3"}, {"max_tokens", 4}});
  session.run(2).leave(gone).run(4);
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  std::vector<std::int64_t> cancelled;
  for (const Seen& one : story.cancelled()) cancelled.push_back(one.number);
  std::sort(cancelled.begin(), cancelled.end());
  EXPECT_TRUE(story.says(cancelled == std::vector<std::int64_t>{1, 2}
                             ? ""
                             : fmt::format("the client of the engine's requests 1 and 2 leaves, and [{}] are cancelled",
                                           fmt::join(cancelled, ", "))));
  EXPECT_TRUE(story.says(wrong_object(story.reply(stays), {{"generated_text", "abcd"}})));
}

TEST(Http, AnyBytesBecomeText) {
  std::string bytes =
      "\"q\\ \n\x01\x7f \xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80 \xff \xe2\x82"
      "a \xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xf0\x9f";
  for (int i = 0; i < 30; ++i) bytes += static_cast<char>(inputs::any_between(0, 255));
  bytes += "\xe2\x82";  // ends in the middle of a character
  Session session;
  session.given.length = 1000;
  session.answer(bytes);
  const int reply = session.generate({{"prompt", "p"}, {"max_tokens", bytes.size()}});
  session.run(static_cast<int>(bytes.size()));
  const Story story(session);
  EXPECT_TRUE(story.check([&] {
    return wrong_object(story.reply(reply), {{"generated_text", replaced_utf8(bytes)}});
  }));
}

}  // namespace
}  // namespace gridmark::lab6
