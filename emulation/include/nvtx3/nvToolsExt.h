#pragma once
// Ranges and marks of NVTX. The runtime keeps them at its modelled times (emulation/timeline.h).
#include "gridmark/nvtx_types.h"

#ifdef __cplusplus
extern "C" {
#endif
// Functions of the runtime. They are weak, because NVTX needs no library: a program without the runtime links
// as well, and its ranges do nothing. A null domain is the program's default.
#define GRIDMARK_NVTX extern __attribute__((weak, visibility("default")))
GRIDMARK_NVTX void nvtxGridmarkMark(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event);
GRIDMARK_NVTX nvtxRangeId_t nvtxGridmarkStart(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event);
GRIDMARK_NVTX void nvtxGridmarkEnd(nvtxRangeId_t id);
GRIDMARK_NVTX int nvtxGridmarkPush(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event);
GRIDMARK_NVTX int nvtxGridmarkPop(nvtxDomainHandle_t domain);
GRIDMARK_NVTX nvtxDomainHandle_t nvtxGridmarkDomain(const nvtxEventAttributes_t* name);
GRIDMARK_NVTX nvtxStringHandle_t nvtxGridmarkString(const nvtxEventAttributes_t* string);
#undef GRIDMARK_NVTX
#ifdef __cplusplus
}
#endif

#define GRIDMARK_NVTX static inline __attribute__((unused))
GRIDMARK_NVTX nvtxEventAttributes_t gridmark_nvtx_event(int32_t type) {
  nvtxEventAttributes_t event;
  __builtin_memset(&event, 0, sizeof event);
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = type;
  return event;
}
GRIDMARK_NVTX nvtxEventAttributes_t gridmark_nvtx_ascii(const char* text) {
  nvtxEventAttributes_t event = gridmark_nvtx_event(NVTX_MESSAGE_TYPE_ASCII);
  event.message.ascii = text;
  return event;
}
GRIDMARK_NVTX nvtxEventAttributes_t gridmark_nvtx_unicode(const wchar_t* text) {
  nvtxEventAttributes_t event = gridmark_nvtx_event(NVTX_MESSAGE_TYPE_UNICODE);
  event.message.unicode = text;
  return event;
}

GRIDMARK_NVTX void nvtxInitialize(const void* reserved) { (void)reserved; }

GRIDMARK_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  if (nvtxGridmarkMark) nvtxGridmarkMark(domain, event);
}
GRIDMARK_NVTX void nvtxMarkEx(const nvtxEventAttributes_t* event) { nvtxDomainMarkEx(0, event); }
GRIDMARK_NVTX void nvtxMarkA(const char* message) {
  const nvtxEventAttributes_t event = gridmark_nvtx_ascii(message);
  nvtxMarkEx(&event);
}
GRIDMARK_NVTX void nvtxMarkW(const wchar_t* message) {
  const nvtxEventAttributes_t event = gridmark_nvtx_unicode(message);
  nvtxMarkEx(&event);
}

GRIDMARK_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                                   const nvtxEventAttributes_t* event) {
  return nvtxGridmarkStart ? nvtxGridmarkStart(domain, event) : 0;
}
GRIDMARK_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* event) {
  return nvtxDomainRangeStartEx(0, event);
}
GRIDMARK_NVTX nvtxRangeId_t nvtxRangeStartA(const char* message) {
  const nvtxEventAttributes_t event = gridmark_nvtx_ascii(message);
  return nvtxRangeStartEx(&event);
}
GRIDMARK_NVTX nvtxRangeId_t nvtxRangeStartW(const wchar_t* message) {
  const nvtxEventAttributes_t event = gridmark_nvtx_unicode(message);
  return nvtxRangeStartEx(&event);
}
GRIDMARK_NVTX void nvtxRangeEnd(nvtxRangeId_t id) {
  if (nvtxGridmarkEnd) nvtxGridmarkEnd(id);
}
GRIDMARK_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) {
  (void)domain;
  nvtxRangeEnd(id);
}

