#include "emulation/driver/shared_limit.h"

#include <map>
#include <set>

#include "emulation/demangled.h"
#include "emulation/driver/constant_names.h"
#include "emulation/driver/object_variables.h"

namespace gridmark::driver {

std::vector<TooMuchShared> too_much_shared(std::string_view object, std::string_view source) {
  const std::vector<std::string> listed = declared_names(source, {"__shared__"});
  const std::set<std::string> names(listed.begin(), listed.end());
  std::map<std::string, std::size_t> functions;
  for (const ObjectVariable& variable : object_variables(object)) {
    if (!variable.thread_local_ || !variable.symbol.starts_with("_ZZ")) continue;
    const std::string full = emulation::demangled(std::string(variable.symbol));
    const std::size_t colons = full.rfind("::");
    if (colons != full.npos && names.contains(full.substr(colons + 2)))
      functions[full.substr(0, colons)] += variable.bytes;
  }
  std::vector<TooMuchShared> found;
  for (const auto& [function, bytes] : functions)
    if (bytes > most_static_shared_bytes) found.push_back({function, bytes});
  return found;
}

std::size_t constant_bytes(std::string_view object, std::string_view source) {
  DeclaredSymbols constants(constant_names(source));
  std::map<std::string_view, std::size_t> sizes;
  for (const ObjectVariable& variable : object_variables(object)) {
    if (variable.thread_local_) continue;
    constants.add(variable.symbol);
    sizes[variable.symbol] = variable.bytes;
  }
  std::size_t bytes = 0;
  for (const std::string_view symbol : constants.all()) bytes += sizes[symbol];
  return bytes;
}

}  // namespace gridmark::driver
