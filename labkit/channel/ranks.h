#pragma once
// Tests of several ranks: as many workers at once, each in its own sandbox,
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

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/disk/journal_disk.h"
#include "labkit/router/router.h"

namespace gridmark::channel {

/// A disk that outlives the workers: a call's operations with a field `Link disk` get one end of it each.
struct SharedDisk {
  disk::JournalDisk& disk;
  /// Where a rank is ended: before its request number `messages` (1 is the first) is carried out, and after
  /// all that the others can do without it.
  std::optional<router::After> kill = {};
  /// A rank's request that finds the disk full (ENOSPC). Errors that ranks return are no failure then.
  std::optional<router::After> full_at = {};
};

struct RanksAnswer {
  testing::AssertionResult verdict = testing::AssertionSuccess();  ///< every rank returned success
  std::vector<Answer> ranks;
  router::Report network;
};

/// Runs a request in each of this test's workers, all at once, with one limit for all. `sockets` are the
/// checker's ends of their links.
///
/// disk_sockets  the checker's ends of the disk, one for each rank; empty without a disk
///
/// The verdict tells of a deadlock or a broken message before the errors that follow from it. A rank that
/// settings.kill or shared->kill ends, and the others' errors from then on, are no failure.
RanksAnswer ask_ranks(const std::vector<Request>& requests, const std::vector<int>& sockets,
                      const std::vector<int>& disk_sockets, router::Settings settings,
                      const SharedDisk* shared, Flavour flavour, const Call& call);

template <class Operation>
RanksAnswer ask_ranks(std::vector<Operation>& operations, router::Settings settings = {},
                      const SharedDisk* shared = nullptr, Flavour flavour = Flavour::fast) {
  std::vector<Request> requests;
  std::vector<int> sockets, disk_sockets;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    operations[i].rank = static_cast<int>(i);
    operations[i].world = static_cast<int>(operations.size());
    sockets.push_back(operations[i].network.open());
    if constexpr (requires { operations[i].disk; }) disk_sockets.push_back(operations[i].disk.open());
    requests.push_back(to_request(operations[i]));
  }
  settings.world = static_cast<int>(operations.size());
  RanksAnswer answer = ask_ranks(requests, sockets, disk_sockets, std::move(settings), shared, flavour,
                                 {operations[0].subject(), operations[0].describe()});
  for (Operation& operation : operations) {
    take_snapshots(operation);
    if (answer.verdict) replace_reply(operation);
  }
  return answer;
}

/// A wrong answer that the ranks' messages explain.
testing::AssertionResult wrong_messages(const std::string& call, const std::string& message,
                                        const RanksAnswer& seen);

/// The verdict of the test that runs now, unless `right`: the report draws the messages, too.
template <class Operation>
testing::AssertionResult holds(const Operation& operation, bool right, const std::string& message,
                               const RanksAnswer& seen) {
  if (right) return testing::AssertionSuccess();
  return wrong_messages(operation.describe(), message, seen);
}

/// One operation for each rank.
template <class Make>
auto for_ranks(int world, Make make) {
  std::vector<decltype(make(0))> operations;
  for (int rank = 0; rank < world; ++rank) operations.push_back(make(rank));
  return operations;
}

}  // namespace gridmark::channel
