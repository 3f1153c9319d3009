// NVTX's ranges and marks in the timeline.
#include <nvtx3/nvtx3.hpp>

#include <thread>

#include "device_buffer.h"
#include "emulation/timeline.h"

namespace {

using gridmark::emulation::NamedRange;

struct Trainer {
  static constexpr const char* name = "trainer";
};
struct StepMessage {
  static constexpr const char* message = "step";
};

__global__ void work(int* p) { *p += 1; }

/// Takes modelled time.
void one_launch() {
  DeviceBuffer<int> x(1);
  work<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

/// The names of `program`'s ranges and marks, in the order of their ends.
template <class Program>
std::vector<NamedRange> ranges_of(Program program) {
  gridmark::emulation::reset_meters();
  program();
  return gridmark::emulation::read_timeline().ranges;
}

std::vector<std::string> names_of(const std::vector<NamedRange>& ranges) {
  std::vector<std::string> names;
  for (const NamedRange& range : ranges) names.push_back(range.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(Nvtx, PushedRangesNestAndHaveTheHostsTimes) {
  const auto ranges = ranges_of([] {
    EXPECT_EQ(nvtxRangePush("outer"), 0);
    one_launch();
    EXPECT_EQ(nvtxRangePushW(L"inn\u00e9r"), 1);
    one_launch();
    EXPECT_EQ(nvtxRangePop(), 1);
    EXPECT_EQ(nvtxRangePop(), 0);
    EXPECT_LT(nvtxRangePop(), 0);
  });
  ASSERT_EQ(names_of(ranges), (Names{"inn\u00e9r", "outer"}));
  EXPECT_LT(ranges[1].begin_ns, ranges[0].begin_ns);
  EXPECT_LT(ranges[0].begin_ns, ranges[0].end_ns);
  EXPECT_EQ(ranges[0].end_ns, ranges[1].end_ns);
}

TEST(Nvtx, AMarkTakesNoTime) {
  const auto ranges = ranges_of([] { nvtxMark("here"); });
  ASSERT_EQ(names_of(ranges), Names{"here"});
  EXPECT_EQ(ranges[0].begin_ns, ranges[0].end_ns);
}

TEST(Nvtx, StartedRangesOverlapAndEndOnAnyThread) {
  const auto ranges = ranges_of([] {
    const nvtxRangeId_t first = nvtxRangeStart("first"), second = nvtxRangeStart("second");
    EXPECT_NE(first, second);
    nvtxRangeEnd(first);
    std::thread([&] { nvtxRangeEnd(second); }).join();
    nvtxRangeEnd(second);  // has ended
  });
  EXPECT_EQ(names_of(ranges), (Names{"first", "second"}));
}

TEST(Nvtx, EachThreadHasItsOwnRanges) {
  const auto ranges = ranges_of([] {
    nvtxRangePush("mine");
    std::thread([] {
      EXPECT_LT(nvtxRangePop(), 0);
      EXPECT_EQ(nvtxRangePush("other's"), 0);
      nvtxRangePop();
    }).join();
    nvtxRangePop();
  });
  ASSERT_EQ(names_of(ranges), (Names{"other's", "mine"}));
  EXPECT_NE(ranges[0].thread, ranges[1].thread);
}

TEST(Nvtx, EachDomainHasItsOwnLevels) {
  const auto ranges = ranges_of([] {
    const nvtxDomainHandle_t domain = nvtxDomainCreate("loader");
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = nvtxDomainRegisterString(domain, "batch");
    nvtxRangePush("mine");
    EXPECT_EQ(nvtxDomainRangePushEx(domain, &event), 0);
    EXPECT_EQ(nvtxDomainRangePop(domain), 0);
    EXPECT_EQ(nvtxRangePop(), 0);
  });
  EXPECT_EQ(names_of(ranges), (Names{"loader:batch", "mine"}));
}

void named_function() { NVTX3_FUNC_RANGE(); }
void sometimes_named(bool named) { NVTX3_FUNC_RANGE_IF_IN(Trainer, named); }

TEST(Nvtx, RangesOfCppEndWithTheirScope) {
  const auto ranges = ranges_of([] {
    named_function();
    sometimes_named(true);
    sometimes_named(false);
    {
      const nvtx3::scoped_range_in<Trainer> step{nvtx3::registered_string_in<Trainer>::get<StepMessage>(),
                                                 nvtx3::rgb{0, 255, 0}, nvtx3::payload{7}};
      nvtx3::mark(nvtx3::event_attributes{std::string("mark"), nvtx3::category{1}});
    }
    nvtx3::unique_range moved = nvtx3::unique_range("unique");
    nvtx3::end_range(nvtx3::start_range("started"));
  });
  EXPECT_EQ(names_of(ranges), (Names{"named_function", "trainer:sometimes_named", "mark", "trainer:step",
                                     "started", "unique"}));
}

}  // namespace