GRIDMARK_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return nvtxGridmarkPush ? nvtxGridmarkPush(domain, event) : NVTX_NO_PUSH_POP_TRACKING;
}
GRIDMARK_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t* event) {
  return nvtxDomainRangePushEx(0, event);
}
GRIDMARK_NVTX int nvtxRangePushA(const char* message) {
  const nvtxEventAttributes_t event = gridmark_nvtx_ascii(message);
  return nvtxRangePushEx(&event);
}
GRIDMARK_NVTX int nvtxRangePushW(const wchar_t* message) {
  const nvtxEventAttributes_t event = gridmark_nvtx_unicode(message);
  return nvtxRangePushEx(&event);
}
GRIDMARK_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  return nvtxGridmarkPop ? nvtxGridmarkPop(domain) : NVTX_NO_PUSH_POP_TRACKING;
}
GRIDMARK_NVTX int nvtxRangePop(void) { return nvtxDomainRangePop(0); }

GRIDMARK_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char* name) {
  const nvtxEventAttributes_t event = gridmark_nvtx_ascii(name);
  return nvtxGridmarkDomain ? nvtxGridmarkDomain(&event) : 0;
}
GRIDMARK_NVTX nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t* name) {
  const nvtxEventAttributes_t event = gridmark_nvtx_unicode(name);
  return nvtxGridmarkDomain ? nvtxGridmarkDomain(&event) : 0;
}
// Ranges can outlive their domain, so it is kept.
GRIDMARK_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
GRIDMARK_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* string) {
  (void)domain;
  const nvtxEventAttributes_t event = gridmark_nvtx_ascii(string);
  return nvtxGridmarkString ? nvtxGridmarkString(&event) : 0;
}
GRIDMARK_NVTX nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t* string) {
  (void)domain;
  const nvtxEventAttributes_t event = gridmark_nvtx_unicode(string);
  return nvtxGridmarkString ? nvtxGridmarkString(&event) : 0;
}

// The timeline does not show colours, or names of categories and threads.
GRIDMARK_NVTX void nvtxNameCategoryA(uint32_t category, const char* name) { (void)category, (void)name; }
GRIDMARK_NVTX void nvtxNameCategoryW(uint32_t category, const wchar_t* name) { (void)category, (void)name; }
GRIDMARK_NVTX void nvtxNameOsThreadA(uint32_t thread, const char* name) { (void)thread, (void)name; }
GRIDMARK_NVTX void nvtxNameOsThreadW(uint32_t thread, const wchar_t* name) { (void)thread, (void)name; }
GRIDMARK_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char* name) {
  (void)domain, (void)category, (void)name;
}
GRIDMARK_NVTX void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category,
                                           const wchar_t* name) {
  (void)domain, (void)category, (void)name;
}
#undef GRIDMARK_NVTX

#ifdef UNICODE
#define GRIDMARK_NVTX_FORM(name) name##W
#else
#define GRIDMARK_NVTX_FORM(name) name##A
#endif
#define nvtxMark GRIDMARK_NVTX_FORM(nvtxMark)
#define nvtxRangeStart GRIDMARK_NVTX_FORM(nvtxRangeStart)
#define nvtxRangePush GRIDMARK_NVTX_FORM(nvtxRangePush)
#define nvtxNameCategory GRIDMARK_NVTX_FORM(nvtxNameCategory)
#define nvtxNameOsThread GRIDMARK_NVTX_FORM(nvtxNameOsThread)
#define nvtxDomainCreate GRIDMARK_NVTX_FORM(nvtxDomainCreate)
#define nvtxDomainNameCategory GRIDMARK_NVTX_FORM(nvtxDomainNameCategory)
#define nvtxDomainRegisterString GRIDMARK_NVTX_FORM(nvtxDomainRegisterString)
