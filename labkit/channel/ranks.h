#pragma once
// Tests of several ranks: several workers at once, each in a separate sandbox.
// The checker is the network between them.
//
//   std::vector<RingSum> ops = for_ranks(4, [&](int rank) { return RingSum{.x = In<float>(x[rank]), ...}; });
//   RanksAnswer answer = ask_ranks(ops);
//   ASSERT_TRUE(answer.verdict);
//   EXPECT_EQ(answer.network.bytes(), 2 * 3 * 4 * n);
//
// An operation of several ranks has the fields `int rank, world` and `Link network`. Its adaptor makes a
// comm::Comm from them.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/disk/journal_disk.h"
#include "labkit/router/router.h"

namespace gridmark::channel {

/// A disk that outlives the workers. Each operation with a field `Link disk` gets one end of it.
struct SharedDisk {
  disk::JournalDisk& disk;
  /// Ends a rank before its request number `messages` (1 is the first) is carried out. The other ranks first
  /// do all they can without it.
  std::optional<router::After> kill = {};
  /// The request of a rank that finds the disk full (ENOSPC). Errors that ranks return are not failures then.
  std::optional<router::After> full_at = {};
};

struct RanksAnswer {
  testing::AssertionResult verdict = testing::AssertionSuccess();  ///< every rank returned success
  std::vector<Answer> ranks;
  router::Report network;
};

/// Runs a request in each of this test's workers, all at once, with one time limit for all. `sockets` are the
/// checker's ends of their links.
///
/// disk_sockets  the checker's ends of the disk, one for each rank. Empty without a disk
///
/// The verdict reports a deadlock or a broken message before the errors that follow from it. If settings.kill
/// or shared->kill ends a rank, neither that nor later errors of the others are failures.
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

/// A wrong answer that the messages between ranks explain.
testing::AssertionResult wrong_messages(const std::string& call, const std::string& message,
                                        const RanksAnswer& seen);

/// The verdict of the running test: fails unless `right`. The report also draws the messages.
template <class Operation>
testing::AssertionResult holds(const Operation& operation, bool right, const std::string& message,
                               const RanksAnswer& seen) {
  if (right) return testing::AssertionSuccess();
  return wrong_messages(operation.describe(), message, seen);
}

/// Makes one operation for each rank.
template <class Make>
auto for_ranks(int world, Make make) {
  std::vector<decltype(make(0))> operations;
  for (int rank = 0; rank < world; ++rank) operations.push_back(make(rank));
  return operations;
}

}  // namespace gridmark::channel
