#pragma once
// Iterators that compute their values.
#include <cuda_runtime.h>

#include "../thread/thread_load.cuh"
#include "../util_type.cuh"

namespace cub {
namespace detail {

/// The common base: a place, and a value at each place. `Self` has at(offset).
template <class Self, class Value, class Offset>
class MadeUp {
 public:
  typedef Value value_type;
  typedef Value reference;
  typedef Value* pointer;
  typedef Offset difference_type;
  typedef std::random_access_iterator_tag iterator_category;

  Value operator*() const { return self().at(place_); }
  template <class Distance>
  Value operator[](Distance n) const {
    return self().at(place_ + static_cast<Offset>(n));
  }
  Self& operator++() { return *this += 1; }
  Self& operator--() { return *this += -1; }
  Self operator++(int) {
    Self before = self();
    ++*this;
    return before;
  }
  template <class Distance>
  Self& operator+=(Distance n) {
    place_ += static_cast<Offset>(n);
    return static_cast<Self&>(*this);
  }
  template <class Distance>
  Self& operator-=(Distance n) {
    place_ -= static_cast<Offset>(n);
    return static_cast<Self&>(*this);
  }
  template <class Distance>
  Self operator+(Distance n) const {
    Self result = self();
    return result += n;
  }
  template <class Distance, class = std::enable_if_t<std::is_integral<Distance>::value>>
  Self operator-(Distance n) const {
    Self result = self();
    return result -= n;
  }
  Offset operator-(const MadeUp& other) const { return place_ - other.place_; }
  bool operator==(const MadeUp& other) const { return place_ == other.place_; }
  bool operator!=(const MadeUp& other) const { return place_ != other.place_; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  Offset place_ = 0;
};

}  // namespace detail

template <class Value, class Offset = ptrdiff_t>
class CountingInputIterator : public detail::MadeUp<CountingInputIterator<Value, Offset>, Value, Offset> {
 public:
  CountingInputIterator(const Value& first) : first_(first) {}
  Value at(Offset i) const { return static_cast<Value>(first_ + static_cast<Value>(i)); }

 private:
  Value first_;
};

template <class Value, class Offset = ptrdiff_t>
class ConstantInputIterator : public detail::MadeUp<ConstantInputIterator<Value, Offset>, Value, Offset> {
 public:
  ConstantInputIterator(Value value, Offset = 0) : value_(value) {}
  Value at(Offset) const { return value_; }

 private:
  Value value_;
};

template <class Value, class Op, class Iterator, class Offset = ptrdiff_t>
class TransformInputIterator
    : public detail::MadeUp<TransformInputIterator<Value, Op, Iterator, Offset>, Value, Offset> {
 public:
  TransformInputIterator(Iterator from, Op op) : from_(from), op_(op) {}
  Value at(Offset i) const { return op_(from_[i]); }

 private:
  Iterator from_;
  mutable Op op_;
};

/// Pairs of (place, value).
template <class Iterator, class Offset = ptrdiff_t, class Value = typename std::iterator_traits<Iterator>::value_type>
class ArgIndexInputIterator : public detail::MadeUp<ArgIndexInputIterator<Iterator, Offset, Value>,
                                                    KeyValuePair<Offset, Value>, Offset> {
 public:
  ArgIndexInputIterator(Iterator from, Offset offset = 0) : from_(from), offset_(offset) {}
  KeyValuePair<Offset, Value> at(Offset i) const { return {offset_ + i, static_cast<Value>(from_[offset_ + i])}; }
  void normalize() { from_ += offset_, offset_ = 0; }

 private:
  Iterator from_;
  Offset offset_;
};

template <CacheLoadModifier MODIFIER, class Value, class Offset = ptrdiff_t>
class CacheModifiedInputIterator
    : public detail::MadeUp<CacheModifiedInputIterator<MODIFIER, Value, Offset>, Value, Offset> {
 public:
  template <class Qualified>
  CacheModifiedInputIterator(Qualified* from) : from_(from) {}
  Value at(Offset i) const { return from_[i]; }

 private:
  const Value* from_;
};

/// Uses the texture path on a device. Here these are plain loads.
template <class Value, class Offset = ptrdiff_t>
class TexObjInputIterator : public detail::MadeUp<TexObjInputIterator<Value, Offset>, Value, Offset> {
 public:
  template <class Qualified>
  cudaError_t BindTexture(Qualified* from, size_t = size_t(-1), size_t = 0) {
    from_ = from;
    return cudaSuccess;
  }
  cudaError_t UnbindTexture() { return cudaSuccess; }
  Value at(Offset i) const { return from_[i]; }

 private:
  const Value* from_ = nullptr;
};

}  // namespace cub
