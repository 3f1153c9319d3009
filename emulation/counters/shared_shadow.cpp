#include "emulation/counters/shared_shadow.h"

namespace gridmark::counters {

SharedShadow::SharedShadow(SiteTable& sites, Findings& findings)
    : sites_(sites), findings_(findings), static_(layout_.bytes() + 16) {}

void SharedShadow::enter_launch(std::size_t dynamic_bytes) {
  dynamic_bytes_ = dynamic_bytes;
  ++launch_;
  owner_in_use_.assign(layout_.arrays().size() + 1, false);
}

std::string SharedShadow::array_name(std::size_t offset) const {
  const SharedArray* array = layout_.array_at(offset);
  return array ? array->name : "shared memory";
}

/// An instruction keeps to the arrays of one function. When it comes to another function's, which this launch
/// does not otherwise use, it ran over the end of its own.
bool SharedShadow::strays(const SharedArray& array, const Access& access) {
  Site& site = sites_[access.site];
  if (site.owner_launch != launch_) {
    site.owner_launch = launch_;
    site.array_owner = array.owner;
    owner_in_use_[static_cast<std::size_t>(array.owner)] = true;
  }
  return site.array_owner != array.owner && !owner_in_use_[static_cast<std::size_t>(array.owner)];
}

void SharedShadow::check_written(const RaceCells& cells, std::size_t offset, const Access& access,
                                 const Stamp& now, const std::string& name) {
  if (!access.reads()) return;
  for (std::size_t byte = 0; byte < access.bytes; ++byte) {
    if (cells.cell(offset + byte).write.same_block(now)) return;
  }
  findings_.uninitialised(now, access, "of " + name + " that no thread of the block has written",
                          "fill all of the shared array before it is read");
}

bool SharedShadow::access_static(std::size_t offset, const Access& access, const Stamp& now,
                                 std::optional<Race>& race) {
  const SharedArray* array = layout_.array_at(offset);
  if (!array && !access.writes() && layout_.engine_variable(offset)) return false;
  const bool inside =
      array && offset + access.bytes <= array->offset + array->bytes && !strays(*array, access);
  if (!inside) {
    const SharedArray* near = array ? array : layout_.array_before(offset);
    findings_.out_of_bounds(now, access,
                            near ? "outside of the kernel's shared arrays, near the end of " + near->name
                                 : std::string("outside of the kernel's shared arrays"),
                            "check the index against the array's size");
    return false;
  }
  check_written(static_, offset, access, now, array->name);
  race = static_.access(offset, access, now, shared_rules);
  return true;
}

bool SharedShadow::access_dynamic(std::size_t offset, const Access& access, const Stamp& now,
                                  std::optional<Race>& race) {
  if (offset + access.bytes > dynamic_bytes_) {
    findings_.out_of_bounds(now, access,
                            "at byte " + std::to_string(offset) +
                                " of dynamic shared memory, of which the launch gave " +
                                std::to_string(dynamic_bytes_) + " bytes",
                            "check the index, or the launch's third parameter");
    return false;
  }
  check_written(dynamic_, offset, access, now, "dynamic shared memory");
  race = dynamic_.access(offset, access, now, shared_rules);
  return true;
}

}  // namespace gridmark::counters
