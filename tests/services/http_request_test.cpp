// Requests from clients, and texts that are not requests.
#include "labkit/services/http_request.h"

#include <gmock/gmock.h>

#include <random>

namespace gridmark::services {
namespace {

using State = ParsedRequest::State;
using testing::HasSubstr;

ParsedRequest parsed(std::string_view text) { return parse_request(text, 1024, 100); }
int refusal_of(std::string_view text) {
  const ParsedRequest one = parsed(text);
  return one.state == State::refused ? one.status : one.state == State::whole ? 200 : 0;
}

constexpr std::string_view whole =
    "POST /generate?debug=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 13\r\n\r\n{\"prompt\": 1}";

TEST(HttpRequest, HasMethodPathAndBody) {
  const ParsedRequest one = parsed(std::string(whole) + "GET /next");
  ASSERT_EQ(one.state, State::whole);
  EXPECT_EQ(one.request.method, "POST");
  EXPECT_EQ(one.request.path, "/generate");
  EXPECT_EQ(one.request.body, "{\"prompt\": 1}");
  EXPECT_EQ(one.bytes, whole.size());
  EXPECT_TRUE(one.keep_alive);
  EXPECT_TRUE(one.chunks);
}

TEST(HttpRequest, IsIncompleteUpToItsLastByte) {
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const ParsedRequest one = parsed(whole.substr(0, size));
    EXPECT_EQ(one.state, State::incomplete) << size;
    EXPECT_GT(one.bytes, size);
    EXPECT_LE(one.bytes, whole.size());
  }
}

TEST(HttpRequest, LinesMayEndWithALineFeedAlone) {
  const ParsedRequest one = parsed("\r\n\nPUT /x HTTP/1.0\nContent-Length:2\n\nabc");
  ASSERT_EQ(one.state, State::whole);
  EXPECT_EQ(one.request.body, "ab");
  EXPECT_EQ(one.bytes, 39u);
  EXPECT_FALSE(one.chunks);
}

TEST(HttpRequest, WithoutALengthHasNoBody) {
  const ParsedRequest one = parsed("POST / HTTP/1.1\r\n\r\nrest");
  ASSERT_EQ(one.state, State::whole);
  EXPECT_EQ(one.request.body, "");
}

TEST(HttpRequest, KeepsTheConnectionAsItSays) {
  EXPECT_FALSE(parsed("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n").keep_alive);
  EXPECT_FALSE(parsed("GET / HTTP/1.1\r\nconnection: x, CLOSE ,y\r\n\r\n").keep_alive);
  EXPECT_TRUE(parsed("GET / HTTP/1.1\r\nConnection: closed\r\n\r\n").keep_alive);
  EXPECT_FALSE(parsed("GET / HTTP/1.0\r\n\r\n").keep_alive);
  EXPECT_TRUE(parsed("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").keep_alive);
}

TEST(HttpRequest, WaitsForTheServersWordOnlyBeforeItsBody) {
  const std::string head = "POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n";
  EXPECT_TRUE(parsed(head).wants_continue);
  EXPECT_FALSE(parsed(head + "a").wants_continue);
  EXPECT_FALSE(parsed("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n").wants_continue);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\nExpect: wonders\r\n\r\n"), 417);
}

TEST(HttpRequest, RefusesOtherTexts) {
  for (const char* text : {"GET /\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET / HTTP/1.12\r\n\r\n",
                           "GET  / HTTP/1.1\r\n\r\n", "GET / x HTTP/1.1\r\n\r\n", " GET / HTTP/1.1\r\n\r\n",
                           "G\tT / HTTP/1.1\r\n\r\n", "GET /\x01 HTTP/1.1\r\n\r\n", "\x16\x03\x01\n\n",
                           "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\nA : x\r\n\r\n",
                           "GET / HTTP/1.1\r\nA: x\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
                           "GET / HTTP/1.1\r\nA: \x7f\r\n\r\n", "GET / HTTP/1.1\r\nA: x\ry\r\n\r\n"})
    EXPECT_EQ(refusal_of(text), 400) << text;
}

TEST(HttpRequest, RefusesALengthThatIsNotOne) {
  const auto with = [](const std::string& headers) {
    return refusal_of("POST / HTTP/1.1\r\n" + headers + "\r\n\r\n");
  };
  for (const char* value : {"", "-1", "+1", "1 2", "0x10", "1,1", "one"})
    EXPECT_EQ(with(std::string("Content-Length: ") + value), 400) << value;
  EXPECT_EQ(with("Content-Length: 1\r\nContent-Length: 1"), 400);
  EXPECT_EQ(with("Content-Length: 101"), 413);
  EXPECT_EQ(with("Content-Length: 18446744073709551617"), 413);
  EXPECT_EQ(with("Content-Length: " + std::string(500, '9')), 413);
  EXPECT_EQ(with("Transfer-Encoding: chunked"), 501);
  EXPECT_EQ(with("Transfer-Encoding: chunked\r\nContent-Length: 3"), 501);
}

TEST(HttpRequest, RefusesLongHeaders) {
  const std::string start = "GET / HTTP/1.1\r\nA: ";
  EXPECT_EQ(refusal_of(start + std::string(1024 - start.size() - 4, 'x') + "\r\n\r\n"), 200);
  EXPECT_EQ(refusal_of(start + std::string(1025 - start.size() - 4, 'x') + "\r\n\r\n"), 431);
  EXPECT_EQ(refusal_of(std::string(1025, 'x')), 431);
  EXPECT_EQ(refusal_of(std::string(1025, '\n')), 431);
  EXPECT_THAT(parsed(std::string(2000, 'x')).reason, HasSubstr("more than 1024 bytes"));
}

TEST(HttpRequest, ItsReadingEndsForAnyText) {
  const std::vector<std::string> words{"GET ",
                                       "/",
                                       " HTTP/1.1",
                                       " HTTP/1.0",
                                       "\r\n",
                                       "\n",
                                       "\r",
                                       "Host:",
                                       "a: b",
                                       "\r\n\r\n",
                                       " ",
                                       "Content-Length: ",
                                       "7",
                                       "Transfer-Encoding:",
                                       "Expect: 100-continue",
                                       "Connection: close",
                                       std::string(1, '\0'),
                                       "\xff",
                                       "POST "};
  std::mt19937 random(1);
  int refused = 0, whole_ones = 0;
  for (int i = 0; i < 50000; ++i) {
    std::string text = i % 3 == 0 ? "" : "GET / HTTP/1.1\r\n";
    for (unsigned k = random() % 14; k > 0; --k) text += words[random() % words.size()];
    const ParsedRequest one = parsed(text);
    refused += one.state == State::refused;
    if (one.state == State::incomplete) {
      EXPECT_GT(one.bytes, text.size());
    }
    if (one.state != State::whole) continue;
    ++whole_ones;
    EXPECT_LE(one.bytes, text.size());
    EXPECT_EQ(parsed(text.substr(0, one.bytes)).state, State::whole);
    EXPECT_EQ(parsed(text.substr(0, one.bytes - 1)).state, State::incomplete) << text;
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(whole_ones, 1000);
}

}  // namespace
}  // namespace gridmark::services
