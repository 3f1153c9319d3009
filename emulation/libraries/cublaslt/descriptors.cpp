// Handles, layouts and descriptions: plain records whose fields have numbers.
#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "cublasLt.h"
#include "cublas_v2.h"

namespace {

/// A field that an attribute names.
struct Field {
  void* at = nullptr;
  size_t bytes = 0;
};

template <class T>
Field field(T& member) {
  return {&member, sizeof member};
}

Field named(int attribute, std::initializer_list<std::pair<int, Field>> fields) {
  const auto* found = std::ranges::find(fields, attribute, &std::pair<int, Field>::first);
  return found == fields.end() ? Field{} : found->second;
}

Field field_of(cublasLtMatrixLayoutOpaque_t& layout, int attribute) {
  return named(attribute, {{CUBLASLT_MATRIX_LAYOUT_TYPE, field(layout.type)},
                           {CUBLASLT_MATRIX_LAYOUT_ORDER, field(layout.order)},
                           {CUBLASLT_MATRIX_LAYOUT_ROWS, field(layout.rows)},
                           {CUBLASLT_MATRIX_LAYOUT_COLS, field(layout.cols)},
                           {CUBLASLT_MATRIX_LAYOUT_LD, field(layout.ld)},
                           {CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, field(layout.batch_count)},
                           {CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, field(layout.batch_offset)}});
}

Field field_of(cublasLtMatmulDescOpaque_t& desc, int attribute) {
  return named(attribute, {{CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, field(desc.compute)},
                           {CUBLASLT_MATMUL_DESC_SCALE_TYPE, field(desc.scale)},
                           {CUBLASLT_MATMUL_DESC_POINTER_MODE, field(desc.pointer_mode)},
                           {CUBLASLT_MATMUL_DESC_TRANSA, field(desc.transa)},
                           {CUBLASLT_MATMUL_DESC_TRANSB, field(desc.transb)},
                           {CUBLASLT_MATMUL_DESC_TRANSC, field(desc.transc)},
                           {CUBLASLT_MATMUL_DESC_FILL_MODE, field(desc.fill)},
                           {CUBLASLT_MATMUL_DESC_EPILOGUE, field(desc.epilogue)},
                           {CUBLASLT_MATMUL_DESC_BIAS_POINTER, field(desc.bias)},
                           {CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, field(desc.bias_stride)},
                           {CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, field(desc.bias_type)},
                           {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, field(desc.aux)},
                           {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, field(desc.aux_ld)},
                           {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, field(desc.aux_stride)},
                           {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, field(desc.aux_type)}});
}

cublasStatus_t set(Field to, const void* value, size_t bytes) {
  if (!to.at || !value || bytes < to.bytes) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(to.at, value, to.bytes);
  return CUBLAS_STATUS_SUCCESS;
}

/// With no room it returns the size that is needed.
cublasStatus_t get(Field from, void* value, size_t bytes, size_t* written) {
  if (!from.at || (bytes != 0 && (!value || bytes < from.bytes)) || (bytes == 0 && !written))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (written) *written = from.bytes;
  if (bytes != 0) std::memcpy(value, from.at, from.bytes);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T, class Init>
cublasStatus_t create(T** out, Init init) {
  if (!out) return CUBLAS_STATUS_INVALID_VALUE;
  *out = new T;
  return init(*out);
}

template <class T>
cublasStatus_t destroy(T* object) {
  delete object;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

struct cublasLtContext {};

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  return create(handle, [](cublasLtContext*) { return CUBLAS_STATUS_SUCCESS; });
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  return destroy(handle);
}
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion(void) { return CUDART_VERSION; }
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value) {
  return cublasGetProperty(type, value);
}
const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }
cublasStatus_t cublasLtLoggerSetLevel(int) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetMask(int) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerForceDisable(void) { return CUBLAS_STATUS_SUCCESS; }

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, uint64_t rows,
                                          uint64_t cols, int64_t ld) {
  return create(layout, [=](auto* made) { return cublasLtMatrixLayoutInit(made, type, rows, cols, ld); });
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { return destroy(layout); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attr, const void* value,
                                                size_t bytes) {
  return layout ? set(field_of(*layout, attr), value, bytes) : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attr, void* value,
                                                size_t bytes, size_t* written) {
  return layout ? get(field_of(*layout, attr), value, bytes, written) : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* desc, cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  return create(desc, [=](auto* made) { return cublasLtMatmulDescInit(made, compute, scale); });
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) { return destroy(desc); }

// Factors and largest magnitudes belong to 8-bit floating point. They are accepted here, and the product is
// refused.
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attr,
                                              const void* value, size_t bytes) {
  if (!desc || !value) return CUBLAS_STATUS_INVALID_VALUE;
  switch (attr) {
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      desc->has_bias_type = 1;
      break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE:
      desc->has_aux_type = 1;
      break;
    case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET:
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM:
      return CUBLAS_STATUS_SUCCESS;
    case CUBLASLT_MATMUL_DESC_A_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_B_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_C_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_D_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_AMAX_D_POINTER:
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER:
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER: {
      if (bytes < sizeof(void*)) return CUBLAS_STATUS_INVALID_VALUE;
      if (*static_cast<void* const*>(value)) desc->unsupported = 1;
      return CUBLAS_STATUS_SUCCESS;
    }
    default:
      break;
  }
  return set(field_of(*desc, attr), value, bytes);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attr,
                                              void* value, size_t bytes, size_t* written) {
  return desc ? get(field_of(*desc, attr), value, bytes, written) : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return create(preference, [](auto* made) { return cublasLtMatmulPreferenceInit(made); });
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  return destroy(preference);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attr,
                                                    const void* value, size_t bytes) {
  if (!preference || !value) return CUBLAS_STATUS_INVALID_VALUE;
  if (attr == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
    return set(field(preference->max_workspace), value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
