#include "labkit/disk/journal.h"

#include "labkit/disk/folder.h"
#include "labkit/disk/names.h"

namespace gridmark::disk {
namespace {

std::string what_happened(const Operation& operation) {
  const std::string name = printable(operation.name);
  switch (operation.kind) {
    case Kind::create:
      return "create " + name;
    case Kind::write:
      return "write " + std::to_string(operation.data.size()) +
             (operation.data.size() == 1 ? " byte to " : " bytes to ") + name;
    case Kind::fsync:
      return "fsync " + name;
    case Kind::close:
      return "close " + name;
    case Kind::rename:
      return "rename " + name + " to " + printable(operation.to);
    case Kind::fsync_folder:
      return "fsync_folder";
    case Kind::remove:
      return "remove " + name;
    case Kind::list:
      return "list";
    case Kind::read:
      return "read " + name;
    case Kind::returned:
      return "returned";
  }
  return "";
}

}  // namespace

bool changes_disk(const Operation& operation) {
  switch (operation.kind) {
    case Kind::close:
    case Kind::list:
    case Kind::read:
    case Kind::returned:
      return false;
    default:
      return operation.failed == 0;
  }
}

std::string in_words(const Operation& operation) {
  return what_happened(operation) + (operation.failed == 0 ? "" : " (failed)");
}

Contents contents_after(const Journal& journal) {
  Folder folder(journal.before);
  for (const Operation& operation : journal.operations) folder.apply(operation);
  return folder.contents();
}

}  // namespace gridmark::disk
