#pragma once
// NVTX for C++: scoped ranges, built on the C calls.
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

/// Distinguishes parts of the program: a type with a `name`.
class domain {
 public:
  struct global {
    static constexpr const char* name = nullptr;
  };
  domain(const domain&) = delete;
  domain& operator=(const domain&) = delete;

  template <class Domain = global>
  static const domain& get() noexcept {
    static const domain only(Domain::name);
    return only;
  }
  operator nvtxDomainHandle_t() const noexcept { return handle_; }

 private:
  explicit domain(const char* name) noexcept : handle_(name ? nvtxDomainCreateA(name) : nullptr) {}
  explicit domain(const wchar_t* name) noexcept : handle_(name ? nvtxDomainCreateW(name) : nullptr) {}
  nvtxDomainHandle_t handle_;
};

class category {
 public:
  using id_type = uint32_t;
  explicit constexpr category(id_type id) noexcept : id_(id) {}
  constexpr id_type get_id() const noexcept { return id_; }

 private:
  id_type id_;
};
template <class Domain = domain::global>
class named_category_in : public category {
 public:
  template <class Category>
  static const named_category_in& get() noexcept {
    static const named_category_in only(Category::id, Category::name);
    return only;
  }
  named_category_in(id_type id, const char* name) noexcept : category(id) {
    nvtxDomainNameCategoryA(domain::get<Domain>(), id, name);
  }
  named_category_in(id_type id, const wchar_t* name) noexcept : category(id) {
    nvtxDomainNameCategoryW(domain::get<Domain>(), id, name);
  }
};
using named_category = named_category_in<>;

class payload {
 public:
  using value_type = decltype(nvtxEventAttributes_t::payload);
  explicit payload(int64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64) { value_.llValue = value; }
  explicit payload(int32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32) { value_.iValue = value; }
  explicit payload(uint64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) {
    value_.ullValue = value;
  }
  explicit payload(uint32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) {
    value_.uiValue = value;
  }
  explicit payload(float value) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT) { value_.fValue = value; }
  explicit payload(double value) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE) { value_.dValue = value; }
  nvtxPayloadType_t get_type() const noexcept { return type_; }
  value_type get_value() const noexcept { return value_; }

 private:
  nvtxPayloadType_t type_;
  value_type value_ = {};
};

template <class Domain = domain::global>
class registered_string_in {
 public:
  template <class Message>
  static const registered_string_in& get() noexcept {
    static const registered_string_in only(Message::message);
    return only;
  }
  explicit registered_string_in(const char* text) noexcept
      : handle_(nvtxDomainRegisterStringA(domain::get<Domain>(), text)) {}
  explicit registered_string_in(const wchar_t* text) noexcept
      : handle_(nvtxDomainRegisterStringW(domain::get<Domain>(), text)) {}
  explicit registered_string_in(const std::string& text) noexcept : registered_string_in(text.c_str()) {}
  nvtxStringHandle_t get_handle() const noexcept { return handle_; }

 private:
  nvtxStringHandle_t handle_;
};
using registered_string = registered_string_in<>;

/// Points to its text, which must exist until the call that takes it has returned.
class message {
 public:
  using value_type = nvtxMessageValue_t;
  message(const char* text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII) { value_.ascii = text; }
  message(const std::string& text) noexcept : message(text.c_str()) {}
  message(const wchar_t* text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE) { value_.unicode = text; }
  message(const std::wstring& text) noexcept : message(text.c_str()) {}
  message(nvtxStringHandle_t text) noexcept : type_(NVTX_MESSAGE_TYPE_REGISTERED) {
    value_.registered = text;
  }
  template <class Domain>
  message(const registered_string_in<Domain>& text) noexcept : message(text.get_handle()) {}
  nvtxMessageType_t get_type() const noexcept { return type_; }
  value_type get_value() const noexcept { return value_; }

 private:
  nvtxMessageType_t type_;
  value_type value_ = {};
};

/// If two arguments set the same attribute, the first counts.
class event_attributes {
 public:
  event_attributes() noexcept : value_(gridmark_nvtx_event(NVTX_MESSAGE_UNKNOWN)) {}
  event_attributes(const event_attributes&) = default;
  event_attributes& operator=(const event_attributes&) = default;
  template <class First, class... Others>
  explicit event_attributes(const First& first, const Others&... others) noexcept
      : event_attributes(others...) {
    set(first);
  }
  const nvtxEventAttributes_t* get() const noexcept { return &value_; }

 private:
  void set(const color& value) noexcept {
    value_.colorType = NVTX_COLOR_ARGB;
    value_.color = value.get_value();
  }
  void set(const category& value) noexcept { value_.category = value.get_id(); }
  void set(const payload& value) noexcept {
    value_.payloadType = value.get_type();
    value_.payload = value.get_value();
  }
  void set(const message& value) noexcept {
    value_.messageType = value.get_type();
    value_.message = value.get_value();
  }
  nvtxEventAttributes_t value_;
};

