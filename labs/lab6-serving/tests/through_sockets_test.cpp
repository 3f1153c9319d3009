// The server behind real HTTP: several clients at once.
#include "labs/lab6-serving/tests/http_service.h"

namespace gridmark::lab6 {
namespace {

constexpr int service_tokens = 12;

std::string wrong_generation(const HttpAnswer& answer, const std::string& text) {
  if (answer.status != 200) return fmt::format("POST /generate gives status {}, expected 200", answer.status);
  std::string words;
  const std::optional<Json> object = object_in(answer.body, words);
  return object ? wrong_member(*object, "generated_text", text) : words;
}

/// Two answers over one connection, and a refusal between them.
std::string asks_three_times(int port) {
  HttpClient client(port);
  for (int i = 0; i < 3; ++i) {
    client.send("POST", "/generate", Json{{"prompt", i == 1 ? "" : "p"}, {"max_tokens", service_tokens}}.dump());
    const HttpAnswer answer = client.receive();
    const std::string words =
        i == 1 ? (answer.status == 400 ? "" : fmt::format("an empty prompt gives status {}", answer.status))
               : wrong_generation(answer, "abcabcabcabc");
    if (!words.empty()) return words;
  }
  return "";
}

std::string looks(int port) {
  HttpClient client(port);
  client.send("GET", "/info", "");
  const HttpAnswer info = client.receive();
  client.send("GET", "/metrics", "");
  const HttpAnswer metrics = client.receive();
  std::string words;
  if (info.status != 200) return fmt::format("GET /info gives status {}", info.status);
  if (const auto object = object_in(info.body, words); object) words = wrong_member(*object, "device", "cuda:0");
  if (words.empty() && metrics.body.find("\nkv_blocks_free 17\n") == metrics.body.npos)
    words = "GET /metrics has no line kv_blocks_free 17";
  return words;
}

TEST(Http, OverSockets) {
  Session session;
  session.answer("abc");
  const ServiceAnswer answer = ask_service(session, {asks_three_times, asks_three_times, asks_three_times, looks});
  ASSERT_TRUE(answer.verdict);
  EXPECT_TRUE(holds(answer.op, answer.op.submitted.values()[0] == 6 && answer.op.cancelled.values()[0] == 0,
                    "the engine got other requests than the clients' 6, or one was cancelled"));
}

std::string reads_a_stream(int port) {
  HttpClient client(port);
  client.send("POST", "/generate", Json{{"prompt", "p"}, {"max_tokens", service_tokens}, {"stream", true}}.dump());
  const HttpAnswer answer = client.receive();
  if (answer.status != 200) return fmt::format("a stream has status {}, expected 200", answer.status);
  if (answer.type.rfind("text/event-stream", 0) != 0) return "a stream's type is " + shown(answer.type);
  if (answer.chunks.size() < 4)
    return fmt::format("a stream of {} tokens comes in {} pieces, expected one for each step", service_tokens,
                       answer.chunks.size());
  const std::string end = "data: [DONE]\n\n";
  return answer.body.size() > end.size() && answer.body.substr(answer.body.size() - end.size()) == end
             ? ""
             : "a stream does not end with data: [DONE]";
}

std::string leaves_a_stream(int port) {
  HttpClient client(port);
  client.send("POST", "/generate", Json{{"prompt", "p"}, {"max_tokens", 100000}, {"stream", true}}.dump());
  return client.leave_in_the_middle() ? "" : "a stream has no event";
}

TEST(Stream, OverSockets) {
  Session session;
  session.given.length = 200000;
  session.answer("abc");
  const ServiceAnswer answer = ask_service(session, {reads_a_stream, reads_a_stream, reads_a_stream, leaves_a_stream});
  ASSERT_TRUE(answer.verdict);
  EXPECT_TRUE(holds(answer.op, answer.op.submitted.values()[0] == 4 && answer.op.cancelled.values()[0] == 1,
                    "a client leaves in the middle of its stream, and its request goes on in the engine"));
}

}  // namespace
}  // namespace gridmark::lab6
