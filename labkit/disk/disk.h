#pragma once
// A folder of files. Programs use it to write so that a crash at any moment leaves a useful state.
//
// The calls are those of POSIX, with the same guarantees. A crash is a power cut or a kernel that stops:
//   - The data of a file is safe once fsync() has returned. Before that none, a part or all of it survives.
//   - A name (create, rename, remove) is safe once fsync_folder() has returned. Changes of names survive in
//     their order: if one does, all earlier ones do.
//   - rename() over an existing name is atomic: after a crash the name has the old file or the new one.
// `gridmark disk --explore` runs a program once and tries every state that a crash may leave.
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::disk {

/// The reason why a call on a disk failed: `rename "tmp": No such file or directory`.
class DiskError : public std::runtime_error {
 public:
  DiskError(std::string call, std::string name, int code, std::string reason);

  const std::string& call() const { return call_; }      ///< "rename"
  const std::string& name() const { return name_; }      ///< the file's, or "" for the folder and for handles
  const std::string& reason() const { return reason_; }  ///< "No such file or directory"
  int code() const { return code_; }                     ///< from <cerrno>: ENOENT, ENOSPC, EBADF, ...

 private:
  std::string call_;
  std::string name_;
  std::string reason_;
  int code_;
};

/// One folder. A name is one component of 1 to 255 bytes: no "/", no NUL, not "." and not "..".
///
/// errors  every call throws DiskError: EINVAL for an invalid name, ENOENT if a file is missing, EBADF for a
///         handle that is not open, ENOSPC if the disk is full, EDQUOT beyond a limit of this disk
/// threads only one thread at a time
class Disk {
 public:
  virtual ~Disk() = default;
  Disk() = default;
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  /// Opens `name` for writing and returns a handle. An existing file loses its contents at once.
  virtual int create(const std::string& name) = 0;

  /// Appends `bytes` bytes to an open file. Writes all of them or throws DiskError. The file may have been
  /// renamed.
  virtual void write(int file, const void* data, std::size_t bytes) = 0;

  /// Returns when the data of an open file is safe. It does not make the file's name safe.
  virtual void fsync(int file) = 0;

  /// Gives the handle back. It makes nothing safe.
  virtual void close(int file) = 0;

  /// Gives a file another name, and replaces a file that has this name.
  virtual void rename(const std::string& from, const std::string& to) = 0;

  /// Returns when all names of the folder are safe. It does not make the data of files safe.
  virtual void fsync_folder() = 0;

  /// Removes a name.
  virtual void remove(const std::string& name) = 0;

  /// The names of all files, sorted.
  virtual std::vector<std::string> list() const = 0;

  /// The contents of a file: all bytes written so far, safe or not.
  virtual std::string read(const std::string& name) const = 0;

  /// Marks that a save has returned. After this a crash must not bring back the state before the save. Only
  /// an exploration or a lab's checker uses the marks.
  virtual void returned() {}
};

/// The disk that the program's environment names: the disk of `gridmark disk --explore` if it runs the
/// program, else the folder $GRIDMARK_DISK_FOLDER, else the current folder.
///
/// errors  DiskError: the folder does not exist, or GRIDMARK_DISK_DESCRIPTOR is not a socket
std::unique_ptr<Disk> open_from_environment();

}  // namespace gridmark::disk