template <class Domain = domain::global>
class scoped_range_in {
 public:
  scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
  explicit scoped_range_in(const event_attributes& event) noexcept {
    nvtxDomainRangePushEx(domain::get<Domain>(), event.get());
  }
  template <class First, class... Others>
  explicit scoped_range_in(const First& first, const Others&... others) noexcept
      : scoped_range_in(event_attributes(first, others...)) {}
  ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<Domain>()); }
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<>;

/// Identifies a range that start_range() has begun.
class range_handle {
 public:
  using value_type = nvtxRangeId_t;
  constexpr range_handle() noexcept = default;
  explicit constexpr range_handle(value_type id) noexcept : id_(id) {}
  explicit constexpr operator bool() const noexcept { return id_ != 0; }
  constexpr value_type get_value() const noexcept { return id_; }
  friend constexpr bool operator==(range_handle one, range_handle other) { return one.id_ == other.id_; }
  friend constexpr bool operator!=(range_handle one, range_handle other) { return one.id_ != other.id_; }

 private:
  value_type id_ = 0;
};

template <class Domain = domain::global>
range_handle start_range_in(const event_attributes& event) noexcept {
  return range_handle(nvtxDomainRangeStartEx(domain::get<Domain>(), event.get()));
}
template <class Domain = domain::global, class First, class... Others>
range_handle start_range_in(const First& first, const Others&... others) noexcept {
  return start_range_in<Domain>(event_attributes(first, others...));
}
template <class... Arguments>
range_handle start_range(const Arguments&... arguments) noexcept {
  return start_range_in<domain::global>(arguments...);
}
template <class Domain = domain::global>
void end_range_in(range_handle range) noexcept {
  nvtxDomainRangeEnd(domain::get<Domain>(), range.get_value());
}
inline void end_range(range_handle range) noexcept { nvtxRangeEnd(range.get_value()); }

/// A range that can move, and can end on another thread.
template <class Domain = domain::global>
class unique_range_in {
 public:
  unique_range_in() noexcept : unique_range_in(event_attributes()) {}
  explicit unique_range_in(const event_attributes& event) noexcept
      : range_(start_range_in<Domain>(event)) {}
  template <class First, class... Others>
  explicit unique_range_in(const First& first, const Others&... others) noexcept
      : unique_range_in(event_attributes(first, others...)) {}
  unique_range_in(unique_range_in&& other) noexcept : range_(std::exchange(other.range_, {})) {}
  unique_range_in& operator=(unique_range_in&& other) noexcept {
    std::swap(range_, other.range_);
    return *this;
  }
  ~unique_range_in() noexcept {
    if (range_) end_range_in<Domain>(range_);
  }

 private:
  range_handle range_;
};
using unique_range = unique_range_in<>;

template <class Domain = domain::global>
void mark_in(const event_attributes& event) noexcept {
  nvtxDomainMarkEx(domain::get<Domain>(), event.get());
}
template <class Domain = domain::global, class First, class... Others>
void mark_in(const First& first, const Others&... others) noexcept {
  mark_in<Domain>(event_attributes(first, others...));
}
template <class... Arguments>
void mark(const Arguments&... arguments) noexcept {
  mark_in<domain::global>(arguments...);
}

}  // namespace v1
}  // namespace nvtx3

// A range from here to the end of the function, with the function's name.
#define NVTX3_V1_FUNC_RANGE_IN(DOMAIN)                                                         \
  static const ::nvtx3::v1::registered_string_in<DOMAIN> nvtx3_func_name__(__func__);          \
  [[maybe_unused]] const ::nvtx3::v1::scoped_range_in<DOMAIN> nvtx3_range__(                   \
      ::nvtx3::v1::event_attributes{nvtx3_func_name__})
#define NVTX3_V1_FUNC_RANGE_IF_IN(DOMAIN, CONDITION)                                           \
  ::nvtx3::v1::range_handle nvtx3_handle__;                                                    \
  if (CONDITION) nvtx3_handle__ = ::nvtx3::v1::start_range_in<DOMAIN>(__func__);               \
  [[maybe_unused]] const struct Nvtx3Ender__ {                                                 \
    ::nvtx3::v1::range_handle range;                                                           \
    ~Nvtx3Ender__() {                                                                          \
      if (range) ::nvtx3::v1::end_range_in<DOMAIN>(range);                                     \
    }                                                                                          \
  } nvtx3_range__ { nvtx3_handle__ }
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(CONDITION) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, CONDITION)
#define NVTX3_FUNC_RANGE() NVTX3_V1_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IN(DOMAIN) NVTX3_V1_FUNC_RANGE_IN(DOMAIN)
#define NVTX3_FUNC_RANGE_IF(CONDITION) NVTX3_V1_FUNC_RANGE_IF(CONDITION)
#define NVTX3_FUNC_RANGE_IF_IN(DOMAIN, CONDITION) NVTX3_V1_FUNC_RANGE_IF_IN(DOMAIN, CONDITION)
