#pragma once
// Rules for the symbols that a student's object needs and defines.
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "grader/compile/object_file.h"
#include "grader/compile/worker_names.h"
#include "grader/core/lab.h"
#include "grader/core/measurement.h"

namespace gridmark::compile {

/// The kind of build of a submission. Some compilers add sections and names.
struct BuildKind {
  Device device = Device::emulated;
  Flavour flavour = Flavour::fast;
};

/// The beginning of the message that refuses a submission's own main.
inline constexpr std::string_view main_left_in = "has a main left in: remove it";

/// A symbol or section that an object must not bring or need.
struct SymbolRefusal {
  std::string word;     ///< as a source spells it, to find its place: "dlopen"
  std::string message;  ///< "asks for dlopen, which ..."
};

/// The first refusal of `object`, or nothing.
///
/// own     names that the submission's objects define. One file may use another's
/// worker  the names of the worker that the object is compiled for
std::optional<SymbolRefusal> refused_symbol(const ObjectFile& object, const std::set<std::string>& own,
                                            const BuildKind& kind, const WorkerNames& worker,
                                            const Permissions& permissions);

/// The names that `object` defines for others.
std::set<std::string> names_defined_in(const ObjectFile& object);

}  // namespace gridmark::compile
