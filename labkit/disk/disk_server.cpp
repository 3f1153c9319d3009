#include "labkit/disk/disk_server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "labkit/disk/names.h"

namespace gridmark::disk {
namespace {

constexpr std::uint64_t largest_request = std::uint64_t{1} << 32;

bool is_known(Call call) { return call >= Call::create && call <= Call::returned; }

std::uint64_t bytes_of(const Request& request) { return request.name_bytes + request.data_bytes; }

/// Why a RemoteDisk never sends this request, or "" if it may.
std::string fault_of(const Request& request) {
  if (!is_known(request.call))
    return "sent a request of the unknown kind " + std::to_string(static_cast<std::uint32_t>(request.call));
  if (request.name_bytes > longest_name)
    return "announced a name of " + std::to_string(request.name_bytes) + " bytes, expected at most 255";
  const std::uint64_t most = request.call == Call::write    ? largest_request
                             : request.call == Call::rename ? longest_name
                                                            : 0;
  if (request.data_bytes > most)
    return "announced " + std::to_string(request.data_bytes) + " bytes of data, expected at most " +
           std::to_string(most);
  return "";
}

}  // namespace

DiskServer::DiskServer(JournalDisk& disk) : disk_(disk), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_.valid()) throw std::system_error(errno, std::generic_category(), "eventfd");
}

DiskServer::~DiskServer() { stop(); }

void DiskServer::add(FileDescriptor socket, int client) {
  clients_.push_back({.socket = std::move(socket), .number = client});
}

void DiskServer::hold_at(int client, std::size_t request, std::function<void()> on_reached) {
  plans_[{client, request}].on_reached = std::move(on_reached);
}

void DiskServer::fail_at(int client, std::size_t request, int code) { plans_[{client, request}].code = code; }

void DiskServer::start() {
  stop();
  stopping_ = false;
  thread_ = std::thread([this] {
    while (!stopping_ && serve(std::chrono::milliseconds(-1))) continue;
  });
}

void DiskServer::stop() {
  if (!thread_.joinable()) return;
  stopping_ = true;
  ::eventfd_write(wake_.get(), 1);
  thread_.join();
  eventfd_t count = 0;
  ::eventfd_read(wake_.get(), &count);
}

bool DiskServer::serve(std::chrono::milliseconds wait) {
  std::vector<pollfd> waits;
  for (const Client& client : clients_) {
    const bool reads = client.to_skip > 0 || (client.answer.empty() && !client.held);
    const int wanted = (client.answer.empty() ? 0 : POLLOUT) | (reads ? POLLIN : 0);
    waits.push_back({client.socket.get(), static_cast<short>(wanted), 0});
  }
  waits.push_back({wake_.get(), POLLIN, 0});
  if (::poll(waits.data(), waits.size(), static_cast<int>(wait.count())) <= 0) return !clients_.empty();
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    Client& client = clients_[i];
    if ((waits[i].revents & POLLIN) != 0)
      read_from(client);
    else if ((waits[i].revents & POLLOUT) != 0)
      write_to(client);
    else if (waits[i].revents != 0)
      hang_up(client);
    look_at_arrived(client);
  }
  remove_ended();
  return !clients_.empty();
}

