// A real socket on localhost, and clients of all kinds.
#include "labkit/services/metrics_endpoint.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/services/client.h"

namespace gridmark::services {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string ask(const MetricsEndpoint& endpoint, const std::string& request) {
  const Client client(endpoint.port());
  client.send(request);
  return client.receive();
}

TEST(MetricsEndpoint, GivesTheText) {
  int calls = 0;
  const MetricsEndpoint endpoint(0, [&] { return "train_loss " + std::to_string(++calls) + "\n"; });
  const std::string answer = ask(endpoint, get("/metrics"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\nContent-Length: 13\r\n"));
  EXPECT_THAT(answer, EndsWith("\r\n\r\ntrain_loss 1\n"));
  EXPECT_THAT(ask(endpoint, get("/metrics?name[]=x")), EndsWith("\r\n\r\ntrain_loss 2\n"));
}

TEST(MetricsEndpoint, HasNothingElse) {
  const MetricsEndpoint endpoint(0, [] { return "x 1\n"; });
  for (const char* path : {"/", "/metrics/", "/metric", "/metricsx", "http://localhost/metrics"})
    EXPECT_THAT(ask(endpoint, get(path)), StartsWith("HTTP/1.1 404 ")) << path;
  for (const char* method : {"POST", "HEAD", "DELETE", "get"}) {
    const std::string answer = ask(endpoint, std::string(method) + " /metrics HTTP/1.1\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 405 ")) << method;
    EXPECT_THAT(answer, HasSubstr("\r\nAllow: GET\r\n"));
  }
}

TEST(MetricsEndpoint, RefusesNoise) {
  const MetricsEndpoint endpoint(0, [] { return "x 1\n"; });
  EXPECT_THAT(ask(endpoint, std::string("\x16\x03\x01\x02\n\n", 6)), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(ask(endpoint, "GET /metrics\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(ask(endpoint, "GET /metrics HTTP/1.1\r\nX: " + std::string(20000, 'x')),
              StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(ask(endpoint, get("/metrics")), EndsWith("x 1\n"));
}

TEST(MetricsEndpoint, ATextThatCannotBeHadIsAnAnswer) {
  const MetricsEndpoint endpoint(0, []() -> std::string { throw std::runtime_error("no GPU"); });
  const std::string answer = ask(endpoint, get("/metrics"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 500 "));
  EXPECT_THAT(answer, HasSubstr("no GPU"));
}

TEST(MetricsEndpoint, ServesAfterAClientThatSaysNothing) {
  const MetricsEndpoint endpoint(0, [] { return "x 1\n"; });
  { const Client leaves(endpoint.port()); }
  const auto start = std::chrono::steady_clock::now();
  const Client silent(endpoint.port());
  ASSERT_TRUE(silent.connected());
  EXPECT_THAT(ask(endpoint, get("/metrics")), EndsWith("x 1\n"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

/// Begins a request and sends one more byte every tenth of a second, for at most 30 seconds.
class DrippingClient {
 public:
  explicit DrippingClient(int port) : client_(port), thread_([this] { drip(); }) {}
  ~DrippingClient() {
    done_ = true;
    thread_.join();
  }

 private:
  void drip() const {
    client_.send("GET /metrics HTTP/1.1\r\nX: ");
    for (int i = 0; i < 300 && !done_ && client_.try_to_send("x"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  Client client_;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

TEST(MetricsEndpoint, AClientThatDripsHoldsNobodyUp) {
  auto endpoint = std::make_unique<MetricsEndpoint>(0, [] { return "x 1\n"; });
  const DrippingClient first(endpoint->port());
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(ask(*endpoint, get("/metrics")), EndsWith("x 1\n"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
  const DrippingClient second(endpoint->port());
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const auto stop = std::chrono::steady_clock::now();
  endpoint.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - stop, std::chrono::seconds(15));
}

TEST(MetricsEndpoint, SendsALongText) {
  const std::string text(5 << 20, 'x');
  const MetricsEndpoint endpoint(0, [&] { return text; });
  EXPECT_THAT(ask(endpoint, get("/metrics")).size(), testing::Gt(text.size()));
}

TEST(MetricsEndpoint, ManyClients) {
  std::atomic<int> answered{0};
  const MetricsEndpoint endpoint(0, [] { return "x 1\n"; });
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i)
    clients.emplace_back([&] {
      for (int k = 0; k < 10; ++k) answered += ask(endpoint, get("/metrics")).ends_with("x 1\n");
    });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(answered, 80);
}

TEST(MetricsEndpoint, EndsAtOnceAndGivesThePortBack) {
  int port = 0;
  const auto start = std::chrono::steady_clock::now();
  {
    const MetricsEndpoint endpoint(0, [] { return ""; });
    port = endpoint.port();
    const Client silent(port);
    ask(endpoint, get("/"));
    const Client another(port);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  EXPECT_FALSE(Client(port).connected());
  EXPECT_EQ(MetricsEndpoint(port, [] { return ""; }).port(), port);
}

std::string reason_of(int port) {
  try {
    const MetricsEndpoint endpoint(port, [] { return ""; });
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(MetricsEndpoint, APortThatCannotBeHadIsAnErrorWithAdvice) {
  const MetricsEndpoint first(0, [] { return ""; });
  EXPECT_THAT(reason_of(first.port()), HasSubstr("another program has this port. Choose another one, or 0"));
  EXPECT_THAT(reason_of(70000), HasSubstr("port 70000 does not exist"));
}

}  // namespace
}  // namespace gridmark::services
