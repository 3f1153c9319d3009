#pragma once
// A submission's server behind real HTTP, with clients on plain sockets.
//
// Theory of operation. A sandbox lets nobody make a socket. So the checker makes the listening one, and it travels to
// the worker with the call. The clients are threads of the checker; their end shuts the socket down, and the worker's
// loop ends. All of them have a limit of time, and where the worker ends first, shutting the socket down ends them.
#include <functional>
#include <string>
#include <vector>

#include "labs/lab6-serving/tests/sessions.h"

namespace gridmark::lab6 {

/// A reply as a client read it.
struct HttpAnswer {
  int status = 0;  ///< 0: there was no whole answer
  std::string type, body;
  std::vector<std::string> chunks;  ///< of a stream
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
  /// Waits for some bytes of the next answer, and leaves.
  /// returns  whether there were any
  bool leave_in_the_middle();

 private:
  bool read_more();
  bool read_until(std::string_view mark);
  std::string take(std::size_t bytes);
  void read_chunks(HttpAnswer& answer);

  int socket_;
  std::string bytes_;
};

/// The requests of one client. It returns the fault that it found, "" for none.
using ClientStory = std::function<std::string(int port)>;

struct ServiceAnswer {
  testing::AssertionResult verdict = testing::AssertionSuccess();
  HttpService op;
};

/// Runs all clients at once against the submission's server.
ServiceAnswer ask_service(const Session& session, const std::vector<ClientStory>& clients);

}  // namespace gridmark::lab6
