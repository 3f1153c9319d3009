#pragma once
// Messages between the ranks of one communicator: files in shared memory, one name for each reader.
//
// Theory of operation
// A message is written whole under a private name and then linked once for every reader, so that a name that
// can be opened is a message that is complete. A reader unlinks its name; the system frees the memory with
// the last one. Ranks are threads or processes alike, and nobody waits for a slot: what is posted before it
// is wanted lies there until then.
#include <string>
#include <vector>

namespace gridmark::nccl {

using Bytes = std::vector<char>;

class Mailbox {
 public:
  /// A new folder that nobody else has; "" when neither /dev/shm nor /tmp can be written.
  static std::string create();
  explicit Mailbox(std::string folder) : folder_(std::move(folder)) {}

  /// False when the memory file system is full or gone.
  bool post(const std::string& name, const Bytes& message, const std::vector<int>& readers) const;
  /// Waits for the message for this reader. False after `seconds`.
  bool take(const std::string& name, int reader, double seconds, Bytes& message) const;
  /// Removes the folder and what is left in it.
  void remove() const;

 private:
  std::string path(const std::string& name, int reader) const;
  std::string folder_;
};

}  // namespace gridmark::nccl
