#include "emulation/driver/temporary_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "emulation/driver/children.h"

namespace gridmark::driver {
namespace {

std::string name_pattern() {
  const char* folder = std::getenv("TMPDIR");
  return std::string(folder && *folder ? folder : "/tmp") + "/gridmark-cc-XXXXXX";
}

std::string temporary_folder() { return name_pattern().substr(0, name_pattern().rfind('/')); }

[[noreturn]] void fail(const char* what) {
  throw CannotRun(std::string(what) + " in " + temporary_folder() + ": " + std::strerror(errno));
}

}  // namespace

UnnamedFile::UnnamedFile() {
  std::string name = name_pattern();
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail("cannot make a temporary file");
  unlink(name.c_str());
}

UnnamedFile::UnnamedFile(UnnamedFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

UnnamedFile& UnnamedFile::operator=(UnnamedFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

UnnamedFile::~UnnamedFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string UnnamedFile::read() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) fail("cannot read a temporary file");
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t n =
        pread(descriptor_, content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (n <= 0) fail("cannot read a temporary file");
    done += static_cast<std::size_t>(n);
  }
  return content;
}

void UnnamedFile::write(const std::string& content) {
  bool sound = ftruncate(descriptor_, 0) == 0;
  std::size_t done = 0;
  while (sound && done < content.size()) {
    const ssize_t n =
        pwrite(descriptor_, content.data() + done, content.size() - done, static_cast<off_t>(done));
    sound = n > 0;
    if (sound) done += static_cast<std::size_t>(n);
  }
  if (!sound || lseek(descriptor_, 0, SEEK_SET) != 0) fail("cannot write a temporary file");
}

std::string silent_failure(const std::string& what, int exit_code) {
  return "gridmark-cc: the compiler of " + what + " ended with status " + std::to_string(exit_code) +
         " and could not say why: is there room in " + temporary_folder() + "?\n";
}

TemporaryFolder::TemporaryFolder() {
  std::string name = name_pattern();
  if (!mkdtemp(name.data())) fail("cannot make a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace gridmark::driver
