#pragma once
// A server for tests, whose turns the test makes. So there are no threads and no races.
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>

#include "labkit/services/http_server.h"
#include "tests/services/client.h"

namespace gridmark::services {

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

}  // namespace gridmark::services
