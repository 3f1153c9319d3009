#pragma once
// Programs that replace a checkpoint: a correct one, and five common mistakes.
#include <functional>
#include <string>

#include "labkit/disk/disk.h"

namespace gridmark::disk {

using Writer = std::function<void(Disk&)>;

inline void write_new(Disk& disk, int file) {
  disk.write(file, "NE", 2);
  disk.write(file, "W!", 2);
}

inline void right(Disk& disk) {
  const int file = disk.create("tmp");
  write_new(disk, file);
  disk.fsync(file);
  disk.rename("tmp", "ckpt");
  disk.fsync_folder();
}

inline void in_place(Disk& disk) {
  const int file = disk.create("ckpt");
  write_new(disk, file);
  disk.fsync(file);
}

inline void no_fsync(Disk& disk) {
  write_new(disk, disk.create("tmp"));
  disk.rename("tmp", "ckpt");
  disk.fsync_folder();
}

inline void fsync_after_rename(Disk& disk) {
  const int file = disk.create("tmp");
  write_new(disk, file);
  disk.rename("tmp", "ckpt");
  disk.fsync(file);
  disk.fsync_folder();
}

inline void no_folder_fsync(Disk& disk) {
  const int file = disk.create("tmp");
  write_new(disk, file);
  disk.fsync(file);
  disk.rename("tmp", "ckpt");
}

inline void old_removed_first(Disk& disk) {
  const int file = disk.create("tmp");
  write_new(disk, file);
  disk.fsync(file);
  disk.remove("ckpt");
  disk.rename("tmp", "ckpt");
  disk.fsync_folder();
}

}  // namespace gridmark::disk
