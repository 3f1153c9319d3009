#pragma once
// NVTX for C++: ranges by scope. They compile and do nothing.
#include <string>
#include <utility>

#include "nvtx3/nvToolsExt.h"

namespace nvtx3 {
inline namespace v1 {

struct rgb {
  explicit constexpr rgb(uint8_t red, uint8_t green, uint8_t blue) noexcept
      : red(red), green(green), blue(blue) {}
  uint8_t red, green, blue;
};
struct argb {
  explicit constexpr argb(uint8_t alpha, uint8_t red, uint8_t green, uint8_t blue) noexcept
      : alpha(alpha), red(red), green(green), blue(blue) {}
  uint8_t alpha, red, green, blue;
};
class color {
 public:
  explicit constexpr color(uint32_t hex) noexcept : value_(hex) {}
  constexpr color(rgb c) noexcept : value_(0xff000000u | c.red << 16 | c.green << 8 | c.blue) {}
  constexpr color(argb c) noexcept : value_(uint32_t{c.alpha} << 24 | c.red << 16 | c.green << 8 | c.blue) {}
  constexpr uint32_t get_value() const noexcept { return value_; }

 private:
  uint32_t value_;
};

class category {
 public:
  using id_type = uint32_t;
  explicit constexpr category(id_type id) noexcept : id_(id) {}
  constexpr id_type get_id() const noexcept { return id_; }

 private:
  id_type id_;
};
class payload {
 public:
  template <class T>
  explicit constexpr payload(T) noexcept {}
};
class message {
 public:
  message(const char*) noexcept {}
  message(const std::string&) noexcept {}
};
struct domain {
  struct global {};
};
template <class Domain = domain::global>
struct registered_string_in {
  explicit registered_string_in(const char*) noexcept {}
};
using registered_string = registered_string_in<>;

class event_attributes {
 public:
  event_attributes() noexcept = default;
  template <class First, class... Others>
  explicit event_attributes(const First&, const Others&...) noexcept {}
};

template <class Domain = domain::global>
class scoped_range_in {
 public:
  scoped_range_in() noexcept {}
  template <class First, class... Others>
  explicit scoped_range_in(const First&, const Others&...) noexcept {}
  ~scoped_range_in() noexcept {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<>;

template <class Domain = domain::global>
class unique_range_in {
 public:
  unique_range_in() noexcept {}
  template <class First, class... Others>
  explicit unique_range_in(const First&, const Others&...) noexcept {}
  unique_range_in(unique_range_in&&) noexcept = default;
  unique_range_in& operator=(unique_range_in&&) noexcept = default;
  ~unique_range_in() noexcept {}
};
using unique_range = unique_range_in<>;

class range_handle {};
template <class Domain = domain::global, class... Arguments>
range_handle start_range_in(const Arguments&...) noexcept {
  return {};
}
template <class... Arguments>
range_handle start_range(const Arguments&...) noexcept {
  return {};
}
template <class Domain = domain::global>
void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}
template <class Domain = domain::global, class... Arguments>
void mark_in(const Arguments&...) noexcept {}
template <class... Arguments>
void mark(const Arguments&...) noexcept {}

}  // namespace v1
}  // namespace nvtx3

#define NVTX3_V1_FUNC_RANGE_IN(DOMAIN) static_cast<void>(0)
#define NVTX3_FUNC_RANGE() static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IN(DOMAIN) static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IF(condition) static_cast<void>(condition)
