#include "emulation/rewrite/ptx_instructions.h"

#include <algorithm>
#include <array>

namespace gridmark::rewrite {
namespace {

struct Instruction {
  std::string_view root;
  std::string_view modifiers;  ///< separated by blanks
};

#define INTEGERS "u16 u32 u64 s16 s32 s64 "
#define BITS "b8 b16 b32 b64 "
#define FLOATS "f32 f64 f16 f16x2 bf16 bf16x2 "
#define ROUNDING "rn rz rm rp ftz sat "
#define SPACES "global shared shared::cta local const param "
#define ORDERS "volatile weak relaxed acquire release acq_rel sc seq_cst "
#define SCOPES "cta cluster gpu sys gl "
#define CACHES                                                                               \
  "ca cg cs lu cv wb wt nc L1::no_allocate L1::evict_first L1::evict_last L1::evict_normal " \
  "L1::evict_unchanged L2::evict_first L2::evict_last L2::evict_normal L2::64B L2::128B L2::256B "
#define COMPARISONS "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor "

constexpr Instruction instructions[] = {
    {"abs", INTEGERS FLOATS "ftz"},
    {"activemask", "b32"},
    {"add", INTEGERS FLOATS ROUNDING "cc"},
    {"addc", INTEGERS "cc"},
    {"and", BITS "pred"},
    {"atom", SPACES ORDERS SCOPES INTEGERS BITS FLOATS "add min max and or xor exch cas inc dec noftz"},
    {"bar", "sync arrive red popc and or cta warp u32 pred aligned"},
    {"barrier", "sync arrive red popc and or cta u32 pred aligned"},
    {"bfe", INTEGERS},
    {"bfi", BITS},
    {"bfind", INTEGERS "shiftamt"},
    {"brev", BITS},
    {"brkpt", ""},
    {"clz", BITS},
    {"cnot", BITS},
    {"copysign", FLOATS},
    {"cos", "approx ftz f32"},
    {"cp",
     "async ca cg shared shared::cta global commit_group wait_group wait_all L2::64B L2::128B L2::256B"},
    {"cvt", INTEGERS FLOATS ROUNDING "rni rzi rmi rpi rna tf32 relu u8 s8"},
    {"cvta", SPACES "to u32 u64"},
    {"discard", "global L2"},
    {"div", INTEGERS FLOATS ROUNDING "approx full"},
    {"dp2a", "u32 s32 lo hi"},
    {"dp4a", "u32 s32"},
    {"elect", "sync"},
    {"ex2", FLOATS "approx ftz"},
    {"fence", ORDERS SCOPES},
    {"fma", FLOATS ROUNDING "relu"},
    {"griddepcontrol", "launch_dependents wait"},
    {"isspacep", SPACES},
    {"ld", SPACES ORDERS SCOPES CACHES INTEGERS BITS "u8 s8 f32 f64 v2 v4"},
    {"ldmatrix", "sync aligned m8n8 x1 x2 x4 trans shared shared::cta b16"},
    {"ldu", SPACES INTEGERS BITS "u8 s8 f32 f64 v2 v4"},
    {"lg2", "approx ftz f32"},
    {"lop3", "b32"},
    {"mad", INTEGERS FLOATS ROUNDING "lo hi wide cc"},
    {"mad24", "lo hi u32 s32"},
    {"madc", INTEGERS "lo hi cc"},
    {"match", "any all sync b32 b64"},
    {"max", INTEGERS FLOATS "ftz NaN"},
    {"membar", SCOPES},
    {"min", INTEGERS FLOATS "ftz NaN"},
    {"mma",
     "sync aligned row col m8n8k4 m8n8k16 m16n8k4 m16n8k8 m16n8k16 m16n8k32 f16 bf16 tf32 f32 f64 s8 u8 s32 "
     "satfinite"},
    {"mov", INTEGERS BITS FLOATS "pred"},
    {"mul", INTEGERS FLOATS ROUNDING "lo hi wide"},
    {"mul24", "lo hi u32 s32"},
    {"nanosleep", "u32"},
    {"neg", INTEGERS FLOATS "ftz"},
    {"not", BITS "pred"},
    {"or", BITS "pred"},
    {"popc", BITS},
    {"prefetch", SPACES "L1 L2 L2::evict_last L2::evict_normal"},
    {"prefetchu", "L1"},
    {"prmt", "b32 f4e b4e rc8 ecl ecr rc16"},
    {"rcp", FLOATS ROUNDING "approx"},
    {"red", SPACES ORDERS SCOPES INTEGERS BITS FLOATS "add min max and or xor inc dec noftz"},
    {"redux", "sync add min max and or xor u32 s32 b32"},
    {"rem", INTEGERS},
    {"rsqrt", FLOATS "approx ftz"},
    {"sad", INTEGERS},
    {"selp", INTEGERS BITS "f32 f64"},
    {"set", INTEGERS BITS "f32 f64 ftz " COMPARISONS},
    {"setp", INTEGERS BITS FLOATS "ftz " COMPARISONS},
    {"shf", "l r wrap clamp b32"},
    {"shfl", "sync up down bfly idx b32"},
    {"shl", BITS},
    {"shr", INTEGERS BITS},
    {"sin", "approx ftz f32"},
    {"slct", INTEGERS BITS "f32 f64 ftz"},
    {"sqrt", FLOATS ROUNDING "approx"},
    {"st", SPACES ORDERS SCOPES CACHES INTEGERS BITS "u8 s8 f32 f64 v2 v4"},
    {"stmatrix", "sync aligned m8n8 x1 x2 x4 trans shared shared::cta b16"},
    {"sub", INTEGERS FLOATS ROUNDING "cc"},
    {"subc", INTEGERS "cc"},
    {"tanh", FLOATS "approx"},
    {"trap", ""},
    {"vabsdiff2", "u32 s32 sat add"},
    {"vabsdiff4", "u32 s32 sat add"},
    {"vadd2", "u32 s32 sat add"},
    {"vadd4", "u32 s32 sat add"},
    {"vmax2", "u32 s32 sat add"},
    {"vmax4", "u32 s32 sat add"},
    {"vmin2", "u32 s32 sat add"},
    {"vmin4", "u32 s32 sat add"},
    {"vote", "sync all any uni ballot pred b32"},
    {"vsub2", "u32 s32 sat add"},
    {"vsub4", "u32 s32 sat add"},
    {"xor", BITS "pred"},
};

constexpr std::array<std::string_view, 33> special_registers = {"laneid",
                                                                "warpid",
                                                                "nwarpid",
                                                                "smid",
                                                                "nsmid",
                                                                "clock",
                                                                "clock_hi",
                                                                "clock64",
                                                                "globaltimer",
                                                                "globaltimer_lo",
                                                                "globaltimer_hi",
                                                                "gridid",
                                                                "lanemask_eq",
                                                                "lanemask_lt",
                                                                "lanemask_le",
                                                                "lanemask_gt",
                                                                "lanemask_ge",
                                                                "tid.x",
                                                                "tid.y",
                                                                "tid.z",
                                                                "ntid.x",
                                                                "ntid.y",
                                                                "ntid.z",
                                                                "ctaid.x",
                                                                "ctaid.y",
                                                                "ctaid.z",
                                                                "nctaid.x",
                                                                "nctaid.y",
                                                                "nctaid.z",
                                                                "dynamic_smem_size",
                                                                "is_explicit_cluster",
                                                                "cluster_ctarank",
                                                                "cluster_nctarank"};

const Instruction* find(std::string_view root) {
  const auto* found = std::lower_bound(std::begin(instructions), std::end(instructions), root,
                                       [](const Instruction& a, std::string_view b) { return a.root < b; });
  return found != std::end(instructions) && found->root == root ? found : nullptr;
}

bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    if (words.substr(0, blank) == word) return true;
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return false;
}

}  // namespace

std::vector<std::string_view> opcode_parts(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t dot = opcode.find('.');
    parts.push_back(opcode.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    opcode.remove_prefix(dot + 1);
  }
}

std::string_view unknown_part(const std::vector<std::string_view>& parts) {
  const Instruction* instruction = find(parts[0]);
  if (!instruction) return parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (!lists(instruction->modifiers, parts[i])) return parts[i].empty() ? std::string_view(".") : parts[i];
  }
  return {};
}

bool is_special_register(std::string_view name) {
  return std::find(special_registers.begin(), special_registers.end(), name) != special_registers.end();
}

}  // namespace gridmark::rewrite
