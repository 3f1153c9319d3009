#pragma once
// NVTX's ranges and marks: they are for a profiler that watches a device, so here they compile and do
// nothing.
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_VERSION_3 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING (-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;
typedef struct nvtxResourceHandle_st* nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;
typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define GRIDMARK_NVTX static inline __attribute__((unused))
GRIDMARK_NVTX void nvtxInitialize(const void* reserved) { (void)reserved; }
GRIDMARK_NVTX void nvtxMarkEx(const nvtxEventAttributes_t* event) { (void)event; }
GRIDMARK_NVTX void nvtxMarkA(const char* message) { (void)message; }
GRIDMARK_NVTX void nvtxMarkW(const wchar_t* message) { (void)message; }
GRIDMARK_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* event) { return (void)event, 1; }
GRIDMARK_NVTX nvtxRangeId_t nvtxRangeStartA(const char* message) { return (void)message, 1; }
GRIDMARK_NVTX nvtxRangeId_t nvtxRangeStartW(const wchar_t* message) { return (void)message, 1; }
GRIDMARK_NVTX void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
GRIDMARK_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t* event) {
  return (void)event, NVTX_NO_PUSH_POP_TRACKING;
}
GRIDMARK_NVTX int nvtxRangePushA(const char* message) { return (void)message, NVTX_NO_PUSH_POP_TRACKING; }
GRIDMARK_NVTX int nvtxRangePushW(const wchar_t* message) { return (void)message, NVTX_NO_PUSH_POP_TRACKING; }
GRIDMARK_NVTX int nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
GRIDMARK_NVTX void nvtxNameCategoryA(uint32_t category, const char* name) { (void)category, (void)name; }
GRIDMARK_NVTX void nvtxNameOsThreadA(uint32_t thread, const char* name) { (void)thread, (void)name; }
GRIDMARK_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char* name) {
  return (void)name, (nvtxDomainHandle_t)0;
}
GRIDMARK_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
GRIDMARK_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  (void)domain, (void)event;
}
GRIDMARK_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                                   const nvtxEventAttributes_t* event) {
  return (void)domain, (void)event, 1;
}
GRIDMARK_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) { (void)domain, (void)id; }
GRIDMARK_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return (void)domain, (void)event, NVTX_NO_PUSH_POP_TRACKING;
}
GRIDMARK_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  return (void)domain, NVTX_NO_PUSH_POP_TRACKING;
}
GRIDMARK_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char* name) {
  (void)domain, (void)category, (void)name;
}
GRIDMARK_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* string) {
  return (void)domain, (void)string, (nvtxStringHandle_t)0;
}
#undef GRIDMARK_NVTX

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif
