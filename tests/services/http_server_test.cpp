// Clients of all kinds on real sockets, and a server whose turns the test makes. So there are no threads and
// no races.
#include "labkit/services/http_server.h"

#include <gmock/gmock.h>

#include <chrono>
#include <deque>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/services/client.h"

namespace gridmark::services {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A server that answers with the requests, and sometimes with growing answers.
class Serving {
 public:
  explicit Serving(HttpLimits limits = {})
      : server(std::make_unique<HttpServer>(
            listen_on(port), [this](const HttpRequest& request) { return answer(request); }, limits)) {}

  HttpReply answer(const HttpRequest& request) {
    HttpReply reply;
    reply.type = "text/plain";
    if (request.path == "/throws") throw std::runtime_error("no answer");
    if (request.path == "/long") reply.body = std::string(8 << 20, 'x');
    if (request.path == "/grows" || request.path == "/streams") {
      reply.streams = request.path == "/streams";
      reply.more = [this](HttpReply& grown) { return more(grown); };
      reply.client_left = [this] { ++left; };
      return reply;
    }
    if (reply.body.empty()) reply.body = request.method + " " + request.path + " " + request.body;
    return reply;
  }

  /// The next piece. "end" ends the answer, "throw" throws.
  bool more(HttpReply& grown) {
    ++asked;
    if (endless) grown.body += std::string(10000, 'y');
    if (pieces.empty()) return false;
    const std::string piece = pieces.front();
    pieces.pop_front();
    if (piece == "throw") throw std::runtime_error("it broke");
    if (piece == "teapot") grown.status = 418;
    if (piece != "end" && piece != "teapot") grown.body += piece;
    return piece == "end";
  }

  /// Gives the kernel time to move bytes both ways.
  int turns(int count = 20) const {
    int growing = 0;
    for (int i = 0; i < count; ++i) growing = server->turn(0.001);
    return growing;
  }
  std::string ask(const std::string& text) const {
    const Client client(port);
    client.send(text);
    turns();
    return client.look();
  }

  int port = 0, asked = 0, left = 0;
  bool endless = false;
  std::deque<std::string> pieces;
  std::unique_ptr<HttpServer> server;
};

TEST(HttpServer, AnswersOverOneConnection) {
  Serving serving;
  const Client client(serving.port);
  client.send(get("/a"));
  serving.turns();
  EXPECT_EQ(client.look(), "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n\r\nGET /a ");
  client.send(post("/b", "body"));
  serving.turns();
  EXPECT_THAT(client.look(), EndsWith("\r\n\r\nPOST /b body"));
  client.send("GET /c HTTP/1.1\r\nConnection: close\r\n\r\n");
  serving.turns();
  EXPECT_THAT(client.look(), HasSubstr("\r\nConnection: close\r\n\r\nGET /c "));
  EXPECT_TRUE(client.at_end());
}

TEST(HttpServer, AnswersRequestsThatCameTogetherInTheirOrder) {
  Serving serving;
  const Client client(serving.port);
  std::string all, expected;
  for (int i = 0; i < 100; ++i) all += post("/" + std::to_string(i), "x");
  client.send(all);
  serving.turns(50);
  const std::string answers = client.look();
  for (std::size_t i = 0, at = 0; i < 100; ++i) {
    at = answers.find("POST /" + std::to_string(i) + " x", at);
    ASSERT_NE(at, std::string::npos) << i;
  }
}

TEST(HttpServer, ATurnWithARequestThatWaitsDoesNotSleep) {
  Serving serving;
  const Client client(serving.port);
  std::string all;
  for (int i = 0; i < 40; ++i) all += get("/x");  // more than a client may begin in one turn
  client.send(all);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 4; ++i) serving.server->turn(i < 3 ? 20 : 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
}

TEST(HttpServer, ARequestMayComeInPieces) {
  const std::string text = post("/b", "body") + get("/c");
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    Serving serving;
    const Client client(serving.port);
    client.send(text.substr(0, cut));
    serving.turns(3);
    client.send(text.substr(cut));
    serving.turns(5);
    const std::string answers = client.look();
    EXPECT_THAT(answers, HasSubstr("POST /b body")) << cut;
    EXPECT_THAT(answers, EndsWith("GET /c ")) << cut;
  }
}

TEST(HttpServer, ByteByByte) {
  Serving serving;
  const Client client(serving.port);
  for (const char byte : post("/b", "body")) {
    client.send(std::string(1, byte));
    serving.server->turn(0.01);
  }
  serving.turns(5);
  EXPECT_THAT(client.look(), EndsWith("POST /b body"));
}

TEST(HttpServer, RefusesAndCloses) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"nonsense\r\n\r\n", "400 Bad Request"},
      {"POST / HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n", "413 Content Too Large"},
      {"GET / HTTP/1.1\r\nA: " + std::string(9000, 'x'), "431 Request Header Fields Too Large"},
      {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "501 Not Implemented"},
      {"POST / HTTP/1.1\r\nExpect: wonders\r\n\r\n", "417 Expectation Failed"}};
  Serving serving;
  for (const auto& [request, status] : cases) {
    const Client client(serving.port);
    client.send(request + "more that nobody reads");
    serving.turns();
    EXPECT_THAT(client.look(), StartsWith("HTTP/1.1 " + status));
    EXPECT_TRUE(client.at_end()) << status;
  }
}

