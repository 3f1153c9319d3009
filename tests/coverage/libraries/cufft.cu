// Feature: cuFFT: plans of one to three dimensions and any size, batched, strided and in place, single and double, with callbacks
// Link: -lcufft
#include <cufftXt.h>

#include <cmath>
#include <complex>

#include "../check.h"

#define FFT(call) CHECK((call) == CUFFT_SUCCESS)

typedef std::complex<double> Number;

static unsigned seed = 1;
static double random_number() {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) / 16777216.0 - 0.5;
}

// The transform by its definition, over x [nx][ny][nz].
static std::vector<Number> transformed(const std::vector<Number>& x, int nx, int ny, int nz, int sign) {
  std::vector<Number> y(x.size());
  for (int a = 0; a < nx; ++a)
    for (int b = 0; b < ny; ++b)
      for (int c = 0; c < nz; ++c) {
        Number sum = 0;
        for (int i = 0; i < nx; ++i)
          for (int j = 0; j < ny; ++j)
            for (int k = 0; k < nz; ++k) {
              const double turn = (double)(a * i % nx) / nx + (double)(b * j % ny) / ny + (double)(c * k % nz) / nz;
              sum += x[(i * ny + j) * nz + k] * std::polar(1.0, sign * 2 * M_PI * turn);
            }
        y[(a * ny + b) * nz + c] = sum;
      }
  return y;
}

static bool near(double x, double y, double scale, double tolerance) { return std::abs(x - y) <= tolerance * scale; }

static std::vector<Number> random_numbers(size_t count, bool real) {
  std::vector<Number> values(count);
  for (Number& value : values) value = {random_number(), real ? 0 : random_number()};
  return values;
}

static std::vector<cufftComplex> singles(const std::vector<Number>& values) {
  std::vector<cufftComplex> result;
  for (const Number& v : values) result.push_back(make_cuComplex((float)v.real(), (float)v.imag()));
  return result;
}

static void check_near(const std::vector<cufftComplex>& got, const std::vector<Number>& expected, double scale) {
  CHECK(got.size() == expected.size());
  for (size_t i = 0; i < expected.size() && i < got.size(); ++i)
    CHECK(near(got[i].x, expected[i].real(), scale, 1e-6) && near(got[i].y, expected[i].imag(), scale, 1e-6));
}

static void one_dimension(int n, int batch) {
  cufftHandle plan;
  FFT(cufftPlan1d(&plan, n, CUFFT_C2C, batch));
  std::vector<Number> all, forward, backward;
  for (int b = 0; b < batch; ++b) {
    const auto x = random_numbers(n, false), f = transformed(x, n, 1, 1, -1), i = transformed(x, n, 1, 1, 1);
    all.insert(all.end(), x.begin(), x.end());
    forward.insert(forward.end(), f.begin(), f.end());
    backward.insert(backward.end(), i.begin(), i.end());
  }
  coverage::Buffer<cufftComplex> in(singles(all)), out(all.size());
  FFT(cufftExecC2C(plan, in, out, CUFFT_FORWARD));
  check_near(out.get(), forward, n);
  FFT(cufftExecC2C(plan, in, in, CUFFT_INVERSE));
  check_near(in.get(), backward, n);
  FFT(cufftDestroy(plan));
}

static void doubles(int n) {
  cufftHandle forward, back;
  FFT(cufftPlan1d(&forward, n, CUFFT_D2Z, 1));
  FFT(cufftPlan1d(&back, n, CUFFT_Z2D, 1));
  const auto x = random_numbers(n, true), y = transformed(x, n, 1, 1, -1);
  std::vector<double> reals;
  for (const Number& v : x) reals.push_back(v.real());
  coverage::Buffer<double> in(reals), again(n);
  coverage::Buffer<cufftDoubleComplex> out(n / 2 + 1);
  FFT(cufftExecD2Z(forward, in, out));
  FFT(cufftExecZ2D(back, out, again));
  const auto got = out.get();
  for (int k = 0; k <= n / 2; ++k)
    CHECK(near(got[k].x, y[k].real(), n, 1e-13) && near(got[k].y, y[k].imag(), n, 1e-13));
  const auto round = again.get();
  for (int k = 0; k < n; ++k) CHECK(near(round[k], n * reals[k], n, 1e-13));
  FFT(cufftDestroy(forward));
  FFT(cufftDestroy(back));
}

