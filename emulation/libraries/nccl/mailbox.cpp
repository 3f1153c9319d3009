#include "emulation/libraries/nccl/mailbox.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace gridmark::nccl {
namespace {

using Clock = std::chrono::steady_clock;

bool write_all(int file, const Bytes& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = write(file, bytes.data() + done, bytes.size() - done);
    if (wrote <= 0) return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

bool read_all(int file, Bytes& bytes) {
  const off_t size = lseek(file, 0, SEEK_END);
  if (size < 0 || lseek(file, 0, SEEK_SET) != 0) return false;
  bytes.resize(static_cast<std::size_t>(size));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got = read(file, bytes.data() + done, bytes.size() - done);
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

std::string Mailbox::create() {
  for (const char* place : {"/dev/shm", "/tmp"}) {
    std::string folder = std::string(place) + "/gridmark-nccl-XXXXXX";
    if (mkdtemp(folder.data())) return folder;
  }
  return "";
}

std::string Mailbox::path(const std::string& name, int reader) const {
  return folder_ + "/" + name + "." + std::to_string(reader);
}

bool Mailbox::post(const std::string& name, const Bytes& message, const std::vector<int>& readers) const {
  static std::atomic<unsigned> drafts{0};
  const std::string draft = folder_ + "/draft." + std::to_string(getpid()) + "." + std::to_string(++drafts);
  const int file = open(draft.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool sent = write_all(file, message);
  close(file);
  for (int reader : readers) sent = sent && link(draft.c_str(), path(name, reader).c_str()) == 0;
  unlink(draft.c_str());
  return sent;
}

bool Mailbox::take(const std::string& name, int reader, double seconds, Bytes& message) const {
  const std::string file_name = path(name, reader);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  auto pause = std::chrono::microseconds(20);
  int file = -1;
  while ((file = open(file_name.c_str(), O_RDONLY | O_CLOEXEC)) < 0) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(1000));
  }
  const bool whole = read_all(file, message);
  close(file);
  unlink(file_name.c_str());
  return whole;
}

void Mailbox::remove() const {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace gridmark::nccl
