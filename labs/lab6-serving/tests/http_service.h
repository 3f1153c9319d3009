#pragma once
// A submission's server behind real HTTP, with clients on plain sockets.
//
// Theory of operation
// A program in a sandbox cannot make a socket. So the checker makes the listening socket, and sends it to the
// worker with the call. The clients are threads of the checker. When they end, the checker shuts the socket
// down, and the worker's loop ends. All of them have a time limit. If the worker ends first, the socket is shut
// down, too, which ends the clients.
#include <functional>
#include <string>
#include <vector>

#include "labs/lab6-serving/tests/sessions.h"

namespace gridmark::lab6 {

/// A reply, as a client read it.
struct HttpAnswer {
  int status = 0;  ///< 0: there was no complete answer
  std::string type, body;
  std::vector<std::string> chunks;  ///< chunks of a stream
};

/// A client's connection to the server.
class HttpClient {
 public:
  explicit HttpClient(int port);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  void send(const std::string& method, const std::string& path, const std::string& body) const;
  HttpAnswer receive();
  /// Waits for some bytes of the next answer, and disconnects.
  /// returns  whether any bytes arrived
  bool leave_in_the_middle();

 private:
  bool read_more();
  bool read_until(std::string_view mark);
  std::string take(std::size_t bytes);
  void read_chunks(HttpAnswer& answer);

  int socket_;
  std::string bytes_;
};

/// The requests of one client. Returns the fault that it found, or "".
using ClientStory = std::function<std::string(int port)>;

struct ServiceAnswer {
  testing::AssertionResult verdict = testing::AssertionSuccess();
  HttpService op;
};

/// Runs all clients at once with the submission's server.
ServiceAnswer ask_service(const Session& session, const std::vector<ClientStory>& clients);

}  // namespace gridmark::lab6
