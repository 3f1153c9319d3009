#pragma once
// The owner of a disk. It serves the programs at the other ends of some sockets, all with one JournalDisk.
//
// Theory of operation. The programs are not trusted. The server never waits for a single program. It reads
// the bytes that have arrived, carries out a request when it is complete, and takes the next request when the
// answer is sent. So requests of several programs enter the journal one after the other. A request that no
// RemoteDisk sends is a fault and ends the connection. A call beyond a limit of the disk also ends it, after
// its answer. A program that disconnects, even in the middle of a request, only closes its files.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"
#include "labkit/disk/frames.h"
#include "labkit/disk/journal_disk.h"

namespace gridmark::disk {

class DiskServer {
 public:
  /// The disk belongs to the server until stop(). Do not read its journal before.
  explicit DiskServer(JournalDisk& disk);
  ~DiskServer();
  DiskServer(const DiskServer&) = delete;
  DiskServer& operator=(const DiskServer&) = delete;

  /// Serves one more program. Do not call it while the thread runs.
  ///
  /// socket   this end of a stream socketpair. The other end goes to a RemoteDisk
  /// client   the rank that the journal names. A new program may come back as an earlier client
  void add(FileDescriptor socket, int client);

  /// Never carries out or answers request number `request` (1 is the first) that `client` makes after the
  /// add(). Calls `on_reached` instead, in the serving thread. The callback must not call the server. The
  /// caller then ends the program.
  void hold_at(int client, std::size_t request, std::function<void()> on_reached);

  /// Lets that request fail with `code` from <cerrno>.
  void fail_at(int client, std::size_t request, int code);

  /// Waits up to `wait` for work, and does it. Returns whether a program is still connected.
  bool serve(std::chrono::milliseconds wait);

  /// Serves in a thread until all programs have disconnected or stop() is called.
  void start();
  void stop();

  /// One message for each fault: "rank 2 sent a request of the unknown kind 77". Do not call it while the
  /// thread runs.
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  struct Client {
    FileDescriptor socket;
    int number = 0;
    std::size_t requests = 0;
    std::string arrived = {};   ///< bytes of the next request
    std::uint64_t to_skip = 0;  ///< remaining bytes of a request that was refused
    std::string answer = {};    ///< empty once it was sent
    std::size_t sent = 0;       ///< bytes of the answer
    bool held = false;
    bool ends = false;  ///< after the answer is sent
  };
  struct Plan {
    int code = 0;
    std::function<void()> on_reached = {};
  };

  void read_from(Client& client);
  void look_at_arrived(Client& client);
  void refuse(Client& client, const Request& request);
  void carry_out(Client& client, const Request& request);
  std::string result_of(Client& client, const Request& request, Answer& answer);
  void give_answer(Client& client, Answer answer, const std::string& data);
  void write_to(Client& client);
  void hang_up(Client& client);
  void fault(Client& client, const std::string& text);
  void remove_ended();

  JournalDisk& disk_;
  std::vector<Client> clients_;
  std::map<std::pair<int, std::size_t>, Plan> plans_;
  std::vector<std::string> faults_;
  FileDescriptor wake_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace gridmark::disk
