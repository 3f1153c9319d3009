// Answers of the server to clients of all kinds, on real sockets.
#include <gmock/gmock.h>

#include <chrono>
#include <thread>
#include <vector>

#include "tests/services/serving.h"

namespace gridmark::services {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

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

}  // namespace
}  // namespace gridmark::services
