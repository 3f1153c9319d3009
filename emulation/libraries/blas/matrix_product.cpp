#include "emulation/libraries/blas/matrix_product.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <system_error>
#include <thread>
#include <vector>

#include "emulation/engine/device_access.h"
#include "emulation/engine/program_signals.h"
#include "emulation/libraries/blas/host_blas.h"
#include "emulation/runtime/library_work.h"

namespace gridmark::blas {
namespace {

template <class T>
constexpr const char* routine = nullptr;
template <>
constexpr const char* routine<float> = "sgemm_";
template <>
constexpr const char* routine<double> = "dgemm_";
template <>
constexpr const char* routine<std::complex<float>> = "cgemm_";
template <>
constexpr const char* routine<std::complex<double>> = "zgemm_";

template <class T>
using Gemm = void (*)(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                      const T* alpha, const T* a, const int* lda, const T* b, const int* ldb, const T* beta,
                      T* c, const int* ldc, std::size_t, std::size_t);

/// A matrix as BLAS names it: column-major storage and the operation on it.
template <class T>
struct Named {
  char operation;
  const T* at;
  int leading;
};

/// Copies if BLAS has no name for the strides, and for conjugation without transposition, which not every
/// BLAS has.
template <class T>
Named<T> named(const View<const T>& view, std::vector<T>& copy) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  const auto fits = [](std::int64_t leading, std::int64_t height) {
    return leading >= height && leading <= most;
  };
  if (view.down == 1 && !view.conjugated && (fits(view.right, view.rows) || view.cols == 1))
    return {'N', view.at,
            static_cast<int>(std::max({view.cols == 1 ? view.rows : view.right, std::int64_t{1}}))};
  if (view.right == 1 && (fits(view.down, view.cols) || view.rows == 1))
    return {view.conjugated ? 'C' : 'T', view.at,
            static_cast<int>(std::max({view.rows == 1 ? view.cols : view.down, std::int64_t{1}}))};
  copy.resize(static_cast<std::size_t>(view.rows * view.cols));
  for (std::int64_t j = 0; j < view.cols; ++j)
    for (std::int64_t i = 0; i < view.rows; ++i)
      copy[static_cast<std::size_t>(i + j * view.rows)] = view.get(i, j);
  return {'N', copy.data(), static_cast<int>(std::max(view.rows, std::int64_t{1}))};
}

template <class T>
void scale(T beta, const View<T>& c) {
  if (beta == T(1)) return;
  for (std::int64_t j = 0; j < c.cols; ++j)
    for (std::int64_t i = 0; i < c.rows; ++i) c(i, j) = beta == T(0) ? T(0) : beta * c(i, j);
}

/// Used without a BLAS: a column of C at a time, blocked over k so that A's columns stay in cache.
template <class T>
void plain_product(T alpha, const View<const T>& a, const View<const T>& b, const View<T>& c) {
  std::vector<T> packed(static_cast<std::size_t>(a.rows * a.cols));
  for (std::int64_t l = 0; l < a.cols; ++l)
    for (std::int64_t i = 0; i < a.rows; ++i) packed[static_cast<std::size_t>(l * a.rows + i)] = a.get(i, l);
  std::vector<T> column(static_cast<std::size_t>(a.rows));
  for (std::int64_t j = 0; j < c.cols; ++j) {
    std::fill(column.begin(), column.end(), T(0));
    for (std::int64_t l = 0; l < a.cols; ++l) {
      const T factor = b.get(l, j);
      const T* from = packed.data() + l * a.rows;
      for (std::size_t i = 0; i < column.size(); ++i) column[i] += factor * from[i];
    }
    for (std::int64_t i = 0; i < c.rows; ++i) c(i, j) += alpha * column[static_cast<std::size_t>(i)];
  }
}

/// C is a column-major matrix.
template <class T>
void host_product(Gemm<T> gemm, T alpha, const View<const T>& a, const View<const T>& b, T beta,
                  const View<T>& c) {
  std::vector<T> copy_a, copy_b;
  const Named<T> left = named(a, copy_a), right = named(b, copy_b);
  const int m = static_cast<int>(c.rows), n = static_cast<int>(c.cols), k = static_cast<int>(a.cols);
  const int leading = static_cast<int>(c.cols == 1 ? std::max(c.rows, std::int64_t{1}) : c.right);
  gemm(&left.operation, &right.operation, &m, &n, &k, &alpha, left.at, &left.leading, right.at,
       &right.leading, &beta, c.at, &leading, 1, 1);
}

/// Rows or columns of C that one thread computes at a time, without the others. OpenBLAS would divide the
/// work depending on its number of threads, and the order of its sums would depend on it too. These shares do
/// not, so the bits are the same with any number of threads.
constexpr std::int64_t share = 256;

/// Multiplications that are not worth another thread, about a millisecond.
constexpr std::int64_t few = std::int64_t{1} << 24;

/// Calls compute(i) for each i < count, on at most `threads` threads, in any order.
template <class Compute>
void in_parallel(std::int64_t count, std::int64_t threads, const Compute& compute) {
  std::atomic<std::int64_t> next{0};
  const auto work = [&] {
    const emulation::DeviceAccess access;
    for (std::int64_t i = next++; i < count; i = next++) compute(i);
  };
  std::vector<std::jthread> helpers;
  try {
    const emulation::ProgramSignalsElsewhere elsewhere;
    for (std::int64_t helper = 1; helper < std::min(threads, count); ++helper) helpers.emplace_back(work);
  } catch (const std::system_error&) {
    // The system limits threads. Those that started do the work.
  }
  work();
}

/// The longer side of C is divided into shares.
template <class T>
void shared_product(Gemm<T> gemm, T alpha, const View<const T>& a, const View<const T>& b, T beta,
                    const View<T>& c) {
  const bool by_rows = c.rows > c.cols;
  const std::int64_t side = by_rows ? c.rows : c.cols;
  const std::int64_t threads = c.rows * c.cols * a.cols < few ? 1 : emulation::library_threads();
  in_parallel((side + share - 1) / share, threads, [&](std::int64_t i) {
    const std::int64_t first = i * share, count = std::min(share, side - first);
    if (by_rows)
      host_product(gemm, alpha, a.block(first, 0, count, a.cols), b, beta, c.block(first, 0, count, c.cols));
    else
      host_product(gemm, alpha, a, b.block(0, first, b.rows, count), beta, c.block(0, first, c.rows, count));
  });
}

}  // namespace

