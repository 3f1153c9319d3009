#include "grader/system/http_get.h"

#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include "base/file_descriptor.h"

namespace gridmark::system {
namespace {

using testing::HasSubstr;

/// Accepts one connection at a port of localhost, reads the request, and then handles the connection as the
/// test requests.
class OneConnection {
 public:
  explicit OneConnection(std::function<void(int)> answer) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_.get(), generic, size) != 0 || listen(listener_.get(), 1) != 0 ||
        getsockname(listener_.get(), generic, &size) != 0)
      std::abort();
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, answer = std::move(answer)] {
      const FileDescriptor connection(accept(listener_.get(), nullptr, nullptr));
      char piece[4096];
      while (request_.find("\r\n\r\n") == std::string::npos) {
        const ssize_t got = read(connection.get(), piece, sizeof piece);
        if (got <= 0) return;
        request_.append(piece, static_cast<std::size_t>(got));
      }
      answer(connection.get());
    });
  }
  ~OneConnection() {
    if (thread_.joinable()) thread_.join();
  }

  Result<HttpReply> get(HttpLimits limits = {}) {
    return http_get({"localhost", std::to_string(port_), "/metrics"}, limits);
  }
  std::string request() {
    thread_.join();
    return request_;
  }

 private:
  FileDescriptor listener_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  int port_ = 0;
  std::string request_;
  std::thread thread_;
};

bool put(int connection, std::string_view text) {
  return send(connection, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

std::string said_of(const Result<HttpReply>& reply) { return reply ? "" : reply.error().message; }

void pause_of_milliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

TEST(HttpUrl, HasHostPortAndPath) {
  const auto url = parse_http_url("http://node7:9400/metrics?x=1");
  ASSERT_TRUE(url) << message_of(url.error());
  EXPECT_EQ(url->host + " " + url->port + " " + url->path, "node7 9400 /metrics?x=1");
  const auto bare = parse_http_url("http://[::1]");
  ASSERT_TRUE(bare) << message_of(bare.error());
  EXPECT_EQ(bare->host + " " + bare->port + " " + bare->path, "::1 80 /");
}

TEST(HttpUrl, RefusesOtherForms) {
  for (const char* text :
       {"https://a/", "ftp://a", "http://", "http://:80/", "http://a:0/", "http://a:65536/", "http://a:x/",
        "http://a:/", "http://a/b c", "http://a/\r\nX: y", "http://\xc3\xa4/"}) {
    const auto url = parse_http_url(text);
    ASSERT_FALSE(url) << text;
    EXPECT_THAT(url.error().message, HasSubstr("expected http://HOST:PORT/PATH")) << text;
    EXPECT_EQ(url.error().source, Error::Source::usage);
  }
}

TEST(HttpGet, GivesStatusAndBody) {
  OneConnection server([](int connection) {
    put(connection, "HTTP/1.0 404 Not Found\r\nContent-Type: text/plain\r\n\r\nno\n");
  });
  const auto reply = server.get();
  ASSERT_TRUE(reply) << message_of(reply.error());
  EXPECT_EQ(reply->status, 404);
  EXPECT_EQ(reply->body, "no\n");
  EXPECT_THAT(server.request(), testing::StartsWith("GET /metrics HTTP/1.0\r\nHost: localhost:"));
}

// A server that still keeps the connection open would delay us until the deadline.
TEST(HttpGet, IsDoneAtTheLengthThatTheHeadersTell) {
  OneConnection server([](int connection) {
    put(connection, "HTTP/1.1 200 OK\r\ncontent-LENGTH: 4\r\n\r\na");
    pause_of_milliseconds(20);
    put(connection, " 1\n");
    char byte;
    EXPECT_EQ(read(connection, &byte, 1), 0);
  });
  const auto reply = server.get({30, 1000});
  ASSERT_TRUE(reply) << message_of(reply.error());
  EXPECT_EQ(reply->body, "a 1\n");
}

TEST(HttpGet, NothingThatAnswersMayComeLater) {
  const auto port = free_port();
  ASSERT_TRUE(port);
  const auto refused = http_get({"localhost", std::to_string(*port), "/"}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().source, Error::Source::filesystem);
  EXPECT_EQ(refused.error().message, "Connection refused");
  const auto unknown = http_get({"no-such-host.invalid", "80", "/"}, {});
  EXPECT_THAT(said_of(unknown), HasSubstr("the host cannot be found"));
}

TEST(HttpGet, AnAnswerThatStopsIsNone) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "closed without an answer"},
      {"HTTP/1.0 200 OK\r\nX: y", "ends within its headers"},
      {"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\na 1\n", "ends before its last byte"}};
  for (const auto& [text, said] : cases) {
    OneConnection server([text = text](int connection) { put(connection, text); });
    const auto reply = server.get();
    EXPECT_THAT(said_of(reply), HasSubstr(said));
    EXPECT_TRUE(!reply && reply.error().source == Error::Source::filesystem);
  }
}

TEST(HttpGet, RefusesWhatIsNotHttp) {
  for (const char* text : {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.0 x\r\n\r\n", "HTTP/2",
                           "ICY 200 OK\r\n\r\nx", "\x01\x02\x03"}) {
    OneConnection server([text](int connection) { put(connection, text); });
    const auto reply = server.get();
    EXPECT_EQ(said_of(reply), "the answer is not HTTP") << text;
    EXPECT_TRUE(!reply && reply.error().source == Error::Source::checker);
  }
}

TEST(HttpGet, AnEndlessAnswerIsCutOff) {
  for (const char* begin : {"HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.0 200 OK\r\nX: ",
                            "HTTP/1.0 200 OK\r\nContent-Length: 99999999999\r\n\r\n"}) {
    OneConnection server([begin](int connection) {
      put(connection, begin);
      while (put(connection, std::string(65536, 'x'))) continue;
    });
    EXPECT_EQ(said_of(server.get({30, 1 << 20})), "the answer is longer than 1048576 bytes");
  }
}

TEST(HttpGet, ASlowAnswerHasOneDeadline) {
  OneConnection server([](int connection) {
    while (put(connection, "x")) pause_of_milliseconds(20);
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(said_of(server.get({0.3, 1 << 20})), "no complete answer in time");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace gridmark::system
