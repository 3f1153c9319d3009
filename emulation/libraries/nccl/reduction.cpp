#include "emulation/libraries/nccl/reduction.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "emulation/libraries/blas/element_types.h"

namespace gridmark::nccl {
namespace {

/// The type in which an element is stored, and the type in which it is computed.
template <class T>
struct Plain {
  using Stored = T;
  // Sums and products of signed integers wrap.
  using Value = T;
  static T load(T stored) { return stored; }
  static T store(T value) { return value; }
};
struct Half {
  using Stored = std::uint16_t;
  using Value = float;
  static float load(Stored stored) { return blas::half_to_float(stored); }
  static Stored store(float value) { return blas::float_to_half(value); }
};
struct Bfloat16 {
  using Stored = std::uint16_t;
  using Value = float;
  static float load(Stored stored) { return blas::bfloat16_to_float(stored); }
  static Stored store(float value) { return blas::float_to_bfloat16(value); }
};

template <class T>
T combined(T a, T b, ncclRedOp_t op) {
  if (op == ncclMax) return std::max(a, b);
  if (op == ncclMin) return std::min(a, b);
  if constexpr (std::is_integral_v<T>) {
    using Wrapping = std::make_unsigned_t<std::common_type_t<T, int>>;
    const auto x = static_cast<Wrapping>(a), y = static_cast<Wrapping>(b);
    return static_cast<T>(op == ncclProd ? x * y : x + y);
  } else {
    return op == ncclProd ? a * b : a + b;
  }
}

template <class Format>
void reduce_as(const std::vector<const char*>& parts, std::size_t count, ncclRedOp_t op, char* result) {
  using Stored = typename Format::Stored;
  using Value = typename Format::Value;
  const auto load = [](const char* part, std::size_t i) {
    Stored stored;
    std::memcpy(&stored, part + i * sizeof stored, sizeof stored);
    return Format::load(stored);
  };
  for (std::size_t i = 0; i < count; ++i) {
    Value value = load(parts[0], i);
    for (std::size_t part = 1; part < parts.size(); ++part) value = combined(value, load(parts[part], i), op);
    if (op == ncclAvg) value = static_cast<Value>(value / static_cast<Value>(parts.size()));
    const Stored stored = Format::store(value);
    std::memcpy(result + i * sizeof stored, &stored, sizeof stored);
  }
}

template <class Format>
void multiply_as(char* values, std::size_t count, const void* scalar) {
  typename Format::Stored stored;
  std::memcpy(&stored, scalar, sizeof stored);
  const auto factor = Format::load(stored);
  for (std::size_t i = 0; i < count; ++i, values += sizeof stored) {
    std::memcpy(&stored, values, sizeof stored);
    stored = Format::store(combined(Format::load(stored), factor, ncclProd));
    std::memcpy(values, &stored, sizeof stored);
  }
}

/// Calls use(format) with the format of the type, if there is such a type.
template <class Use>
void with_format(ncclDataType_t type, Use use) {
  switch (type) {
    case ncclInt8:
      return use(Plain<std::int8_t>{});
    case ncclUint8:
      return use(Plain<std::uint8_t>{});
    case ncclInt32:
      return use(Plain<std::int32_t>{});
    case ncclUint32:
      return use(Plain<std::uint32_t>{});
    case ncclInt64:
      return use(Plain<std::int64_t>{});
    case ncclUint64:
      return use(Plain<std::uint64_t>{});
    case ncclFloat16:
      return use(Half{});
    case ncclFloat32:
      return use(Plain<float>{});
    case ncclFloat64:
      return use(Plain<double>{});
    case ncclBfloat16:
      return use(Bfloat16{});
    case ncclNumTypes:
      return;
  }
}

}  // namespace

std::size_t bytes_of(ncclDataType_t type) {
  std::size_t bytes = 0;
  with_format(type, [&](auto format) { bytes = sizeof(typename decltype(format)::Stored); });
  return bytes;
}

void reduce(const std::vector<const char*>& parts, std::size_t count, ncclDataType_t type, ncclRedOp_t op,
            char* result) {
  with_format(type, [&](auto format) { reduce_as<decltype(format)>(parts, count, op, result); });
}

void multiply(char* values, std::size_t count, ncclDataType_t type, const void* scalar) {
  with_format(type, [&](auto format) { multiply_as<decltype(format)>(values, count, scalar); });
}

}  // namespace gridmark::nccl