template <class T>
void matrix_product(T alpha, const View<const T>& a, const View<const T>& b, T beta, const View<T>& c) {
  if (c.rows == 0 || c.cols == 0) return;
  if (a.cols == 0 || alpha == T(0)) return scale(beta, c);
  const bool is_column = c.down == 1 && (c.right >= c.rows || c.cols == 1);
  if (!is_column && c.right == 1)
    return matrix_product(alpha, b.transposed(), a.transposed(), beta, c.transposed());
  static const auto gemm = reinterpret_cast<Gemm<T>>(host_routine(routine<T>));
  if (!gemm || !is_column) {
    scale(beta, c);
    return plain_product(alpha, a, b, c);
  }
  shared_product(gemm, alpha, a, b, beta, c);
}

template void matrix_product(float, const View<const float>&, const View<const float>&, float,
                             const View<float>&);
template void matrix_product(double, const View<const double>&, const View<const double>&, double,
                             const View<double>&);
template void matrix_product(std::complex<float>, const View<const std::complex<float>>&,
                             const View<const std::complex<float>>&, std::complex<float>,
                             const View<std::complex<float>>&);
template void matrix_product(std::complex<double>, const View<const std::complex<double>>&,
                             const View<const std::complex<double>>&, std::complex<double>,
                             const View<std::complex<double>>&);

}  // namespace gridmark::blas
