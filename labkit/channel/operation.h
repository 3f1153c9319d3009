#pragma once
// An operation is one request from checker to worker: a struct with a name and its fields.
//
//   struct Matmul {
//     static constexpr std::string_view name = "matmul";
//     int m = 0, n = 0, k = 0;
//     In<float> a, b;
//     Out<float> c;
//     auto fields() { return std::tie(m, n, k, a, b, c); }
//     std::string subject() const;   // the student's function: "matmul_tiled"
//     std::string describe() const;  // the call, for messages: "matmul_tiled(m=17, n=31, k=13)"
//   };
//
// Fields are numbers, enum values, strings, In<T>, Out<T> and Link. One visitor both writes and reads them.
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"

namespace gridmark::channel {

/// The return value of the operation's function, as CUDA names it. Code 0 is success.
struct Status {
  int code = 0;
  std::string name;     ///< "cudaErrorInvalidValue"
  std::string message;  ///< "invalid argument"
};

/// An array on its way to the worker.
struct SharedArray {
  std::shared_ptr<SharedMemory> memory;
  SharedMemory::Access access;
};

/// The bytes of an operation, with its arrays and links in the order of the fields.
struct Request {
  std::string bytes;
  std::vector<SharedArray> arrays;
  std::vector<std::shared_ptr<FileDescriptor>> links = {};
};

/// Writes fields into a Request.
class RequestWriter {
 public:
  template <class T>
  void operator()(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      append(&value, sizeof value);
    else
      text(value);
  }
  template <class T>
  void operator()(const In<T>& array) {
    request_.arrays.push_back({array.memory(), SharedMemory::Access::read_only});
  }
  template <class T>
  void operator()(Out<T>& array) {
    array.poison();
    request_.arrays.push_back({array.memory(), SharedMemory::Access::read_write});
  }
  void operator()(const Link& link) { request_.links.push_back(link.far_end()); }
  /// Adds another request to this one. Its links are left out, because they serve one call only.
  void operator()(const Request& inner) {
    text(inner.bytes);
    (*this)(static_cast<std::uint32_t>(inner.arrays.size()));
    request_.arrays.insert(request_.arrays.end(), inner.arrays.begin(), inner.arrays.end());
  }
  void text(std::string_view value) {
    const auto size = static_cast<std::uint32_t>(value.size());
    append(&size, sizeof size);
    append(value.data(), value.size());
  }
  Request take() { return std::move(request_); }

 private:
  void append(const void* data, std::size_t bytes) {
    request_.bytes.append(static_cast<const char*>(data), bytes);
  }
  Request request_;
};

/// Reads fields from a Request. Throws std::runtime_error if the two sides disagree about an operation.
class RequestReader {
 public:
  explicit RequestReader(const Request& request) : request_(request) {}

  template <class T>
  void operator()(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      std::memcpy(&value, next(sizeof value), sizeof value);
    else
      value = text();
  }
  template <class T>
  void operator()(In<T>& array) {
    array.attach(next_array());
  }
  template <class T>
  void operator()(Out<T>& array) {
    array.attach(next_array());
  }
  void operator()(Link& link) {
    if (link_ == request_.links.size())
      throw std::runtime_error("the request has fewer links than its operation");
    link.attach(request_.links[link_++]);
  }
  std::string text() {
    std::uint32_t size = 0;
    std::memcpy(&size, next(sizeof size), sizeof size);
    return {next(size), size};
  }
  Request request() {
    Request inner{text(), {}};
    std::uint32_t arrays = 0;
    (*this)(arrays);
    for (std::uint32_t i = 0; i < arrays; ++i) inner.arrays.push_back({next_array(), {}});
    return inner;
  }

 private:
  const char* next(std::size_t bytes) {
    if (request_.bytes.size() - at_ < bytes)
      throw std::runtime_error("the request is shorter than its operation");
    const char* here = request_.bytes.data() + at_;
    at_ += bytes;
    return here;
  }
  std::shared_ptr<SharedMemory> next_array() {
    if (array_ == request_.arrays.size())
      throw std::runtime_error("the request has fewer arrays than its operation");
    return request_.arrays[array_++].memory;
  }

  const Request& request_;
  std::size_t at_ = 0;
  std::size_t array_ = 0, link_ = 0;
};

/// Makes the request for `operation`: its name, then its fields. Poisons the outputs.
template <class Operation>
Request to_request(Operation& operation) {
  RequestWriter writer;
  writer.text(Operation::name);
  std::apply([&](auto&... field) { (writer(field), ...); }, operation.fields());
  return writer.take();
}

/// Keeps a private copy of every output for the checker.
template <class Operation>
void take_snapshots(Operation& operation) {
  const auto visit = [](auto& field) {
    if constexpr (requires { field.take_snapshot(); }) field.take_snapshot();
  };
  std::apply([&](auto&... field) { (visit(field), ...); }, operation.fields());
}

}  // namespace gridmark::channel
