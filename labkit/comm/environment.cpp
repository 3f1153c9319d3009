// How a rank finds the others: through a descriptor from its start, or through a port of rank 0.
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>
#include <vector>

#include "labkit/comm/comm.h"
#include "labkit/comm/frames.h"
#include "labkit/router/switchboard.h"

namespace gridmark::comm {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(60);
constexpr int most_ranks = 4096;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::optional<int> number_in(const char* name) {
  const std::string text = variable(name);
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const long number = std::strtol(text.c_str(), &end, 10);
  if (*end != '\0' || number < 0 || number > 65535)
    throw CommError(std::string(name) + " is \"" + text + "\", expected a number from 0 to 65535");
  return static_cast<int>(number);
}

int required(const char* name, const char* beside) {
  if (const auto number = number_in(name)) return *number;
  throw CommError(std::string(beside) + " is set and " + name + " is not: a launcher sets both");
}

struct Place {
  int rank = 0, world = 1;
};

Place place() {
  const bool mpi = !variable("OMPI_COMM_WORLD_RANK").empty() && variable("RANK").empty();
  const char* rank = mpi ? "OMPI_COMM_WORLD_RANK" : "RANK";
  const char* world = mpi ? "OMPI_COMM_WORLD_SIZE" : "WORLD_SIZE";
  if (variable(rank).empty() && variable(world).empty()) return {};
  const Place found{required(rank, world), required(world, rank)};
  if (found.world < 1 || found.world > most_ranks || found.rank >= found.world)
    throw CommError(std::string(rank) + " is " + std::to_string(found.rank) + " and " + world + " " +
                    std::to_string(found.world) + ", expected a rank below the world's size");
  return found;
}

/// A socket that is connected or listens at MASTER_ADDR, -1 if neither is possible.
int open_socket(const addrinfo& address, bool listens) {
  const int made = socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  const int yes = 1;
  setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (listens) setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  const bool works =
      listens ? bind(made, address.ai_addr, address.ai_addrlen) == 0 && listen(made, most_ranks) == 0
              : connect(made, address.ai_addr, address.ai_addrlen) == 0;
  if (works) return made;
  close(made);
  return -1;
}

int open_at_master(bool listens) {
  const std::string host = variable("MASTER_ADDR").empty() ? "127.0.0.1" : variable("MASTER_ADDR");
  const std::string port = variable("MASTER_PORT").empty() ? "29500" : variable("MASTER_PORT");
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found); error != 0)
    throw CommError("MASTER_ADDR " + host + ", MASTER_PORT " + port + ": " + gai_strerror(error));
  const auto limit = Clock::now() + patience;
  int opened = -1;
  while ((opened = open_socket(*found, listens)) < 0 && !listens && Clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const int problem = errno;
  freeaddrinfo(found);
  if (opened < 0)
    throw CommError(std::string(listens ? "rank 0 cannot listen at " : "rank 0 is not reached at ") + host +
                    ":" + port + " (" + std::strerror(problem) +
                    "): is MASTER_PORT free, and MASTER_ADDR the host of rank 0?");
  return opened;
}

/// The sockets of all ranks except 0. A connection without this world's greeting is closed.
std::vector<int> accept_ranks(int listener, int world) {
  std::vector<int> sockets(static_cast<std::size_t>(world), -1);
  const auto limit = Clock::now() + patience;
  for (int missing = world - 1; missing > 0;) {
    pollfd watched{listener, POLLIN, 0};
    if (Clock::now() > limit) throw CommError(std::to_string(missing) + " ranks did not come within 60 s");
    if (poll(&watched, 1, 1000) <= 0) continue;
    const int came = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    const timeval brief{5, 0};
    setsockopt(came, SOL_SOCKET, SO_RCVTIMEO, &brief, sizeof brief);
    Greeting greeting;
    const bool fits = came >= 0 && read_all(came, &greeting, sizeof greeting) && greeting.world == world &&
                      greeting.rank > 0 && greeting.rank < world &&
                      sockets[static_cast<std::size_t>(greeting.rank)] < 0;
    if (fits) {
      sockets[static_cast<std::size_t>(greeting.rank)] = came;
      --missing;
    } else if (came >= 0) {
      close(came);
    }
  }
  return sockets;
}

/// Runs a router in a thread of this process. It ends with the last rank.
void serve(std::vector<int> sockets) {
  router::Settings settings;
  settings.world = static_cast<int>(sockets.size());
  std::thread([settings, sockets] { router::Switchboard(settings, sockets).run(); }).detach();
}

int start_router(int world) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw CommError(std::string("socketpair: ") + std::strerror(errno));
  std::vector<int> sockets(1);
  if (world > 1) {
    const int listener = open_at_master(true);
    sockets = accept_ranks(listener, world);
    close(listener);
  }
  sockets[0] = ends[0];
  serve(sockets);
  return ends[1];
}

int join_router(const Place& place) {
  const int joined = open_at_master(false);
  const Greeting greeting{place.rank, place.world};
  if (!write_all(joined, &greeting, sizeof greeting))
    throw CommError("rank 0 has ended before the others came");
  return joined;
}

}  // namespace

Comm Comm::from_environment() {
  const Place here = place();
  if (const auto given = number_in("GRIDMARK_COMM_DESCRIPTOR")) return Comm(*given, here.rank, here.world);
  return Comm(here.rank == 0 ? start_router(here.world) : join_router(here), here.rank, here.world);
}

}  // namespace gridmark::comm
