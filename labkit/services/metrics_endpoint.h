#pragma once
// Serves a program's metrics over HTTP, for Prometheus or `gridmark watch`.
#include <functional>
#include <memory>
#include <string>

namespace gridmark::services {

/// Answers GET /metrics on 127.0.0.1 from another thread, until it is destroyed. It serves 16 clients at a
/// time. Each has 2 seconds for its request.
///
/// answers  200 with the text, 404 for another path, 405 for another method, 500 if the text function throws,
///          and those of HttpServer
/// link     -lgridmark_services
class MetricsEndpoint {
 public:
  /// port    0 for any free port
  /// text    returns Prometheus' text format 0.0.4. The endpoint's thread calls it, so it must be safe with
  ///         the program's other threads
  /// errors  std::runtime_error: the port is not available, with advice
  MetricsEndpoint(int port, std::function<std::string()> text);
  ~MetricsEndpoint();
  MetricsEndpoint(const MetricsEndpoint&) = delete;
  MetricsEndpoint& operator=(const MetricsEndpoint&) = delete;

  int port() const;

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace gridmark::services
