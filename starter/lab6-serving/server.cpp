// Lab 6: an HTTP interface to an engine. Read server.h first. It holds the contract.
#include "server.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "json.h"

using gridmark::services::Clock;
using gridmark::services::HttpReply;
using gridmark::services::HttpRequest;

// TODO: keep the data that all requests share.
struct Server::State {};

Server::Server(TokenEngine&, const Clock&, ServerInfo, std::function<double()>) {}
Server::~Server() = default;

// TODO: answer GET /info, GET /metrics and POST /generate, and refuse everything else.
HttpReply Server::handle(const HttpRequest&) {
  HttpReply reply;
  reply.status = 501;
  reply.body = "{\"error\":\"server.cpp is to be written\"}";
  return reply;
}