// A real array of two or three dimensions there and back, out of place and in place with padded rows.
static void real_dimensions(int nx, int ny, int nz) {
  cufftHandle forward, back;
  if (nx == 1) {
    FFT(cufftPlan2d(&forward, ny, nz, CUFFT_R2C));
    FFT(cufftPlan2d(&back, ny, nz, CUFFT_C2R));
  } else {
    FFT(cufftPlan3d(&forward, nx, ny, nz, CUFFT_R2C));
    FFT(cufftPlan3d(&back, nx, ny, nz, CUFFT_C2R));
  }
  const int n = nx * ny * nz, half = nz / 2 + 1, rows = nx * ny;
  const auto x = random_numbers(n, true), y = transformed(x, nx, ny, nz, -1);
  std::vector<Number> expected;
  for (int row = 0; row < rows; ++row) expected.insert(expected.end(), &y[row * nz], &y[row * nz] + half);
  std::vector<float> packed, padded(rows * 2 * half, 99);
  for (const Number& v : x) packed.push_back((float)v.real());
  for (int i = 0; i < n; ++i) padded[i / nz * 2 * half + i % nz] = packed[i];
  coverage::Buffer<float> in(packed), again(n), place(padded);
  coverage::Buffer<cufftComplex> out(rows * half);
  FFT(cufftExecR2C(forward, in, out));
  check_near(out.get(), expected, n);
  FFT(cufftExecC2R(back, out, again));
  const auto round = again.get();
  for (int i = 0; i < n; ++i) CHECK(near(round[i], n * packed[i], n, 1e-6));

  FFT(cufftExecR2C(forward, place, (cufftComplex*)(float*)place));
  const auto spectrum = place.get();
  for (int i = 0; i < rows * half; ++i)
    CHECK(near(spectrum[2 * i], expected[i].real(), n, 1e-6) && near(spectrum[2 * i + 1], expected[i].imag(), n, 1e-6));
  FFT(cufftExecC2R(back, (cufftComplex*)(float*)place, place));
  const auto back_again = place.get();
  for (int i = 0; i < n; ++i) CHECK(near(back_again[i / nz * 2 * half + i % nz], n * packed[i], n, 1e-6));
  FFT(cufftDestroy(forward));
  FFT(cufftDestroy(back));
}

// The columns of a row-major matrix, as a batch.
static void columns() {
  int rows = 6, cols = 5;
  cufftHandle plan;
  FFT(cufftPlanMany(&plan, 1, &rows, &rows, cols, 1, &rows, cols, 1, CUFFT_C2C, cols));
  const auto x = random_numbers(rows * cols, false);
  coverage::Buffer<cufftComplex> data(singles(x));
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  FFT(cufftSetStream(plan, stream));
  FFT(cufftExecC2C(plan, data, data, CUFFT_FORWARD));
  CUDA(cudaStreamSynchronize(stream));
  std::vector<Number> expected(x.size());
  for (int c = 0; c < cols; ++c) {
    std::vector<Number> column;
    for (int r = 0; r < rows; ++r) column.push_back(x[r * cols + c]);
    column = transformed(column, rows, 1, 1, -1);
    for (int r = 0; r < rows; ++r) expected[r * cols + c] = column[r];
  }
  check_near(data.get(), expected, rows);
  FFT(cufftDestroy(plan));

  // Two 3 x 4 transforms of larger planes, with a stride of two.
  int n[] = {3, 4}, embed[] = {3, 6}, tight[] = {3, 4};
  const int stride = 2, distance = 40;
  FFT(cufftCreate(&plan));
  size_t work = 1;
  FFT(cufftMakePlanMany(plan, 2, n, embed, stride, distance, tight, 1, 12, CUFFT_C2C, 2, &work));
  const auto planes = random_numbers(80, false);
  coverage::Buffer<cufftComplex> from(singles(planes)), to(24);
  FFT(cufftExecC2C(plan, from, to, CUFFT_INVERSE));
  std::vector<Number> both;
  for (int b = 0; b < 2; ++b) {
    std::vector<Number> one;
    for (int i = 0; i < 12; ++i) one.push_back(planes[b * distance + (i / 4 * 6 + i % 4) * stride]);
    one = transformed(one, 1, 3, 4, 1);
    both.insert(both.end(), one.begin(), one.end());
  }
  check_near(to.get(), both, 12);
  FFT(cufftDestroy(plan));
  CUDA(cudaStreamDestroy(stream));
}

