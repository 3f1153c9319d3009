// Feature: cuBLAS level 1: axpy, scal, copy, swap, dot, nrm2, asum, amax, amin, rot, rotg, rotm, rotmg in S, D, C, Z
// Link: -lcublas
#include "blas.h"

using namespace coverage;

constexpr int n = 1000;

/// Element i of a vector with a step, in BLAS's order.
int place(int i, int step) { return step > 0 ? i * step : (i - (n - 1)) * step; }

template <class T, class Routine>
void test_axpy(cublasHandle_t handle, Routine axpy, int incx, int incy) {
  auto x = numbers<T>(n * std::abs(incx), 1), y = numbers<T>(n * std::abs(incy), 2);
  Buffer<T> dx(x), dy(y);
  T alpha = Number<T>::make(0.5, -2);
  CUBLAS(axpy(handle, n, raw(&alpha), raw((T*)dx), incx, raw((T*)dy), incy));
  for (int i = 0; i < n; ++i) y[place(i, incy)] += alpha * x[place(i, incx)];
  CHECK(close(dy.get(), y));
}

template <class T, class Scal, class Copy, class Swap>
void test_moves(cublasHandle_t handle, Scal scal, Copy copy, Swap swap) {
  auto x = numbers<T>(2 * n, 3), y = numbers<T>(n, 4);
  Buffer<T> dx(x), dy(y), dz(n);
  T alpha = Number<T>::make(-3, 1);
  CUBLAS(scal(handle, n, raw(&alpha), raw((T*)dx), 2));
  CUBLAS(copy(handle, n, raw((T*)dx), 2, raw((T*)dz), -1));
  CUBLAS(swap(handle, n, raw((T*)dx), 2, raw((T*)dy), 1));
  std::vector<T> z(n);
  for (int i = 0; i < n; ++i) x[2 * i] *= alpha;
  for (int i = 0; i < n; ++i) z[n - 1 - i] = x[2 * i];
  for (int i = 0; i < n; ++i) std::swap(x[2 * i], y[i]);
  CHECK(close(dx.get(), x) && close(dy.get(), y) && close(dz.get(), z));
}

template <class T, class Dot>
void test_dot(cublasHandle_t handle, Dot dot, bool conjugated) {
  const auto x = numbers<T>(2 * n, 5), y = numbers<T>(n, 6);
  Buffer<T> dx(x), dy(y), device(1);
  T expected{}, seen{};
  for (int i = 0; i < n; ++i) expected += (conjugated ? conj_of(x[2 * i]) : x[2 * i]) * y[i];
  CUBLAS(dot(handle, n, raw((T*)dx), 2, raw((T*)dy), 1, raw(&seen)));
  CHECK(close(seen, expected, 10));
  CUBLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CUBLAS(dot(handle, n, raw((T*)dx), 2, raw((T*)dy), 1, raw((T*)device)));
  CUBLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  CHECK(close(device.get()[0], expected, 10));
}

template <class T, class R, class Asum, class Nrm2, class Amax, class Amin>
void test_sizes(cublasHandle_t handle, Asum asum, Nrm2 nrm2, Amax amax, Amin amin) {
  auto x = numbers<T>(n, 7);
  x[123] = x[700] = Number<T>::make(-5, 3);
  x[456] = x[800] = Number<T>::make(1e-9, 0);
  Buffer<T> dx(x);
  double sum = 0, squares = 0;
  for (T v : x) sum += std::abs(std::real(v)) + std::abs(std::imag(v)), squares += std::norm(v);
  R size = 0, norm = 0;
  int largest = 0, smallest = 0;
  CUBLAS(asum(handle, n, raw((T*)dx), 1, &size));
  CUBLAS(nrm2(handle, n, raw((T*)dx), 1, &norm));
  CUBLAS(amax(handle, n, raw((T*)dx), 1, &largest));
  CUBLAS(amin(handle, n, raw((T*)dx), 1, &smallest));
  CHECK(close(size, R(sum)) && close(norm, R(std::sqrt(squares))));
  CHECK(largest == 124 && smallest == 457);  // the first of equals, counted from 1
  CUBLAS(amax(handle, 0, raw((T*)dx), 1, &largest));
  CHECK(largest == 0);
  // Squares would overflow.
  Buffer<T> huge(4, Number<T>::make(std::numeric_limits<R>::max() / 4, 0));
  CUBLAS(nrm2(handle, 4, raw((T*)huge), 1, &norm));
  CHECK(close(norm / std::numeric_limits<R>::max(), R(0.5)));
}

