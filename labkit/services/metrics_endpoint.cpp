#include "labkit/services/metrics_endpoint.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#include "base/file_descriptor.h"
#include "labkit/services/http_server.h"

namespace gridmark::services {
namespace {

HttpReply reply_of(int status, std::string body) {
  HttpReply reply;
  reply.status = status;
  reply.type = status == 200 ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain; charset=utf-8";
  reply.body = std::move(body);
  return reply;
}

HttpReply answer_to(const HttpRequest& request, const std::function<std::string()>& text) {
  if (request.path != "/metrics") return reply_of(404, "the metrics are at /metrics\n");
  if (request.method != "GET") {
    HttpReply reply = reply_of(405, "only GET reads the metrics\n");
    reply.headers["Allow"] = "GET";
    return reply;
  }
  try {
    return reply_of(200, text());
  } catch (const std::exception& error) {
    return reply_of(500, std::string("the metrics cannot be read: ") + error.what() + "\n");
  }
}

HttpLimits limits() {
  HttpLimits limits;
  limits.body_bytes = 8 << 10;
  limits.clients = 16;
  limits.keep_alive = false;
  limits.seconds = 2;
  return limits;
}

}  // namespace

class MetricsEndpoint::Server {
 public:
  Server(int port, std::function<std::string()> text)
      : port_(port),
        listening_(listen_on(port_)),
        server_(
            ::fcntl(listening_.get(), F_DUPFD_CLOEXEC, 0),
            [text = std::move(text)](const HttpRequest& request) { return answer_to(request, text); },
            limits()),
        thread_([this] { serve(); }) {}
  ~Server() {
    stops_ = true;
    ::shutdown(listening_.get(), SHUT_RDWR);  // ends the wait of the other thread
    thread_.join();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const { return port_; }

 private:
  void serve() {
    while (!stops_) server_.turn(3600);
  }

  int port_;
  FileDescriptor listening_;
  HttpServer server_;
  std::atomic<bool> stops_{false};
  std::thread thread_;
};

MetricsEndpoint::MetricsEndpoint(int port, std::function<std::string()> text)
    : server_(std::make_unique<Server>(port, std::move(text))) {}
MetricsEndpoint::~MetricsEndpoint() = default;
int MetricsEndpoint::port() const { return server_->port(); }

}  // namespace gridmark::services
