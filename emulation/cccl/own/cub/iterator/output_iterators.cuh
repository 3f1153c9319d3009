#pragma once
#include <cstddef>
#include <iterator>

#include "../thread/thread_load.cuh"

namespace cub {

template <CacheStoreModifier MODIFIER, class Value, class Offset = ptrdiff_t>
class CacheModifiedOutputIterator {
 public:
  typedef void value_type;
  typedef Value& reference;
  typedef void pointer;
  typedef Offset difference_type;
  typedef std::random_access_iterator_tag iterator_category;

  template <class Qualified>
  CacheModifiedOutputIterator(Qualified* to) : to_(to) {}
  Value& operator*() const { return *to_; }
  template <class Distance>
  Value& operator[](Distance n) const {
    return to_[n];
  }
  template <class Distance>
  CacheModifiedOutputIterator operator+(Distance n) const {
    return CacheModifiedOutputIterator(to_ + n);
  }
  template <class Distance>
  CacheModifiedOutputIterator& operator+=(Distance n) {
    to_ += n;
    return *this;
  }
  CacheModifiedOutputIterator& operator++() { return *this += 1; }

 private:
  Value* to_;
};

/// Accepts every value and stores none.
template <class Offset = ptrdiff_t>
class DiscardOutputIterator {
  struct Sink {
    template <class T>
    const Sink& operator=(const T&) const {
      return *this;
    }
  };

 public:
  typedef void value_type;
  typedef void reference;
  typedef void pointer;
  typedef Offset difference_type;
  typedef std::random_access_iterator_tag iterator_category;

  explicit DiscardOutputIterator(Offset offset = 0) : offset_(offset) {}
  Sink operator*() const { return {}; }
  template <class Distance>
  Sink operator[](Distance) const {
    return {};
  }
  template <class Distance>
  DiscardOutputIterator operator+(Distance n) const {
    return DiscardOutputIterator(offset_ + static_cast<Offset>(n));
  }
  DiscardOutputIterator& operator++() { return ++offset_, *this; }
  Offset operator-(const DiscardOutputIterator& other) const { return offset_ - other.offset_; }

 private:
  Offset offset_;
};

}  // namespace cub
