#include "labkit/ranks/labels.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

namespace gridmark::ranks {

Labels::~Labels() {
  for (const auto& pipe : pipes_)
    if (pipe->thread.joinable()) pipe->thread.join();
}

int Labels::add(int rank, int to) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  pipes_.push_back(
      std::make_unique<Pipe>(Pipe{rank, to, FileDescriptor(ends[0]), FileDescriptor(ends[1]), {}}));
  return ends[1];
}

void Labels::start() {
  for (const auto& pipe : pipes_) {
    pipe->writes = FileDescriptor();
    pipe->thread = std::thread([&one = *pipe] { pass_on(one); });
  }
}

/// Each line is one write, so that lines of two ranks never mix.
void Labels::pass_on(const Pipe& pipe) {
  const std::string label = "[" + std::to_string(pipe.rank) + "] ";
  std::string text;
  char piece[4096];
  const auto write_line = [&](const std::string& line) {
    for (std::size_t at = 0; at < line.size();) {
      const ssize_t count = ::write(pipe.to, line.data() + at, line.size() - at);
      if (count < 0 && errno != EINTR) return;
      at += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
  };
  for (ssize_t count = 0; (count = ::read(pipe.reads.get(), piece, sizeof piece)) != 0;) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    text.append(piece, static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = text.find('\n')) != text.npos; text.erase(0, end + 1))
      write_line(label + text.substr(0, end + 1));
  }
  if (!text.empty()) write_line(label + text + "\n");
}

}  // namespace gridmark::ranks
