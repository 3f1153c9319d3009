// Difficult contents of a command's folders: too many files, deep trees, unusual names, special files.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "tests/sandbox/hostile/attacks.h"

namespace hostile {
namespace {

bool make_file(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

int make_many_files(const Arguments& count) {
  const int wanted = std::stoi(count.at(0));
  int made = 0;
  while (made < wanted && make_file("many" + std::to_string(made))) ++made;
  sleep(1);
  return verdict(made == wanted);
}

int make_many_folders(const Arguments& count) {
  const int wanted = std::stoi(count.at(0));
  int made = 0;
  while (made < wanted && mkdir(("folder" + std::to_string(made)).c_str(), 0700) == 0) ++made;
  sleep(1);
  return verdict(made == wanted);
}

/// Links do not need separate files: symbolic ones, and more names for one file.
int make_many_links(const Arguments& count) {
  const int wanted = std::stoi(count.at(0));
  int made = 0;
  make_file("file");
  while (made < wanted && (symlink("file", ("symbolic" + std::to_string(made)).c_str()) == 0 ||
                           link("file", ("hard" + std::to_string(made)).c_str()) == 0))
    ++made;
  sleep(1);
  return verdict(made == wanted);
}

/// Deeper than any path can be long.
int make_deep_tree(const Arguments&) {
  constexpr int depth = 3000;
  for (int i = 0; i < depth; ++i)
    if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0) return refused;
  return make_file("bottom") ? refused : succeeded;
}

/// A folder that even its owner cannot read, and one with a file in it. The test checks whether they are
/// removed.
int close_a_folder(const Arguments&) {
  if (mkdir("closed", 0) != 0 || mkdir("full", 0700) != 0 || !make_file("full/file")) return 1;
  const int folder = open("full", O_RDONLY | O_DIRECTORY);
  if (fchmod(folder, 0) != 0) close(folder);
  return refused;
}

int make_sparse_giant(const Arguments&) {
  constexpr off_t tebibyte = off_t{1} << 40;
  const int file = open("giant", O_WRONLY | O_CREAT, 0600);
  return verdict(ftruncate(file, tebibyte) == 0);
}

int use_odd_names(const Arguments&) {
  make_file("two\nlines");
  make_file("\xff\xfe not UTF-8");
  make_file("-rf");
  make_file(std::string(255, 'n'));
  return verdict(make_file(std::string(1 << 20, 'n')));
}

/// A process that later reads the folder must not open any of these, because it would wait.
int make_special_files(const Arguments&) {
  mkfifo("fifo", 0666);
  if (symlink("/etc/passwd", "link") != 0) mkfifo("another", 0666);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, "socket");
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (listener >= 0 && bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    close(listener);
  constexpr dev_t null_device = 0x103;
  return verdict(mknod("device", S_IFCHR | 0666, null_device) == 0);
}

}  // namespace

const std::map<std::string, Attack>& trees() {
  static const std::map<std::string, Attack> attacks{
      {"close_a_folder", close_a_folder},         {"make_deep_tree", make_deep_tree},
      {"make_many_files", make_many_files},       {"make_many_folders", make_many_folders},
      {"make_many_links", make_many_links},       {"make_sparse_giant", make_sparse_giant},
      {"make_special_files", make_special_files}, {"use_odd_names", use_odd_names},
  };
  return attacks;
}

}  // namespace hostile
