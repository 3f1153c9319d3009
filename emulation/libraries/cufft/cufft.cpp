// cuFFT's interface. Plans are kept by number, and transforms wait in their plan's stream.
#include <array>
#include <map>
#include <memory>
#include <mutex>

#include "cufftXt.h"
#include "emulation/libraries/cufft/layout.h"
#include "emulation/runtime/library_work.h"

namespace {

using gridmark::fourier::Callback;
using gridmark::fourier::Layout;

struct Plan {
  std::shared_ptr<const Layout> layout;  ///< null until it is made
  cudaStream_t stream = nullptr;
  std::array<Callback, CUFFT_CB_UNDEFINED> callbacks;
};

std::mutex mutex;
std::map<cufftHandle, Plan>& plans() {
  static auto* live = new std::map<cufftHandle, Plan>;
  return *live;
}

/// Calls use(plan) if the plan exists.
template <class Use>
cufftResult with_plan(cufftHandle handle, Use use) {
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = plans().find(handle);
  return found == plans().end() ? CUFFT_INVALID_PLAN : use(found->second);
}

bool is_type(cufftType type) {
  for (const cufftType known : {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D})
    if (type == known) return true;
  return false;
}

/// The caller's description of one array.
template <class Integer>
struct Given {
  const Integer* embed;
  Integer stride, distance;
};

template <class Integer>
cufftResult read_layout(Layout* layout, int rank, const Integer* n, Given<Integer> input,
                        Given<Integer> output, cufftType type, Integer batch) {
  if (rank < 1 || rank > 3 || !n) return CUFFT_INVALID_VALUE;
  if (!is_type(type)) return CUFFT_INVALID_TYPE;
  if (batch < 1) return CUFFT_INVALID_SIZE;
  for (int d = 0; d < rank; ++d)
    if (n[d] < 1) return CUFFT_INVALID_SIZE;
  layout->sizes.assign(n, n + rank);
  layout->type = type;
  layout->batch = static_cast<std::size_t>(batch);
  layout->is_basic = !input.embed || !output.embed;
  if (layout->is_basic) return CUFFT_SUCCESS;
  const auto is_sound = [&](const Given<Integer>& given) {
    for (int d = 1; d < rank; ++d)
      if (given.embed[d] < 1) return false;
    return given.stride >= 1 && given.distance >= 0;
  };
  if (!is_sound(input) || !is_sound(output)) return CUFFT_INVALID_VALUE;
  layout->input_embed.assign(input.embed, input.embed + rank);
  layout->output_embed.assign(output.embed, output.embed + rank);
  layout->input_stride = static_cast<std::size_t>(input.stride);
  layout->input_distance = static_cast<std::size_t>(input.distance);
  layout->output_stride = static_cast<std::size_t>(output.stride);
  layout->output_distance = static_cast<std::size_t>(output.distance);
  return CUFFT_SUCCESS;
}

template <class Integer>
cufftResult make(cufftHandle handle, int rank, const Integer* n, Given<Integer> input, Given<Integer> output,
                 cufftType type, Integer batch, size_t* work_bytes) {
  Layout layout;
  const cufftResult read = read_layout(&layout, rank, n, input, output, type, batch);
  if (read != CUFFT_SUCCESS) return read;
  return with_plan(handle, [&](Plan& plan) {
    if (plan.layout) return CUFFT_INVALID_PLAN;  // a plan can be made only once
    plan.layout = std::make_shared<const Layout>(std::move(layout));
    if (work_bytes) *work_bytes = 0;
    return CUFFT_SUCCESS;
  });
}

cufftResult make_packed(cufftHandle handle, int rank, const int* n, cufftType type, int batch,
                        size_t* work_bytes) {
  return make<int>(handle, rank, n, {}, {}, type, batch, work_bytes);
}

template <class Make>
cufftResult create_and(cufftHandle* handle, Make make_it) {
  const cufftResult created = cufftCreate(handle);
  if (created != CUFFT_SUCCESS) return created;
  const cufftResult made = make_it(*handle);
  if (made != CUFFT_SUCCESS) cufftDestroy(*handle);
  return made;
}

cufftResult size_of(int rank, const int* n, cufftType type, int batch, size_t* work_bytes) {
  Layout layout;
  if (!work_bytes) return CUFFT_INVALID_VALUE;
  *work_bytes = 0;
  return read_layout<int>(&layout, rank, n, {}, {}, type, batch);
}

cufftXtCallbackType load_callback(const Layout& layout) {
  if (layout.input_is_real()) return layout.is_double() ? CUFFT_CB_LD_REAL_DOUBLE : CUFFT_CB_LD_REAL;
  return layout.is_double() ? CUFFT_CB_LD_COMPLEX_DOUBLE : CUFFT_CB_LD_COMPLEX;
}
cufftXtCallbackType store_callback(const Layout& layout) {
  if (layout.output_is_real()) return layout.is_double() ? CUFFT_CB_ST_REAL_DOUBLE : CUFFT_CB_ST_REAL;
  return layout.is_double() ? CUFFT_CB_ST_COMPLEX_DOUBLE : CUFFT_CB_ST_COMPLEX;
}

/// type  the type that the call is for, null for any
cufftResult execute(cufftHandle handle, const char* call, const cufftType* type, void* in, void* out,
                    int sign) {
  if (sign != CUFFT_FORWARD && sign != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.layout || (type && *type != plan.layout->type)) return CUFFT_INVALID_PLAN;
    if (!in || !out) return CUFFT_INVALID_VALUE;
    const std::shared_ptr<const Layout> layout = plan.layout;
    const Callback load = plan.callbacks[load_callback(*layout)],
                   store = plan.callbacks[store_callback(*layout)];
    gridmark::emulation::LibraryWork work;
    work.call = call;
    const std::size_t in_bytes =
        layout->input(in == out).extent(layout->batch) * layout->input_element_bytes();
    const std::size_t out_bytes =
        layout->output(in == out).extent(layout->batch) * layout->output_element_bytes();
    if (!load.function) work.operands.push_back({in, in_bytes, false, "idata"});
    if (!store.function) work.operands.push_back({out, out_bytes, true, "odata"});
    work.load = {.flops = gridmark::fourier::operations(*layout)};
    if (layout->is_double()) work.load.rate = gridmark::emulation::LibraryLoad::Rate::twofold;
    work.run = [=] { gridmark::fourier::transform(*layout, in, out, sign, load, store); };
    const cudaError_t queued = gridmark::emulation::enqueue_library_work(plan.stream, std::move(work));
    return queued == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
  });
}

