#include "grader/compile/worker_names.h"

#include <fmt/format.h>

#include <sstream>

#include "grader/system/files.h"

namespace gridmark::compile {

Result<WorkerNames> read_worker_names(const std::filesystem::path& file) {
  constexpr std::int64_t most_bytes = 16 << 20;
  const auto text = TRY(system::read_file(file, most_bytes));
  std::istringstream lines(text);
  WorkerNames names;
  for (std::string kind, name; lines >> kind >> name;) {
    if (kind != "public" && kind != "shared" && kind != "taken")
      return failure(Error::Source::toolchain, file.string(),
                     fmt::format("has a name of the kind \"{}\", expected public, shared or taken. Build "
                                 "gridmark again",
                                 kind));
    if (kind != "taken") names.offered.insert(name);
    if (kind != "shared") names.taken.insert(std::move(name));
  }
  if (names.offered.empty())
    return failure(Error::Source::toolchain, file.string(), "offers no name. Build gridmark again");
  return names;
}

}  // namespace gridmark::compile
