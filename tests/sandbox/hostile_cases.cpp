#include "tests/sandbox/hostile_cases.h"

#include <sys/wait.h>
#include <unistd.h>

namespace gridmark::test {
namespace {

using End = RunReport::End;

/// Some kernels, such as those of some virtual machines, do not support 32-bit calls. They end the program
/// with a fault before a filter sees the call.
bool kernel_takes_32_bit_calls() {
#ifdef __x86_64__
  constexpr long getpid_of_32_bits = 20;
  const pid_t child = fork();
  if (child == 0) {
    long result = getpid_of_32_bits;
    asm volatile("int $0x80" : "+a"(result) : : "memory");
    _exit(0);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
#else
  return true;  // there the attack itself ends like the filter's kill
#endif
}

HostileCase call_of_the_32_bit_kernel() {
  if (kernel_takes_32_bit_calls())
    return {"ItCallsThe32BitKernel", {"call_32_bit"}, End::forbidden, "another architecture"};
  return {"ItCallsThe32BitKernel", {"call_32_bit"}, End::signalled, "Segmentation fault"};
}

}  // namespace

std::vector<HostileCase> hostile_cases() {
  return {
      {"ItCrashes", {"crash"}, End::signalled, "Segmentation fault"},
      {"ItAborts", {"abort"}, End::signalled, "Aborted"},
      {"ItTakesMemory", {"take_memory"}, End::memory_limit, "128 MiB", {"--memory-mib", "128"}},
      {"ItTakesMemoryInChildren",
       {"take_memory_in_children"},
       End::memory_limit,
       "",
       {"--memory-mib", "128"}},
      {"ItTakesMemoryInAThread",
       {"take_memory_in_a_thread"},
       End::memory_limit,
       "128 MiB",
       {"--memory-mib", "128"}},
      {"ItTakesSignals", {"take_signals"}},
      {"ItTakesPageTables", {"take_page_tables"}, End::memory_limit, "128 MiB", {"--memory-mib", "128"}},
      {"ItTakesStack", {"take_stack"}, End::signalled, "Segmentation fault"},
      {"ItReservesAddressesHonestly", {"reserve_addresses"}, End::exited, "", {"--memory-mib", "128"}},
      {"ItFillsTmp", {"fill_folder", "/tmp"}, End::exited, "", {"--tmp-mib", "32"}, End::disk_limit},
      {"ItFillsSharedMemory", {"fill_folder", "/dev/shm"}, End::exited, "", {"--tmp-mib", "32"}},
      {"ItFillsTheBox", {"fill_folder", "/box"}, End::exited, "", {"--work", "32"}, End::disk_limit},
      {"ItFillsNamelessFiles",
       {"fill_nameless_files"},
       End::exited,
       "",
       {"--work", "32", "--tmp-mib", "32"},
       End::disk_limit},
      {"ItFillsMappedFiles",
       {"fill_mapped_files"},
       End::exited,
       "",
       {"--work", "32", "--tmp-mib", "32"},
       End::disk_limit},
      {"ItFillsMappedPages",
       {"fill_mapped_pages"},
       End::exited,
       "",
       {"--work", "32", "--tmp-mib", "32"},
       End::disk_limit},
      {"ItFillsFilesOfAThread",
       {"fill_files_of_a_thread"},
       End::exited,
       "",
       {"--work", "32", "--tmp-mib", "32"},
       End::disk_limit},
      {"ItGivesAFileManyNamesHonestly",
       {"give_a_file_many_names"},
       End::exited,
       "",
       {"--work", "32", "--tmp-mib", "32"}},
      {"ItFillsUnseen",
       {"fill_unseen"},
       End::exited,
       "",
       {"--work", "32", "--tmp-mib", "32"},
       End::disk_limit},
      {"ItWritesABigFile",
       {"write_big_file"},
       End::file_size_limit,
       "8 MiB",
       {"--work", "200", "--file-size-mib", "8"}},
      {"ItSpins", {"spin"}, End::cpu_limit, "0.3 s", {"--cpu-seconds", "0.3"}},
      {"ItSpinsDeafToSignals", {"spin_ignoring_signals"}, End::cpu_limit, "", {"--cpu-seconds", "0.3"}},
      {"ItSpinsInChildren", {"spin_in_children"}, End::cpu_limit, "", {"--cpu-seconds", "0.5"}},
      {"ItSpinsInARelay", {"spin_in_relay"}, End::cpu_limit, "", {"--cpu-seconds", "0.5"}},
      {"ItSpinsInUnwaitedChildren",
       {"spin_in_unwaited_children"},
       End::cpu_limit,
       "",
       {"--cpu-seconds", "0.5"}},
      {"ItSleeps", {"sleep"}, End::wall_limit, "0.3 s", {"--wall-seconds", "0.3"}},
      {"ItStopsItself", {"stop_self"}, End::wall_limit, "", {"--wall-seconds", "0.3"}},
      {"ItFloodsStdout", {"flood", "1"}, End::output_limit, "256 KiB"},
      {"ItFloodsStderr", {"flood", "2"}, End::output_limit, "16 KiB", {"--output-kib", "16"}},
      {"ItFloodsEveryDescriptor", {"flood_every_descriptor"}, End::output_limit},
      {"ItMakesManyFiles",
       {"make_many_files", "100000"},
       End::files_limit,
       "5000",
       {"--work", "32", "--files", "5000", "--wall-seconds", "50", "--cpu-seconds", "50"}},
      {"ItMakesManyFolders",
       {"make_many_folders", "20000"},
       End::files_limit,
       "5000",
       {"--work", "64", "--files", "5000", "--wall-seconds", "50", "--cpu-seconds", "50"}},
      {"ItMakesManyLinks",
       {"make_many_links", "100000"},
       End::files_limit,
       "5000",
       {"--work", "64", "--files", "5000", "--wall-seconds", "50", "--cpu-seconds", "50"}},
      {"ItMakesADeepTree",
       {"make_deep_tree"},
       End::exited,
       "",
       {"--work", "32", "--wall-seconds", "50", "--cpu-seconds", "50"}},
      {"ItClosesAFolder", {"close_a_folder"}, End::exited, "", {"--work", "32"}, End::files_limit},
      {"ItMakesASparseGiant", {"make_sparse_giant"}, End::file_size_limit, "", {"--work", "32"}},
      {"ItUsesOddNames", {"use_odd_names"}, End::exited, "", {"--work", "32"}},
      {"ItMakesSpecialFiles", {"make_special_files"}, End::exited, "", {"--work", "32"}},
      {"ItStopsItsGroup", {"stop_own_group"}, End::wall_limit, "", {"--wall-seconds", "0.3"}},
      {"ItStopsEveryProcess", {"stop_every_process"}},
      {"ItStopsOtherGroups", {"stop_other_groups"}},
      {"ItLimitsItsParent", {"limit_parent"}},
      {"ItMovesItsParent", {"move_parent"}},
      {"ItSignalsByAPipe", {"signal_by_a_pipe"}},
      {"ItRenicesItsUser", {"renice_user"}},
      {"ItTakesPriority", {"take_priority"}},
      {"ItSparesItself", {"spare_itself"}},
      {"ItWritesItsParentsFiles", {"write_parents_files"}},
      {"ItGainsByExec", {"gain_by_exec"}},
      {"ItChangesItsOwnProgram", {"change_own_program"}},
      {"ItWatchesFiles", {"watch_files"}},
      {"ItTakesALease", {"take_a_lease"}},
      {"ItChangesFlags", {"change_flags"}},
      {"ItAttachesAFilter", {"attach_a_filter"}},
      {"ItLooksWithoutEnd", {"look_without_end"}},
      {"ItTypesIntoTheTerminal", {"type_into_the_terminal"}},
      {"ItDumpsCore", {"dump_core"}, End::signalled, "Aborted"},
      {"ItCallsTheX32Kernel", {"call_x32"}, End::forbidden, "another architecture"},
      {"ItEntersNamespaces", {"enter_namespaces"}, End::forbidden, "setns"},
      {"ItChangesRoot", {"change_root"}, End::forbidden, "chroot"},
      {"ItAsksForAKey", {"ask_for_a_key"}, End::forbidden, "request_key"},
      {"ItSetsTheClock", {"set_the_clock"}, End::forbidden, "clock_settime"},
      {"ItTracesItself", {"trace_itself"}, End::forbidden, "ptrace"},
      {"ItForks", {"fork_bomb"}, End::exited, "", {"--processes", "32"}},
      {"ItStartsThreads", {"thread_bomb"}, End::exited, "", {"--processes", "32"}},
      {"ItMakesZombies", {"zombie_bomb"}, End::exited, "", {"--processes", "32"}},
      {"ItLeavesASibling", {"leave_sibling"}},
      {"ItLeavesAnOrphan", {"leave_orphan"}},
      {"ItLeavesAnOrphanWithoutLeader", {"leave_orphan_without_leader"}},
      {"ItHoldsItsOutputOpen", {"hold_output"}},
      {"ItForksInAChain", {"fork_chain"}},
      {"ItKillsAll", {"kill_all"}},
      {"ItReadsTheMachine",
       {"read_files", "/etc/passwd", "/etc/hostname", "/proc/1/environ", "/var/lib/dpkg/status"}},
      {"ItWritesOutside",
       {"write_files", "/x", "/usr/x", "/etc/x", "/dev/x", "/proc/x", "/var/tmp/x", "/hostile",
        "/.gridmark-sandbox", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/power/state",
        "/dev/kmsg", "/dev/mem"}},
      {"ItOpensDevices",
       {"read_files", "/dev/kmsg", "/dev/mem", "/dev/kvm", "/dev/fuse", "/dev/vda", "/dev/sda", "/dev/vsock",
        "/dev/net/tun", "/dev/input/event0", "/dev/loop-control"}},
      {"ItSeesOtherProcesses", {"see_other_processes"}},
      {"ItOpensItsParent", {"open_parent"}},
      {"ItLooksForDescriptors", {"use_inherited_descriptors"}},
      {"ItReadsTheEnvironment", {"read_environment", "GRIDMARK_TEST_SECRET"}},
      {"ItBecomesRoot", {"become_root"}},
      {"ItRaisesItsLimits", {"raise_limits"}},
      {"ItOpensRareSockets", {"rare_sockets"}},
      {"ItReachesIntoTheKernel", {"reach_into_kernel"}},
      {"ItTraces", {"trace_parent"}, End::forbidden, "ptrace"},
      {"ItReadsMemory", {"read_parent_memory"}, End::forbidden, "process_vm_readv"},
      {"ItUnshares", {"unshare_user"}, End::forbidden, "unshare"},
      {"ItClonesANamespace", {"clone_user"}, End::forbidden, "clone"},
      {"ItMounts", {"mount_tmpfs"}, End::forbidden, "mount"},
      {"ItStoresAKey", {"store_key"}, End::forbidden, "add_key"},
      {"ItLoadsBpf", {"load_bpf"}, End::forbidden, "bpf"},
      call_of_the_32_bit_kernel(),
  };
}

}  // namespace gridmark::test
