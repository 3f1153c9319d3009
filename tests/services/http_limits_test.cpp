// Limits of the server for clients that are slow, silent or many.
#include <gmock/gmock.h>

#include <chrono>
#include <thread>
#include <vector>

#include "tests/services/serving.h"

namespace gridmark::services {
namespace {

using testing::EndsWith;
using testing::StartsWith;

TEST(HttpLimits, KeepsLittleForAClientThatDoesNotRead) {
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

TEST(HttpLimits, GivesUpAClientThatDoesNotRead) {
  Serving serving(short_limits());
  serving.endless = true;
  const Client client(serving.port, 4096);
  client.send(get("/streams"));
  for (int i = 0; i < 100 && serving.left == 0; ++i) pass_time(serving);
  EXPECT_EQ(serving.left, 1);
  EXPECT_EQ(serving.server->clients(), 0);
}

TEST(HttpLimits, ASlowReaderGetsAllOfALongAnswer) {
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

TEST(HttpLimits, GivesUpARequestThatTakesTooLong) {
  Serving serving(short_limits());
  const Client slow(serving.port), idle(serving.port);
  slow.send("GET / HTT");
  pass_time(serving);
  pass_time(serving);
  EXPECT_THAT(slow.look(), StartsWith("HTTP/1.1 408 Request Timeout\r\n"));
  EXPECT_EQ(idle.look(), "");
  EXPECT_TRUE(idle.at_end());
}

TEST(HttpLimits, ADrippingClientIsGivenUp) {
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

TEST(HttpLimits, AnAnswerThatGrowsIsNotLate) {
  Serving serving(short_limits());
  const Client client(serving.port);
  client.send(get("/grows"));
  pass_time(serving);
  pass_time(serving);
  serving.pieces = {"late", "end"};
  serving.turns();
  EXPECT_THAT(client.look(), EndsWith("late"));
}

TEST(HttpLimits, HasSoManyClients) {
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

TEST(HttpLimits, SurvivesAThousandClients) {
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

TEST(HttpLimits, AShutDownSocketEndsAWait) {
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
