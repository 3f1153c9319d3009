#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::rewrite {

/// ld.global.L1::no_allocate.f32 -> ld, global, L1::no_allocate, f32
std::vector<std::string_view> opcode_parts(std::string_view opcode);

/// The part of an opcode that the emulated device does not know, empty if it knows them all. A known modifier
/// can still be in a wrong combination: the functions in gridmark/ptx/ check those.
std::string_view unknown_part(const std::vector<std::string_view>& parts);

/// True for laneid, tid.x and the others that gridmark/ptx/special_registers.h has.
bool is_special_register(std::string_view name);

}  // namespace gridmark::rewrite
