#pragma once
// The owner of a disk: serves the programs at the other ends of some sockets, all over one JournalDisk.
//
// Theory of operation. The programs are not trusted. The server never waits for one of them: it reads as much
// as has come, carries out a request when all of it is there, and takes the next one when the answer is on
// its way. So requests of several programs come into the journal one after the other. A request that no
// RemoteDisk sends is a fault, and ends the connection. So does a call past a limit of the disk, after its
// answer. A program that goes away, in the middle of a request too, only closes its files.
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
  /// The disk belongs to the server until stop(): its journal must not be read before.
  explicit DiskServer(JournalDisk& disk);
  ~DiskServer();
  DiskServer(const DiskServer&) = delete;
  DiskServer& operator=(const DiskServer&) = delete;

  /// Serves one more program. Not while the thread runs.
  ///
  /// socket   our end of a stream socketpair; the other end goes to a RemoteDisk
  /// client   the rank that the journal names; a fresh program may come back as an earlier client
  void add(FileDescriptor socket, int client);

  /// Does not carry out and never answers request number `request` (1 is the first) that `client` makes from
  /// the add() on. Calls `on_reached` in its place, in the thread that serves. It must not call the server.
  /// The caller then ends the program.
  void hold_at(int client, std::size_t request, std::function<void()> on_reached);

  /// Lets that request fail with `code`, as in <cerrno>.
  void fail_at(int client, std::size_t request, int code);

  /// Waits up to `wait` for something to do, and does it. Returns whether a program is still connected.
  bool serve(std::chrono::milliseconds wait);

  /// Serves in a thread until all programs have gone or stop() is called.
  void start();
  void stop();

  /// A sentence for each fault: "rank 2 sent a request of the unknown kind 77". Not while the thread runs.
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  struct Client {
    FileDescriptor socket;
    int number = 0;
    std::size_t requests = 0;
    std::string arrived = {};   ///< of the next request
    std::uint64_t to_skip = 0;  ///< bytes of a request that was refused
    std::string answer = {};    ///< empty once it has gone out
    std::size_t sent = 0;       ///< bytes of the answer
    bool held = false;
    bool ends = false;  ///< once the answer is out
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