TEST(HttpServer, ABodyBeyondTheLimitDoesNotTakeTheAnswerAway) {
  Serving serving;
  const Client client(serving.port);
  std::thread sender([&] {
    client.try_to_send("POST / HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n");
    for (int i = 0; i < 30; ++i) client.try_to_send(std::string(100000, 'x'));
  });
  serving.turns(300);
  sender.join();
  EXPECT_THAT(client.look(), StartsWith("HTTP/1.1 413 "));
}

TEST(HttpServer, TellsAClientToGoOn) {
  Serving serving;
  const Client client(serving.port);
  client.send("POST /b HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  serving.turns();
  EXPECT_EQ(client.look(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("body");
  serving.turns();
  EXPECT_THAT(client.look(), EndsWith("POST /b body"));
}

TEST(HttpServer, AnswersHeadWithoutABody) {
  Serving serving;
  const Client client(serving.port);
  client.send("HEAD /a HTTP/1.1\r\n\r\n" + get("/b"));
  serving.turns();
  const std::string answers = client.look();
  EXPECT_THAT(answers, HasSubstr("Content-Length: 8\r\n\r\nHTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answers, EndsWith("\r\n\r\nGET /b "));
}

TEST(HttpServer, AnExceptionIsAnAnswer) {
  Serving serving;
  const std::string answer = serving.ask(get("/throws"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 500 Internal Server Error\r\n"));
  EXPECT_THAT(answer, HasSubstr("no answer"));
  serving.pieces = {"a", "throw"};
  EXPECT_THAT(serving.ask(get("/grows")), HasSubstr("the answer cannot be made: it broke"));
  EXPECT_EQ(serving.left, 0);
}

TEST(HttpServer, AStreamThatBreaksIsCutOff) {
  Serving serving;
  const Client client(serving.port);
  client.send(get("/streams"));
  serving.pieces = {"a", "throw"};
  serving.turns();
  EXPECT_THAT(client.look(), EndsWith("1\r\na\r\n"));
  EXPECT_TRUE(client.at_end());
}

TEST(HttpServer, AnAnswerMayGrow) {
  Serving serving;
  const Client client(serving.port);
  client.send(get("/grows") + get("/next"));
  EXPECT_EQ(serving.turns(), 1);
  serving.pieces = {"ab", "teapot", "cd"};
  EXPECT_EQ(serving.turns(), 1);
  EXPECT_EQ(client.look(), "");
  serving.pieces = {"end"};
  EXPECT_EQ(serving.turns(), 0);
  const std::string answers = client.look();
  EXPECT_THAT(answers, StartsWith("HTTP/1.1 418 "));
  EXPECT_THAT(answers, HasSubstr("Content-Length: 4\r\n\r\nabcdHTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answers, EndsWith("GET /next "));
}

TEST(HttpServer, StreamsInChunks) {
  Serving serving;
  const Client client(serving.port);
  client.send(get("/streams") + get("/next"));
  serving.turns();
  EXPECT_EQ(client.look(), "");  // the status may still change
  serving.pieces = {"0123456789abcdefg"};
  serving.turns();
  EXPECT_EQ(client.look(),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: "
            "chunked\r\n\r\n11\r\n0123456789abcdefg\r\n");
  serving.pieces = {"x", "end"};
  serving.turns();
  EXPECT_THAT(client.look(), StartsWith("1\r\nx\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n"));
}

TEST(HttpServer, StreamsToAnOldClientUntilItCloses) {
  Serving serving;
  const Client client(serving.port);
  client.send("GET /streams HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  serving.pieces = {"ab", "cd", "end"};
  serving.turns();
  EXPECT_THAT(client.look(), EndsWith("\r\nConnection: close\r\n\r\nabcd"));
  EXPECT_TRUE(client.at_end());
}

TEST(HttpServer, NoticesAClientThatLeaves) {
  for (const char* path : {"/grows", "/streams"}) {
    Serving serving;
    Client client(serving.port);
    client.send(get(path));
    serving.pieces = {"a"};
    EXPECT_EQ(serving.turns(), 1);
    client.leave();
    EXPECT_EQ(serving.turns(), 0);
    EXPECT_EQ(serving.left, 1) << path;
    EXPECT_EQ(serving.server->clients(), 0);
  }
}

TEST(HttpServer, ClientsHaveLeftWhereItEnds) {
  Serving serving;
  const Client client(serving.port);
  client.send(get("/grows"));
  serving.turns();
  serving.server.reset();
  EXPECT_EQ(serving.left, 1);
}

TEST(HttpServer, AnswersAClientThatSendsNoMore) {
  Serving serving;
  const Client client(serving.port);
  client.send(get("/a"));
  client.send_no_more();
  serving.turns();
  EXPECT_THAT(client.look(), EndsWith("GET /a "));
  EXPECT_TRUE(client.at_end());
}

TEST(HttpServer, KeepsLittleForAClientThatDoesNotRead) {
  Serving serving;
  serving.endless = true;
  const Client client(serving.port, 4096);
  client.send(get("/streams"));
  int asked = -1;
  for (int i = 0; i < 100 && asked != serving.asked; ++i) {
    asked = serving.asked;
    serving.turns(100);
  }
  EXPECT_EQ(serving.asked, asked);     // it must not be asked for more
  EXPECT_LT(asked * 10000, 32 << 20);  // the kernel's buffers plus 64 KiB
  EXPECT_THAT(serving.ask(get("/a")), EndsWith("GET /a "));
}

HttpLimits short_limits() {
  HttpLimits limits;
  limits.seconds = 0.2;
  return limits;
}

/// Makes turns of the server for longer than short_limits() allows.
void pass_time(const Serving& serving) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  while (std::chrono::steady_clock::now() < end) serving.server->turn(0.02);
}

TEST(HttpServer, GivesUpAClientThatDoesNotRead) {
  Serving serving(short_limits());
  serving.endless = true;
  const Client client(serving.port, 4096);
  client.send(get("/streams"));
  for (int i = 0; i < 100 && serving.left == 0; ++i) pass_time(serving);
  EXPECT_EQ(serving.left, 1);
  EXPECT_EQ(serving.server->clients(), 0);
}

TEST(HttpServer, ASlowReaderGetsAllOfALongAnswer) {
  Serving serving(short_limits());
  const Client client(serving.port, 4096);
  client.send(get("/long"));
  std::string got;
  while (!client.at_end() && got.size() < (8u << 20)) {
    serving.server->turn(0);
    got += client.look();
  }
  EXPECT_GE(got.size(), 8u << 20);
}

TEST(HttpServer, GivesUpARequestThatTakesTooLong) {
  Serving serving(short_limits());
  const Client slow(serving.port), idle(serving.port);
  slow.send("GET / HTT");
  pass_time(serving);
  pass_time(serving);
  EXPECT_THAT(slow.look(), StartsWith("HTTP/1.1 408 Request Timeout\r\n"));
  EXPECT_EQ(idle.look(), "");
  EXPECT_TRUE(idle.at_end());
}

TEST(HttpServer, ADrippingClientIsGivenUp) {
  Serving serving(short_limits());
  const Client client(serving.port);
  client.send("GET / HTTP/1.1\r\nX: ");
  std::string answer;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (answer.empty() && std::chrono::steady_clock::now() < end) {
    client.try_to_send("x");
    serving.server->turn(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    answer = client.look();
  }
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 408 "));
}

TEST(HttpServer, AnAnswerThatGrowsIsNotLate) {
  Serving serving(short_limits());
  const Client client(serving.port);
  client.send(get("/grows"));
  pass_time(serving);
  pass_time(serving);
  serving.pieces = {"late", "end"};
  serving.turns();
  EXPECT_THAT(client.look(), EndsWith("late"));
}

TEST(HttpServer, HasSoManyClients) {
  HttpLimits limits;
  limits.clients = 2;
  Serving serving(limits);
  Client first(serving.port);
  const Client second(serving.port), third(serving.port);
  serving.turns();
  third.try_to_send(get("/a"));
  serving.turns();
  EXPECT_THAT(third.look(), StartsWith("HTTP/1.1 503 Service Unavailable\r\n"));
  first.leave();
  serving.turns();
  EXPECT_THAT(serving.ask(get("/a")), EndsWith("GET /a "));
}

TEST(HttpServer, SurvivesAThousandClients) {
  Serving serving;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 1000; ++i) {
    clients.push_back(std::make_unique<Client>(serving.port));
    ASSERT_TRUE(clients.back()->connected()) << i;
    clients.back()->try_to_send(get("/a"));
    if (i % 5 == 0) serving.server->turn(0);
  }
  serving.turns(200);
  int answered = 0, refused = 0;
  for (const auto& client : clients) {
    const std::string answer = client->look();
    answered += answer.substr(0, 12) == "HTTP/1.1 200";
    refused += answer.substr(0, 12) == "HTTP/1.1 503";
  }
  EXPECT_EQ(answered, 256);
  EXPECT_EQ(refused, 1000 - 256);
  EXPECT_LE(serving.server->clients(), 256 + 64);
  clients.clear();
  serving.turns(200);
  EXPECT_EQ(serving.server->clients(), 0);
  EXPECT_THAT(serving.ask(get("/a")), EndsWith("GET /a "));
}

TEST(HttpServer, AShutDownSocketEndsAWait) {
  int port = 0;
  const int listening = listen_on(port);
  HttpServer server(::dup(listening), [](const HttpRequest&) { return HttpReply(); });
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ::shutdown(listening, SHUT_RDWR);
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(server.listening());
  server.turn(60);
  EXPECT_FALSE(server.listening());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  other.join();
  ::close(listening);
}

}  // namespace
}  // namespace gridmark::services
