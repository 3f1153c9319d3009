#include "grader/system/network_folder.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace gridmark::system {

bool is_network_folder(const std::filesystem::path& folder) {
  // statfs(2): ext2 to ext4, XFS, Btrfs, F2FS, tmpfs, overlayfs, ZFS, bcachefs.
  static constexpr std::array<std::uint32_t, 8> local{0xef53,     0x58465342, 0x9123683e, 0xf2f52010,
                                                      0x01021994, 0x794c7630, 0x2fc12fc1, 0xca451a4e};
  struct statfs found {};
  if (statfs(folder.c_str(), &found) != 0) return true;
  return std::find(local.begin(), local.end(), static_cast<std::uint32_t>(found.f_type)) == local.end();
}

}  // namespace gridmark::system