template <class T, class Rot, class Rotg>
void test_rotation(cublasHandle_t handle, Rot rot, Rotg rotg) {
  for (auto pair : {std::pair<double, double>{3, 4}, {-3, 1}, {0, 2}, {0, 0}, {5, 0}}) {
    T a = T(pair.first), b = T(pair.second), c, s;
    CUBLAS(rotg(handle, &a, &b, &c, &s));
    const T first = T(pair.first), second = T(pair.second);
    CHECK(close(c * first + s * second, a) && close(c * second - s * first, T(0)) &&
          close(c * c + s * s, T(1)));
  }
  auto x = numbers<T>(n, 8), y = numbers<T>(n, 9);
  Buffer<T> dx(x), dy(y);
  const T c = T(0.6), s = T(0.8);
  CUBLAS(rot(handle, n, dx, 1, dy, 1, &c, &s));
  for (int i = 0; i < n; ++i) {
    const T turned = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
    x[i] = turned;
  }
  CHECK(close(dx.get(), x) && close(dy.get(), y));
}

template <class T, class Rotm, class Rotmg>
void test_modified_rotation(cublasHandle_t handle, Rotm rotm, Rotmg rotmg) {
  for (auto v : {std::pair<double, double>{2, 1}, {1, 3}, {1e9, 2}, {2, 0}}) {
    T d1 = T(1.5), d2 = T(0.5), x1 = T(v.first), param[5] = {0, 0, 0, 0, 0};
    const T y1 = T(v.second);
    CUBLAS(rotmg(handle, &d1, &d2, &x1, &y1, param));
    Buffer<T> x(1, T(v.first)), y(1, y1);
    CUBLAS(rotm(handle, 1, x, 1, y, 1, param));
    // H * (x1, y1) = (new x1, 0), and d1 * x1^2 + d2 * y1^2 stays.
    CHECK(close(x.get()[0], x1, 5));
    CHECK(std::abs(y.get()[0]) <= 10 * Number<T>::tolerance * std::abs(v.second));
    const double before = 1.5 * v.first * v.first + 0.5 * v.second * v.second;
    CHECK(std::abs(double(d1) * x1 * x1 - before) <= 20 * Number<T>::tolerance * before);
  }
}

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  using C = std::complex<float>;
  using Z = std::complex<double>;
  test_axpy<float>(handle, cublasSaxpy, 1, 1);
  test_axpy<double>(handle, cublasDaxpy, -2, 3);
  test_axpy<C>(handle, cublasCaxpy, 2, -1);
  test_axpy<Z>(handle, cublasZaxpy, 1, 2);
  test_moves<float>(handle, cublasSscal, cublasScopy, cublasSswap);
  test_moves<double>(handle, cublasDscal, cublasDcopy, cublasDswap);
  test_moves<C>(handle, cublasCscal, cublasCcopy, cublasCswap);
  test_moves<Z>(handle, cublasZscal, cublasZcopy, cublasZswap);
  test_dot<float>(handle, cublasSdot, false);
  test_dot<double>(handle, cublasDdot, false);
  test_dot<C>(handle, cublasCdotu, false);
  test_dot<C>(handle, cublasCdotc, true);
  test_dot<Z>(handle, cublasZdotu, false);
  test_dot<Z>(handle, cublasZdotc, true);
  test_sizes<float, float>(handle, cublasSasum, cublasSnrm2, cublasIsamax, cublasIsamin);
  test_sizes<double, double>(handle, cublasDasum, cublasDnrm2, cublasIdamax, cublasIdamin);
  test_sizes<C, float>(handle, cublasScasum, cublasScnrm2, cublasIcamax, cublasIcamin);
  test_sizes<Z, double>(handle, cublasDzasum, cublasDznrm2, cublasIzamax, cublasIzamin);
  test_rotation<float>(handle, cublasSrot, cublasSrotg);
  test_rotation<double>(handle, cublasDrot, cublasDrotg);
  test_modified_rotation<float>(handle, cublasSrotm, cublasSrotmg);
  test_modified_rotation<double>(handle, cublasDrotm, cublasDrotmg);
  CUBLAS(cublasDestroy(handle));
  return result();
}
