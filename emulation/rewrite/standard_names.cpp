#include "emulation/rewrite/standard_names.h"

#include <set>

namespace gridmark::rewrite {
namespace {

using Names = std::set<std::string_view>;

/// Classes whose constructors, destructors and members are functions of the host.
const Names& host_classes() {
  static const Names names{"vector",
                           "string",
                           "wstring",
                           "map",
                           "multimap",
                           "set",
                           "multiset",
                           "unordered_map",
                           "unordered_set",
                           "list",
                           "forward_list",
                           "deque",
                           "queue",
                           "stack",
                           "priority_queue",
                           "stringstream",
                           "ostringstream",
                           "istringstream",
                           "ifstream",
                           "ofstream",
                           "fstream",
                           "thread",
                           "mutex",
                           "lock_guard",
                           "unique_lock",
                           "unique_ptr",
                           "shared_ptr",
                           "weak_ptr",
                           "function",
                           "future",
                           "random_device",
                           "mt19937",
                           "mt19937_64",
                           "any",
                           "regex",
                           "default_random_engine",
                           "uniform_real_distribution",
                           "uniform_int_distribution",
                           "normal_distribution",
                           "condition_variable"};
  return names;
}

const Names& host_objects() {
  static const Names names{"cout",  "cerr",        "clog",        "cin",   "endl",
                           "flush", "getline",     "to_string",   "stoi",  "stof",
                           "stod",  "make_unique", "make_shared", "async", "this_thread"};
  return names;
}

const Names& constant_functions() {
  static const Names names{
      "min",           "max",           "minmax",      "swap",        "clamp",       "sort",
      "fill",          "fill_n",        "copy",        "copy_n",      "transform",   "for_each",
      "find",          "find_if",       "count",       "count_if",    "accumulate",  "reduce",
      "inner_product", "iota",          "reverse",     "rotate",      "unique",      "lower_bound",
      "upper_bound",   "binary_search", "max_element", "min_element", "make_pair",   "make_tuple",
      "exchange",      "gcd",           "lcm",         "midpoint",    "partial_sum", "all_of",
      "any_of",        "none_of",       "equal",       "generate",    "partition",   "nth_element",
      "stable_sort",   "partial_sort",  "distance",    "advance",     "next",        "prev"};
  return names;
}

const Names& host_names_of_c() {
  static const Names names{
      "rand",         "srand",         "rand_r",  "exit",    "_exit",          "quick_exit",   "abort",
      "atexit",       "getenv",        "system",  "fprintf", "fopen",          "fclose",       "fread",
      "fwrite",       "fputs",         "fputc",   "fgets",   "fflush",         "fscanf",       "scanf",
      "puts",         "putchar",       "getchar", "perror",  "sprintf",        "snprintf",     "sscanf",
      "stderr",       "stdout",        "stdin",   "atoi",    "atof",           "atol",         "strtol",
      "strtod",       "strtof",        "strcmp",  "strncmp", "strcat",         "strchr",       "strstr",
      "strdup",       "calloc",        "realloc", "qsort",   "time",           "usleep",       "sleep",
      "gettimeofday", "clock_gettime", "drand48", "random",  "posix_memalign", "aligned_alloc"};
  return names;
}

const Names& device_functions() {
  static const Names names{"__syncthreads",
                           "__syncthreads_count",
                           "__syncthreads_and",
                           "__syncthreads_or",
                           "__syncwarp",
                           "__threadfence",
                           "__threadfence_block",
                           "__threadfence_system",
                           "__shfl_sync",
                           "__shfl_up_sync",
                           "__shfl_down_sync",
                           "__shfl_xor_sync",
                           "__ballot_sync",
                           "__any_sync",
                           "__all_sync",
                           "__activemask",
                           "__match_any_sync",
                           "__match_all_sync",
                           "__reduce_add_sync",
                           "__ldg",
                           "__ldcs",
                           "__ldcg",
                           "__stcs",
                           "__expf",
                           "__logf",
                           "__log2f",
                           "__log10f",
                           "__sinf",
                           "__cosf",
                           "__tanf",
                           "__powf",
                           "__fdividef",
                           "__popc",
                           "__popcll",
                           "__clz",
                           "__ffs",
                           "__brev",
                           "__fmaf_rn",
                           "__fadd_rn",
                           "__fmul_rn",
                           "__float_as_int",
                           "__int_as_float",
                           "__float_as_uint",
                           "__uint_as_float",
                           "__saturatef",
                           "__nanosleep",
                           "clock64",
                           "atomicAdd",
                           "atomicSub",
                           "atomicMax",
                           "atomicMin",
                           "atomicExch",
                           "atomicCAS",
                           "atomicAnd",
                           "atomicOr",
                           "atomicXor",
                           "atomicInc",
                           "atomicDec",
                           "__trap"};
  return names;
}

/// Functions of <math.h> and similar headers for which CUDA has a device version.
const Names& functions_of_both() {
  static const Names names{
      "abs",   "fabs",   "fabsf",  "sqrt",  "sqrtf", "rsqrt",   "rsqrtf", "exp",   "expf",   "exp2",
      "exp2f", "exp10",  "log",    "logf",  "log2",  "log2f",   "log10",  "pow",   "powf",   "sin",
      "sinf",  "cos",    "cosf",   "tan",   "tanh",  "tanhf",   "atan",   "atan2", "min",    "max",
      "fmin",  "fmax",   "fminf",  "fmaxf", "floor", "ceil",    "round",  "trunc", "rint",   "fma",
      "fmaf",  "mod",    "fmod",   "hypot", "erf",   "erff",    "clock",  "swap",  "printf", "malloc",
      "free",  "memcpy", "memset", "isnan", "isinf", "signbit", "lerp",   "norm",  "clamp"};
  return names;
}

}  // namespace

StandardName standard_name(std::string_view name) {
  if (host_classes().contains(name) || host_objects().contains(name) || host_names_of_c().contains(name))
    return StandardName::host;
  return constant_functions().contains(name) ? StandardName::constant : StandardName::unknown;
}

bool is_host_class(std::string_view name) { return host_classes().contains(name); }

bool is_host_name_of_c(std::string_view name) { return host_names_of_c().contains(name); }

bool is_device_function_of_cuda(std::string_view name) { return device_functions().contains(name); }

bool has_device_version(std::string_view name) { return functions_of_both().contains(name); }

/// Advice on how to replace a call that device code cannot make.
std::string way_without(std::string_view name) {
  if (name == "rand" || name == "srand" || name == "drand48" || name == "random")
    return "use cuRAND there (curand_kernel.h)";
  if (name == "exit" || name == "abort" || name == "_exit") return "return there, or use assert";
  if (name == "time" || name == "gettimeofday" || name == "clock_gettime") return "use clock64() there";
  if (name == "fprintf" || name == "puts" || name == "putchar" || name == "stderr" || name == "stdout" ||
      name == "cout" || name == "cerr" || name == "endl" || name == "fputs")
    return "use printf there";
  if (name == "min" || name == "max") return "use " + std::string(name) + " without std::";
  return "call it on the host, or write it as a __device__ function";
}

}  // namespace gridmark::rewrite
