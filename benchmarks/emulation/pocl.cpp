// Another way to run kernels on a CPU: the same kernels in OpenCL C on PoCL. Its compiler splits them at
// barriers and vectorises over work-items. One thread (the runner sets POCL_MAX_PTHREAD_COUNT=1).
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "contest.h"

namespace {

using namespace contest;

const char* const source = R"(
kernel void vector_add(global const float* a, global const float* b, global float* c, int n) {
  const int i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}
kernel void saxpy(float alpha, global const float* x, global float* y, int n) {
  const int i = get_global_id(0);
  if (i < n) y[i] = alpha * x[i] + y[i];
}
kernel void gemm_naive(global const float* a, global const float* b, global float* c, int n) {
  const int row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
#define GEMM_TILED(name, tile)                                                                  \
  kernel void name(global const float* a, global const float* b, global float* c, int n) {     \
    local float tile_a[tile][tile], tile_b[tile][tile];                                         \
    const int y = get_local_id(1), x = get_local_id(0);                                         \
    const int row = get_group_id(1) * tile + y, column = get_group_id(0) * tile + x;            \
    float sum = 0;                                                                              \
    for (int step = 0; step < n; step += tile) {                                                \
      tile_a[y][x] = a[row * n + step + x];                                                     \
      tile_b[y][x] = b[(step + y) * n + column];                                                \
      barrier(CLK_LOCAL_MEM_FENCE);                                                             \
      for (int k = 0; k < tile; ++k) sum += tile_a[y][k] * tile_b[k][x];                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                                             \
    }                                                                                           \
    c[row * n + column] = sum;                                                                  \
  }
GEMM_TILED(gemm_tiled_16, 16)
GEMM_TILED(gemm_tiled_32, 32)
kernel void block_reduction(global const float* values, global float* sums, int n) {
  local float partial[256];
  const uint t = get_local_id(0), i = get_global_id(0);
  partial[t] = i < n ? values[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (t < stride) partial[t] += partial[t + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) sums[get_group_id(0)] = partial[0];
}
kernel void transpose(global const float* in, global float* out, int n) {
  local float tile[32][33];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_group_id(0) * 32 + lx, y = get_group_id(1) * 32 + ly;
  for (int j = 0; j < 32; j += 8) tile[ly + j][lx] = in[(y + j) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int to_x = get_group_id(1) * 32 + lx, to_y = get_group_id(0) * 32 + ly;
  for (int j = 0; j < 32; j += 8) out[(to_y + j) * n + to_x] = tile[lx][ly + j];
}
)";

void must(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "pocl: %s failed with %d\n", call, status);
  std::exit(2);
}

class OpenCl {
 public:
  OpenCl() {
    cl_platform_id platform;
    cl_int status;
    must(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device_, nullptr), "clGetDeviceIDs");
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    must(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &status);
    must(status, "clCreateCommandQueue");
    program_ = clCreateProgramWithSource(context_, 1, const_cast<const char**>(&source), nullptr, &status);
    must(status, "clCreateProgramWithSource");
    must(clBuildProgram(program_, 1, &device_, "", nullptr, nullptr), "clBuildProgram");
  }

  cl_mem buffer(const std::vector<float>& values) {
    cl_int status;
    cl_mem memory = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, values.size() * 4,
                                   const_cast<float*>(values.data()), &status);
    must(status, "clCreateBuffer");
    return memory;
  }
  std::vector<float> get(cl_mem memory, std::size_t count) {
    std::vector<float> values(count);
    must(clEnqueueReadBuffer(queue_, memory, CL_TRUE, 0, count * 4, values.data(), 0, nullptr, nullptr),
         "read");
    return values;
  }
  template <class... Arguments>
  std::function<void()> kernel(const char* name, std::size_t global_x, std::size_t global_y,
                               std::size_t local_x, std::size_t local_y, Arguments... arguments) {
    cl_int status;
    cl_kernel kernel = clCreateKernel(program_, name, &status);
    must(status, "clCreateKernel");
    cl_uint index = 0;
    (must(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
    return [this, kernel, global_x, global_y, local_x, local_y] {
      const std::size_t global[] = {global_x, global_y}, local[] = {local_x, local_y};
      must(clEnqueueNDRangeKernel(queue_, kernel, 2, nullptr, global, local, 0, nullptr, nullptr), "launch");
      must(clFinish(queue_), "clFinish");
    };
  }

 private:
  cl_device_id device_;
  cl_context context_;
  cl_command_queue queue_;
  cl_program program_;
};

void run_vectors(OpenCl& cl, const std::string& kernel) {
  const auto a = input(vector_elements, 1), b = input(vector_elements, 2);
  const cl_mem x = cl.buffer(a), y = cl.buffer(b), z = cl.buffer(a);
  const bool adds = kernel == "vector_add";
  const auto run = adds ? cl.kernel("vector_add", vector_elements, 1, 256, 1, x, y, z, vector_elements)
                        : cl.kernel("saxpy", vector_elements, 1, 256, 1, 0.5F, x, y, vector_elements);
  run();
  must_be_close(cl.get(adds ? z : y, a.size())[12345],
                adds ? a[12345] + b[12345] : 0.5F * a[12345] + b[12345], kernel.c_str());
  report(vector_elements, run);
}

void run_gemm(OpenCl& cl, const std::string& kernel) {
  const auto left = input(matrix * matrix, 1), right = input(matrix * matrix, 2);
  const cl_mem x = cl.buffer(left), y = cl.buffer(right), z = cl.buffer(left);
  const std::size_t tile = kernel == "gemm_tiled_32" ? 32 : 16;
  const auto run = cl.kernel(kernel.c_str(), matrix, matrix, tile, tile, x, y, z, matrix);
  run();
  must_be_close(cl.get(z, left.size())[100 * matrix + 77], Expected::gemm_element(left, right, 100, 77),
                kernel.c_str());
  report(double{matrix} * matrix, run, 3);
}

void run_reduction(OpenCl& cl) {
  const auto a = input(vector_elements, 1);
  const std::size_t blocks = vector_elements / reduction_block;
  const cl_mem x = cl.buffer(a), sums = cl.buffer(std::vector<float>(blocks));
  const auto run =
      cl.kernel("block_reduction", vector_elements, 1, reduction_block, 1, x, sums, vector_elements);
  run();
  must_be_close(Expected::sum(cl.get(sums, blocks)), Expected::sum(a), "block_reduction");
  report(vector_elements, run, 3);
}

void run_transpose(OpenCl& cl) {
  const auto values = input(transposed * transposed, 3);
  const cl_mem in = cl.buffer(values), out = cl.buffer(values);
  const auto run = cl.kernel("transpose", transposed, transposed / 4, 32, 8, in, out, transposed);
  run();
  must_be_close(cl.get(out, values.size())[5 * transposed + 1234], values[1234 * transposed + 5],
                "transpose");
  report(double{transposed} * transposed, run);
}

}  // namespace

int main(int count, char** words) {
  const std::string kernel = count == 2 ? words[1] : "";
  OpenCl cl;
  if (kernel == "vector_add" || kernel == "saxpy")
    run_vectors(cl, kernel);
  else if (kernel.starts_with("gemm"))
    run_gemm(cl, kernel);
  else if (kernel == "block_reduction")
    run_reduction(cl);
  else if (kernel == "transpose")
    run_transpose(cl);
  else
    return std::fprintf(stderr, "usage: %s KERNEL\n", words[0]), 64;
  return 0;
}