__device__ cufftComplex load_scaled(void* from, size_t offset, void* information, void*) {
  const cufftComplex value = ((cufftComplex*)from)[offset];
  const float scale = *(float*)information;
  return make_cuComplex(scale * value.x, scale * value.y);
}
__device__ void store_negative(void* to, size_t offset, cufftComplex value, void*, void*) {
  ((cufftComplex*)to)[offset] = make_cuComplex(-value.x, -value.y);
}
__device__ cufftCallbackLoadC load_pointer = load_scaled;
__device__ cufftCallbackStoreC store_pointer = store_negative;

static void callbacks() {
  const int n = 16;
  long long size = n;
  size_t work;
  cufftHandle plan;
  FFT(cufftCreate(&plan));
  FFT(cufftXtMakePlanMany(plan, 1, &size, nullptr, 1, 1, CUDA_C_32F, nullptr, 1, 1, CUDA_C_32F, 1, &work, CUDA_C_32F));
  cufftCallbackLoadC load;
  cufftCallbackStoreC store;
  CUDA(cudaMemcpyFromSymbol(&load, load_pointer, sizeof load));
  CUDA(cudaMemcpyFromSymbol(&store, store_pointer, sizeof store));
  coverage::Buffer<float> scale(1, 3.0f);
  void* information = (float*)scale;
  FFT(cufftXtSetCallback(plan, (void**)&load, CUFFT_CB_LD_COMPLEX, &information));
  FFT(cufftXtSetCallback(plan, (void**)&store, CUFFT_CB_ST_COMPLEX, nullptr));
  const auto x = random_numbers(n, false);
  auto expected = transformed(x, n, 1, 1, -1);
  for (Number& value : expected) value *= -3;
  coverage::Buffer<cufftComplex> in(singles(x)), out(n);
  FFT(cufftXtExec(plan, (cufftComplex*)in, (cufftComplex*)out, CUFFT_FORWARD));
  check_near(out.get(), expected, 3 * n);
  FFT(cufftDestroy(plan));
}

static void errors() {
  cufftHandle plan = 0;
  CHECK(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
  CHECK(cufftPlan1d(&plan, 8, CUFFT_C2C, -1) == CUFFT_INVALID_SIZE);
  CHECK(cufftDestroy(12345) == CUFFT_INVALID_PLAN);
  CHECK(cufftExecC2C(12345, nullptr, nullptr, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
  int version = 0;
  FFT(cufftGetVersion(&version));
  CHECK(version >= 11000);
}

int main() {
  for (int n : {1, 2, 3, 4, 5, 7, 8, 12, 16, 30, 31, 37, 64, 74, 97, 210, 256, 509}) one_dimension(n, n < 40 ? 3 : 1);
  for (int n : {1, 2, 9, 16, 60, 67}) doubles(n);
  real_dimensions(1, 4, 8);
  real_dimensions(1, 3, 5);
  real_dimensions(1, 41, 6);
  real_dimensions(2, 3, 4);
  real_dimensions(4, 2, 7);
  columns();
  callbacks();
  errors();
  return coverage::result();
}