void DiskServer::read_from(Client& client) {
  char piece[1 << 16];
  const ssize_t count = ::recv(client.socket.get(), piece, sizeof piece, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return hang_up(client);
  const auto skipped = std::min(client.to_skip, static_cast<std::uint64_t>(count));
  client.to_skip -= skipped;
  client.arrived.append(piece + skipped, static_cast<std::size_t>(count) - skipped);
}

void DiskServer::look_at_arrived(Client& client) {
  while (client.arrived.size() >= sizeof(Request) && client.answer.empty() && !client.held && !client.ends) {
    Request request;
    std::memcpy(&request, client.arrived.data(), sizeof request);
    if (const std::string text = fault_of(request); !text.empty()) return fault(client, text);
    if (request.data_bytes > disk_.bytes_left()) return refuse(client, request);
    if (client.arrived.size() - sizeof request < bytes_of(request)) return;
    carry_out(client, request);
    if (!client.held) client.arrived.erase(0, sizeof request + bytes_of(request));
  }
}

/// Reads data that the disk cannot take, so that the program gets its answer. The data is dropped.
void DiskServer::refuse(Client& client, const Request& request) {
  const std::uint64_t all = sizeof request + bytes_of(request);
  client.to_skip = all - std::min<std::uint64_t>(all, client.arrived.size());
  client.arrived.clear();
  const std::string reason = "this disk takes only " + std::to_string(disk_.bytes_left()) +
                             " bytes more, not " + std::to_string(request.data_bytes);
  fault(client, "went past a limit: " + reason);
  give_answer(client, {EDQUOT, 0, 0}, reason);
}

void DiskServer::carry_out(Client& client, const Request& request) {
  const auto plan = plans_.find({client.number, ++client.requests});
  disk_.set_client(client.number);
  if (plan != plans_.end() && plan->second.on_reached) {
    client.held = true;
    return plan->second.on_reached();
  }
  if (plan != plans_.end()) disk_.fail_next(plan->second.code);
  Answer answer;
  try {
    const std::string data = result_of(client, request, answer);
    give_answer(client, answer, data);
  } catch (const DiskError& error) {
    if (error.code() == EDQUOT) fault(client, "went past a limit: " + std::string(error.what()));
    give_answer(client, {error.code(), 0, 0}, error.reason());
  }
}

std::string DiskServer::result_of(Client& client, const Request& request, Answer& answer) {
  const std::string name = client.arrived.substr(sizeof request, request.name_bytes);
  const char* data = client.arrived.data() + sizeof request + request.name_bytes;
  switch (request.call) {
    case Call::create:
      answer.file = disk_.create(name);
      return "";
    case Call::write:
      disk_.write(request.file, data, request.data_bytes);
      return "";
    case Call::fsync:
      disk_.fsync(request.file);
      return "";
    case Call::close:
      disk_.close(request.file);
      return "";
    case Call::rename:
      disk_.rename(name, std::string(data, request.data_bytes));
      return "";
    case Call::fsync_folder:
      disk_.fsync_folder();
      return "";
    case Call::remove:
      disk_.remove(name);
      return "";
    case Call::read:
      return disk_.read(name);
    case Call::returned:
      disk_.returned();
      return "";
    case Call::list:
      break;
  }
  std::string names;
  for (const std::string& each : disk_.list()) names += each + '\0';
  return names;
}

void DiskServer::give_answer(Client& client, Answer answer, const std::string& data) {
  answer.data_bytes = data.size();
  client.answer.assign(reinterpret_cast<const char*>(&answer), sizeof answer);
  client.answer += data;
  write_to(client);
}

void DiskServer::write_to(Client& client) {
  const ssize_t count = ::send(client.socket.get(), client.answer.data() + client.sent,
                               client.answer.size() - client.sent, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count < 0) return hang_up(client);
  client.sent += static_cast<std::size_t>(count);
  if (client.sent < client.answer.size()) return;
  client.answer.clear();
  client.sent = 0;
}

void DiskServer::hang_up(Client& client) {
  client.ends = true;
  client.answer.clear();
  client.to_skip = 0;
}

void DiskServer::fault(Client& client, const std::string& text) {
  faults_.push_back("rank " + std::to_string(client.number) + " " + text);
  client.ends = true;
}

void DiskServer::remove_ended() {
  for (std::size_t i = clients_.size(); i-- > 0;) {
    const Client& client = clients_[i];
    if (!client.ends || !client.answer.empty() || client.to_skip > 0) continue;
    disk_.end_client(client.number);
    clients_.erase(clients_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace gridmark::disk
