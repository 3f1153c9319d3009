#pragma once
// Code selected by where it runs, in the form of <nv/target>. One function serves host and device here, so
// the test happens at run time. The rewriter replaces a program's NV_IF_TARGET by _G_IF_TARGET, and so on.
// CCCL's own headers keep theirs, which take the host's branch.
#include "gridmark/engine.h"

#define GRIDMARK_IN_KERNEL (!__builtin_is_constant_evaluated() && ::gridmark::emulation::turn.in_kernel)

#define _G_IS_HOST (!GRIDMARK_IN_KERNEL)
#define _G_IS_DEVICE GRIDMARK_IN_KERNEL
#define _G_ANY_TARGET true
#define _G_NO_TARGET false
#define GRIDMARK_PROVIDES(sm) (GRIDMARK_IN_KERNEL && sm <= 80)
#define _G_PROVIDES_SM_35 GRIDMARK_PROVIDES(35)
#define _G_PROVIDES_SM_50 GRIDMARK_PROVIDES(50)
#define _G_PROVIDES_SM_53 GRIDMARK_PROVIDES(53)
#define _G_PROVIDES_SM_60 GRIDMARK_PROVIDES(60)
#define _G_PROVIDES_SM_61 GRIDMARK_PROVIDES(61)
#define _G_PROVIDES_SM_70 GRIDMARK_PROVIDES(70)
#define _G_PROVIDES_SM_75 GRIDMARK_PROVIDES(75)
#define _G_PROVIDES_SM_80 GRIDMARK_PROVIDES(80)
#define _G_PROVIDES_SM_86 false
#define _G_PROVIDES_SM_89 false
#define _G_PROVIDES_SM_90 false
#define _G_PROVIDES_SM_100 false
#define _G_IS_EXACTLY_SM_80 _G_IS_DEVICE

#define GRIDMARK_UNWRAP(...) __VA_ARGS__
#define _G_IF_TARGET(condition, ...)                                                     \
  GRIDMARK_IF_TARGET_PICK(__VA_ARGS__, GRIDMARK_IF_TARGET_ELSE, GRIDMARK_IF_TARGET_ONLY) \
  (condition, __VA_ARGS__)
#define GRIDMARK_IF_TARGET_PICK(first, second, name, ...) name
#define GRIDMARK_IF_TARGET_ONLY(condition, then) \
  if (condition) {                               \
    GRIDMARK_UNWRAP then                         \
  }
#define GRIDMARK_IF_TARGET_ELSE(condition, then, otherwise) \
  if (condition) {                                          \
    GRIDMARK_UNWRAP then                                    \
  } else {                                                  \
    GRIDMARK_UNWRAP otherwise                               \
  }
#define _G_IF_ELSE_TARGET(condition, then, otherwise) GRIDMARK_IF_TARGET_ELSE(condition, then, otherwise)
#define _G_DISPATCH_TARGET(condition, then, ...) \
  if (condition) {                               \
    GRIDMARK_UNWRAP then                         \
  }                                              \
  __VA_OPT__(else GRIDMARK_DISPATCH_1(__VA_ARGS__))
#define GRIDMARK_DISPATCH_1(condition, then, ...) \
  if (condition) {                                \
    GRIDMARK_UNWRAP then                          \
  }                                               \
  __VA_OPT__(else GRIDMARK_DISPATCH_2(__VA_ARGS__))
#define GRIDMARK_DISPATCH_2(condition, then, ...) \
  if (condition) {                                \
    GRIDMARK_UNWRAP then                          \
  }                                               \
  __VA_OPT__(else GRIDMARK_DISPATCH_3(__VA_ARGS__))
#define GRIDMARK_DISPATCH_3(condition, then, ...) \
  if (condition) {                                \
    GRIDMARK_UNWRAP then                          \
  }
