// Plane rotations. rotg and rotmg make them, rotm applies the modified ones.
#include <array>
#include <cmath>

#include "emulation/libraries/cublas/call.h"

namespace gridmark::cublas {
namespace {

/// Runs `work` with pointers that it may use: at once for the host's, and in the stream for the device's.
template <class Work>
cublasStatus_t in_place(Call& call, cublasHandle_t handle, Work work) {
  if (!call.is_sound()) return call.status();
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) return call.run(work);
  work();
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
void touch(Call& call, cublasHandle_t handle, T* at) {
  call.require(at != nullptr);
  if (call.is_sound() && handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
    call.touches(at, sizeof(T), !std::is_const_v<T>, "rotation");
}

template <class T>
void make_rotation(T* a, T* b, T* c, T* s) {
  const T larger = std::abs(*a) > std::abs(*b) ? *a : *b;
  const T r = std::copysign(std::hypot(*a, *b), larger);
  *c = r == 0 ? T(1) : *a / r;
  *s = r == 0 ? T(0) : *b / r;
  T z = 0;  // a value from which c and s can be computed again
  if (r != 0) z = std::abs(*a) > std::abs(*b) ? *s : (*c != 0 ? 1 / *c : T(1));
  *a = r;
  *b = z;
}

template <class R>
void make_rotation(std::complex<R>* a, std::complex<R>* b, R* c, std::complex<R>* s) {
  const R size = std::abs(*a);
  if (size == 0) {
    *c = 0;
    *s = 1;
    *a = *b;
    return;
  }
  const R norm = std::hypot(size, std::abs(*b));
  const std::complex<R> phase = *a / size;
  *c = size / norm;
  *s = phase * std::conj(*b) / norm;
  *a = phase * norm;
}

template <class T, class R>
cublasStatus_t rotg(Call call, cublasHandle_t handle, T* a, T* b, R* c, T* s) {
  touch(call, handle, a);
  touch(call, handle, b);
  touch(call, handle, c);
  touch(call, handle, s);
  return in_place(call, handle, [=] { make_rotation(a, b, c, s); });
}

/// The matrix H of a modified rotation, as `param` packs it: a flag, then h11, h21, h12, h22. The flag
/// determines the implied elements: -2 all (H is the identity), -1 none, 0 the diagonal (ones), 1 the others
/// (h12 = 1, h21 = -1).
template <class T>
struct Modified {
  T flag, h11, h21, h12, h22;

  static Modified unpack(const T* param) {
    const T flag = param[0];
    if (flag == T(-2)) return {flag, 1, 0, 0, 1};
    if (flag == T(0)) return {flag, 1, param[2], param[3], 1};
    if (flag == T(1)) return {flag, param[1], -1, 1, param[4]};
    return {flag, param[1], param[2], param[3], param[4]};
  }
  void pack(T* param) const {
    param[0] = flag;
    if (flag == T(-1) || flag == T(1)) param[1] = h11, param[4] = h22;
    if (flag == T(-1) || flag == T(0)) param[2] = h21, param[3] = h12;
  }
};

template <class T>
cublasStatus_t rotm(Call call, cublasHandle_t handle, std::int64_t n, T* x, std::int64_t incx, T* y,
                    std::int64_t incy, const T* param) {
  const auto first = call.vector(x, n, incx, "x");
  const auto second = call.vector(y, n, incy, "y");
  if (!call.require(param != nullptr).is_sound()) return call.status();
  const bool device = handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
  if (device) call.touches(param, 5 * sizeof(T), false, "param");
  std::array<T, 5> kept{};
  if (!device) std::copy(param, param + 5, kept.begin());
  return call.run([=] {
    const auto h = Modified<T>::unpack(device ? param : kept.data());
    if (h.flag == T(-2)) return;
    for (std::int64_t i = 0; i < first.n; ++i) {
      const T w = first[i], z = second[i];
      first[i] = h.h11 * w + h.h12 * z;
      second[i] = h.h21 * w + h.h22 * z;
    }
  });
}

/// Keeps d within [1/4096^2, 4096^2] by powers of 4096, which H absorbs: row 1 for d1 (and x1), row 2 for d2.
template <class T>
void rescale(T& d, T& left, T& right, T* x) {
  constexpr T gamma = 4096, most = gamma * gamma, least = 1 / most;
  while (d != 0 && (std::abs(d) <= least || std::abs(d) >= most)) {
    const bool small = std::abs(d) <= least;
    d = small ? d * most : d / most;
    left = small ? left / gamma : left * gamma;
    right = small ? right / gamma : right * gamma;
    if (x) *x = small ? *x / gamma : *x * gamma;
  }
}

/// H such that H * (sqrt(d1) x1, sqrt(d2) y1) has no second component. d1, d2 and x1 become those of the
/// result.
template <class T>
void make_modified(T* d1, T* d2, T* x1, T y1, T* param) {
  Modified<T> h{-1, 0, 0, 0, 0};
  const T p2 = *d2 * y1, p1 = *d1 * *x1, q2 = p2 * y1, q1 = p1 * *x1;
  if (*d1 >= 0 && p2 == 0) return Modified<T>{-2, 1, 0, 0, 1}.pack(param);
  if (*d1 < 0 || (std::abs(q1) <= std::abs(q2) && q2 < 0)) {
    *d1 = *d2 = *x1 = 0;
    return h.pack(param);
  }
  if (std::abs(q1) > std::abs(q2)) {
    h = {0, 1, -y1 / *x1, p2 / p1, 1};
    const T u = 1 - h.h12 * h.h21;
    if (u <= 0) {
      *d1 = *d2 = *x1 = 0;
      return Modified<T>{-1, 0, 0, 0, 0}.pack(param);
    }
    *d1 /= u;
    *d2 /= u;
    *x1 *= u;
  } else {
    h = {1, p1 / p2, -1, 1, *x1 / y1};
    const T u = 1 + h.h11 * h.h22;
    const T other = *d2 / u;
    *d2 = *d1 / u;
    *d1 = other;
    *x1 = y1 * u;
  }
  const T before1 = *d1, before2 = *d2;
  rescale(*d1, h.h11, h.h12, x1);
  rescale(*d2, h.h21, h.h22, static_cast<T*>(nullptr));
  if (*d1 != before1 || *d2 != before2) h.flag = -1;
  h.pack(param);
}

template <class T>
cublasStatus_t rotmg(Call call, cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) {
  touch(call, handle, d1);
  touch(call, handle, d2);
  touch(call, handle, x1);
  touch(call, handle, y1);
  touch(call, handle, param);
  return in_place(call, handle, [=] { make_modified(d1, d2, x1, *y1, param); });
}

}  // namespace
}  // namespace gridmark::cublas

using namespace gridmark::cublas;

extern "C" {

#define GRIDMARK_DEFINE(X, T, R)                                                    \
  cublasStatus_t cublas##X##rotg_v2(cublasHandle_t h, T* a, T* b, R* c, T* s) {     \
    return rotg({h, "cublas" #X "rotg"}, h, element(a), element(b), c, element(s)); \
  }
GRIDMARK_DEFINE(S, float, float)
GRIDMARK_DEFINE(D, double, double)
GRIDMARK_DEFINE(C, cuComplex, float)
GRIDMARK_DEFINE(Z, cuDoubleComplex, double)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, I, N)                                                                         \
  cublasStatus_t cublas##X##rotm_v2##N(cublasHandle_t h, I n, T* x, I incx, T* y, I incy, const T* param) { \
    return rotm({h, "cublas" #X "rotm"}, h, n, x, incx, y, incy, param);                                    \
  }
GRIDMARK_CUBLAS_REAL(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

cublasStatus_t cublasSrotmg_v2(cublasHandle_t h, float* d1, float* d2, float* x1, const float* y1,
                               float* param) {
  return rotmg({h, "cublasSrotmg"}, h, d1, d2, x1, y1, param);
}
cublasStatus_t cublasDrotmg_v2(cublasHandle_t h, double* d1, double* d2, double* x1, const double* y1,
                               double* param) {
  return rotmg({h, "cublasDrotmg"}, h, d1, d2, x1, y1, param);
}

}  // extern "C"
