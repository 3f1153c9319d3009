#pragma once
// Lets Prometheus, or `gridmark watch`, read a program's metrics over HTTP.
#include <functional>
#include <memory>
#include <string>

namespace gridmark::services {

/// Answers GET /metrics on 127.0.0.1, from a thread of its own, until it is destroyed. One client is served
/// at a time, and no longer than 2 seconds.
///
/// answers  200 with the text, 404 for another path, 405 for another method, 500 where the text throws,
///          431 for a request of more than 8 KiB, 400 for one that is not HTTP
/// link     -lgridmark_services
class MetricsEndpoint {
 public:
  /// port    0: any that is free
  /// text    Prometheus' text format 0.0.4. The endpoint's thread calls it, so it must be safe beside the
  ///         program's other threads.
  /// errors  std::runtime_error: the port cannot be had, with advice
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
