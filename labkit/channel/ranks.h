#pragma once
// What the tests of several ranks are written with: as many workers at once, each in a sandbox of its own,
// and the checker as the network between them.
//
//   std::vector<RingSum> ops = for_ranks(4, [&](int rank) { return RingSum{.x = In<float>(x[rank]), ...}; });
//   RanksAnswer answer = ask_ranks(ops);
//   ASSERT_TRUE(answer.verdict);
//   EXPECT_EQ(answer.network.bytes(), 2 * 3 * 4 * n);
//
// An operation of several ranks has the fields `int rank, world` and `Link network`; its adaptor makes a
// comm::Comm of them.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/router/router.h"

namespace gridmark::channel {

struct RanksAnswer {
  testing::AssertionResult verdict = testing::AssertionSuccess();  ///< every rank returned success
  std::vector<Answer> ranks;
  router::Report network;
};

/// Runs a request in each of this test's workers, all at once, with one limit for all. `sockets` are the
/// checker's ends of their links.
///
/// The verdict tells of a deadlock or a broken message before it tells of what follows from that. A rank that
/// settings.kill ends, and the others' errors from then on, are no failure.
RanksAnswer ask_ranks(const std::vector<Request>& requests, const std::vector<int>& sockets,
                      router::Settings settings, Flavour flavour, const Call& call);

template <class Operation>
RanksAnswer ask_ranks(std::vector<Operation>& operations, router::Settings settings = {},
                      Flavour flavour = Flavour::fast) {
  std::vector<Request> requests;
  std::vector<int> sockets;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    operations[i].rank = static_cast<int>(i);
    operations[i].world = static_cast<int>(operations.size());
    sockets.push_back(operations[i].network.open());
    requests.push_back(to_request(operations[i]));
  }
  settings.world = static_cast<int>(operations.size());
  RanksAnswer answer = ask_ranks(requests, sockets, std::move(settings), flavour,
                                 {operations[0].subject(), operations[0].describe()});
  for (Operation& operation : operations) {
    take_snapshots(operation);
    if (answer.verdict) replace_reply(operation);
  }
  return answer;
}

/// One operation for each rank.
template <class Make>
auto for_ranks(int world, Make make) {
  std::vector<decltype(make(0))> operations;
  for (int rank = 0; rank < world; ++rank) operations.push_back(make(rank));
  return operations;
}

/// A comparison of one rank's outputs as a test's verdict.
testing::AssertionResult judge_rank(int rank, const Call& call, const oracle::Comparison& comparison);

template <class Operation>
testing::AssertionResult judge_rank(const Operation& operation, const oracle::Comparison& comparison) {
  return judge_rank(operation.rank, {operation.subject(), operation.describe()}, comparison);
}

}  // namespace gridmark::channel