cufftResult execute(cufftHandle handle, const char* call, cufftType type, void* in, void* out, int sign) {
  return execute(handle, call, &type, in, out, sign);
}

/// The plan's type for the types of its arrays. False if there is none.
bool type_of(cudaDataType in, cudaDataType out, cudaDataType computed, cufftType* type) {
  const struct {
    cudaDataType in, out, computed;
    cufftType type;
  } known[] = {
      {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
      {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
      {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D}};
  for (const auto& row : known) {
    if (row.in != in || row.out != out || row.computed != computed) continue;
    *type = row.type;
    return true;
  }
  return false;
}

}  // namespace

extern "C" {

cufftResult cufftCreate(cufftHandle* handle) {
  if (!handle) return CUFFT_INVALID_VALUE;
  const std::lock_guard<std::mutex> lock(mutex);
  static cufftHandle last = 0;
  *handle = ++last;
  plans()[*handle];
  return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle handle) {
  const std::lock_guard<std::mutex> lock(mutex);
  return plans().erase(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* work) {
  return make_packed(plan, 1, &nx, type, batch, work);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* work) {
  const int n[] = {nx, ny};
  return make_packed(plan, 2, n, type, 1, work);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* work) {
  const int n[] = {nx, ny, nz};
  return make_packed(plan, 3, n, type, 1, work);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist,
                              int* onembed, int ostride, int odist, cufftType type, int batch, size_t* work) {
  return make<int>(plan, rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, type, batch, work);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed, long long ostride,
                                long long odist, cufftType type, long long batch, size_t* work) {
  return make<long long>(plan, rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, type, batch,
                         work);
}
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType in, long long* onembed,
                                long long ostride, long long odist, cudaDataType out, long long batch,
                                size_t* work, cudaDataType computed) {
  cufftType type;
  if (!type_of(in, out, computed, &type)) return CUFFT_NOT_SUPPORTED;
  return cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                             work);
}

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return create_and(plan, [&](cufftHandle made) { return cufftMakePlan1d(made, nx, type, batch, nullptr); });
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  return create_and(plan, [&](cufftHandle made) { return cufftMakePlan2d(made, nx, ny, type, nullptr); });
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  return create_and(plan, [&](cufftHandle made) { return cufftMakePlan3d(made, nx, ny, nz, type, nullptr); });
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
  return create_and(plan, [&](cufftHandle made) {
    return cufftMakePlanMany(made, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                             nullptr);
  });
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t* work) {
  return size_of(1, &nx, type, batch, work);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t* work) {
  const int n[] = {nx, ny};
  return size_of(2, n, type, 1, work);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* work) {
  const int n[] = {nx, ny, nz};
  return size_of(3, n, type, 1, work);
}
cufftResult cufftEstimateMany(int rank, int* n, int*, int, int, int*, int, int, cufftType type, int batch,
                              size_t* work) {
  return size_of(rank, n, type, batch, work);
}
cufftResult cufftGetSize(cufftHandle handle, size_t* work) {
  if (!work) return CUFFT_INVALID_VALUE;
  *work = 0;
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}
cufftResult cufftGetSize1d(cufftHandle, int nx, cufftType type, int batch, size_t* work) {
  return cufftEstimate1d(nx, type, batch, work);
}
cufftResult cufftGetSize2d(cufftHandle, int nx, int ny, cufftType type, size_t* work) {
  return cufftEstimate2d(nx, ny, type, work);
}
cufftResult cufftGetSize3d(cufftHandle, int nx, int ny, int nz, cufftType type, size_t* work) {
  return cufftEstimate3d(nx, ny, nz, type, work);
}
cufftResult cufftGetSizeMany(cufftHandle, int rank, int* n, int*, int, int, int*, int, int, cufftType type,
                             int batch, size_t* work) {
  return size_of(rank, n, type, batch, work);
}
cufftResult cufftXtGetSizeMany(cufftHandle plan, int, long long*, long long*, long long, long long,
                               cudaDataType in, long long*, long long, long long, cudaDataType out, long long,
                               size_t* work, cudaDataType computed) {
  cufftType type;
  return type_of(in, out, computed, &type) ? cufftGetSize(plan, work) : CUFFT_NOT_SUPPORTED;
}
cufftResult cufftSetWorkArea(cufftHandle handle, void*) {
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}
cufftResult cufftSetAutoAllocation(cufftHandle handle, int) {
  return with_plan(handle, [](Plan&) { return CUFFT_SUCCESS; });
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  return with_plan(handle, [&](Plan& plan) {
    plan.stream = stream;
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return execute(plan, "cufftExecC2C", CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return execute(plan, "cufftExecR2C", CUFFT_R2C, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return execute(plan, "cufftExecC2R", CUFFT_C2R, in, out, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
  return execute(plan, "cufftExecZ2Z", CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return execute(plan, "cufftExecD2Z", CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return execute(plan, "cufftExecZ2D", CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction) {
  return execute(plan, "cufftXtExec", nullptr, in, out, direction);
}

cufftResult cufftXtSetCallback(cufftHandle handle, void** routine, cufftXtCallbackType type,
                               void** information) {
  if (!routine || !*routine) return CUFFT_INVALID_VALUE;
  return with_plan(handle, [&](Plan& plan) {
    if (!plan.layout) return CUFFT_INVALID_PLAN;
    if (type != load_callback(*plan.layout) && type != store_callback(*plan.layout))
      return CUFFT_INVALID_TYPE;
    plan.callbacks[type] = {*routine, information ? *information : nullptr};
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type) {
  if (type < CUFFT_CB_LD_COMPLEX || type >= CUFFT_CB_UNDEFINED) return CUFFT_INVALID_TYPE;
  return with_plan(handle, [&](Plan& plan) {
    plan.callbacks[type] = {};
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftGetVersion(int* version) {
  if (!version) return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  const int versions[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUFFT_INVALID_VALUE;
  *value = versions[type];
  return CUFFT_SUCCESS;
}

}  // extern "C"
