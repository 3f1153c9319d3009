#include "grader/compile/known_symbols.h"

#include <algorithm>
#include <array>
#include <span>

#include "grader/compile/word_list.h"

namespace gridmark::compile {
namespace {

using Names = std::set<std::string_view>;

bool begins_with_any(std::string_view name, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

// Memory, strings, characters, conversions.
constexpr std::string_view values = R"(
malloc calloc realloc reallocarray free aligned_alloc posix_memalign memalign valloc malloc_usable_size
memcpy memmove memset memcmp memchr memrchr mempcpy bcmp bcopy bzero
strlen strnlen strcpy strncpy strcat strncat strcmp strncmp strcoll strchr strrchr strstr strspn strcspn
strpbrk strtok strtok_r strdup strndup strerror strerror_r strcasecmp strncasecmp stpcpy
atoi atol atoll atof strtol strtoll strtoul strtoull strtof strtod strtold
isalpha isdigit isalnum isspace isupper islower ispunct isprint iscntrl isxdigit isgraph isblank tolower
toupper abs labs llabs div ldiv lldiv qsort bsearch rand srand rand_r random srandom drand48 srand48 lrand48
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location wcslen wmemcpy wmemset wmemcmp
wmemchr wmemmove __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull
)";

// Printing and ending the program.
constexpr std::string_view words = R"(
printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf asprintf vasprintf puts putchar fputs
fputc putc fwrite fflush perror ferror stdout stderr stdin setvbuf setbuf
sscanf scanf __isoc99_sscanf __isoc99_scanf __isoc23_sscanf __isoc23_scanf getchar fgets
exit abort atexit __assert_fail __assert setlocale localeconv
)";

// Time, threads, signal handlers.
constexpr std::string_view order = R"(
time clock clock_gettime clock_getres gettimeofday difftime localtime localtime_r gmtime gmtime_r strftime
mktime ctime asctime usleep sleep nanosleep clock_nanosleep sched_yield sysconf get_nprocs
pthread_create pthread_join pthread_detach pthread_self pthread_equal pthread_exit pthread_once
pthread_yield pthread_attr_init pthread_attr_destroy pthread_attr_setstacksize pthread_attr_setdetachstate
pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock
pthread_mutex_timedlock pthread_mutex_clocklock pthread_mutexattr_init pthread_mutexattr_destroy
pthread_mutexattr_settype pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock
pthread_rwlock_wrlock pthread_rwlock_unlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait
pthread_cond_signal pthread_cond_broadcast pthread_barrier_init pthread_barrier_destroy
pthread_barrier_wait pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock
pthread_spin_unlock pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific
__pthread_key_create sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_clockwait sem_post
sem_getvalue signal sigaction sigemptyset sigfillset sigaddset sigdelset sigismember raise
)";

// Functions of double. Each also exists for float and long double.
constexpr std::string_view mathematics = R"(
acos asin atan atan2 cos sin tan sincos acosh asinh atanh cosh sinh tanh exp exp2 exp10 expm1 log log2 log10
log1p logb ilogb ldexp scalbn scalbln frexp modf pow sqrt cbrt hypot erf erfc tgamma lgamma lgamma_r gamma
ceil floor nearbyint rint lrint llrint round lround llround trunc roundeven fmod remainder remquo copysign
nan nextafter nexttoward fdim fmax fmin fma fabs isinf isnan finite j0 j1 jn y0 y1 yn drem significand
__finite __isinf __isnan __fpclassify __signbit __issignaling cabs carg cexp clog cpow csqrt csin ccos ctan
csinh ccosh ctanh casin cacos catan conj cproj creal cimag
)";

// Functions that the sandbox refuses too, here with a clear message, and functions that the worker itself
// uses.
constexpr std::string_view refused = R"(
main _exit _Exit quick_exit at_quick_exit syscall vfork fork clone unshare setns execve execv execvp execvpe
execl execlp execle fexecve execveat posix_spawn posix_spawnp system popen pclose wait waitpid waitid wait4
kill killpg tgkill ptrace process_vm_readv process_vm_writev prctl arch_prctl seccomp personality
mmap mmap64 munmap mremap mprotect pkey_mprotect pkey_alloc pkey_set madvise mlock mlockall brk sbrk shmget
shmat shmdt shmctl shm_open shm_unlink memfd_create msgget msgsnd msgrcv semget semop
dlopen dlmopen dlsym dlvsym dladdr dladdr1 dlinfo dlclose dlerror dl_iterate_phdr _dl_addr
open open64 openat openat64 creat close read write pread pwrite readv writev lseek dup dup2 dup3 pipe pipe2
fcntl ioctl fopen fopen64 fdopen freopen fclose fread fseek ftell rewind tmpfile remove rename unlink
mkdir rmdir opendir readdir closedir stat fstat lstat access chdir getcwd readlink symlink link mkfifo mknod
socket bind listen accept accept4 connect send sendto sendmsg recv recvfrom recvmsg socketpair poll ppoll
select pselect epoll_create epoll_create1 epoll_ctl epoll_wait eventfd signalfd timerfd_create
inotify_init io_setup getenv secure_getenv setenv putenv unsetenv clearenv environ __environ _environ
getpid getppid getuid setuid setgid setsid setpgid nice setpriority setrlimit getrlimit prlimit
sigprocmask pthread_sigmask sigaltstack sigsuspend sigwait sigwaitinfo sigqueue alarm setitimer timer_create
pthread_kill pthread_cancel pthread_atfork pthread_setaffinity_np sched_setaffinity sched_setscheduler
setjmp _setjmp sigsetjmp __sigsetjmp longjmp siglongjmp __longjmp_chk getcontext setcontext makecontext
swapcontext backtrace backtrace_symbols backtrace_symbols_fd
__libc_start_main __libc_malloc __libc_free __malloc_hook __free_hook gnu_get_libc_version
getauxval gethostname uname getpwuid times getrusage getrandom getentropy fileno vsyslog syslog
ftruncate ftruncate64 mincore mkdtemp mkstemp gettid pause pthread_getcpuclockid
program_invocation_name program_invocation_short_name etext edata _etext _edata _end __data_start
__bss_start __executable_start __ehdr_start
dwarf_attr dwarf_filesrc dwarf_formstring dwarf_formudata dwarf_getscopes dwarf_getscopes_die dwarf_getsrcfiles
dwarf_tag dwfl_addrmodule dwfl_begin dwfl_end dwfl_line_comp_dir dwfl_lineinfo dwfl_linux_proc_find_elf
dwfl_linux_proc_report dwfl_module_addrdie dwfl_module_addrname dwfl_module_getsrc dwfl_offline_section_address
dwfl_report_begin dwfl_report_elf dwfl_report_end dwfl_standard_find_debuginfo
)";

// Exceptions, static objects, casts. Other names of these libraries can read and write through any pointer.
constexpr std::string_view run_time = R"(
_Unwind_Resume __cxa_allocate_exception __cxa_free_exception __cxa_init_primary_exception __cxa_throw
__cxa_rethrow __cxa_begin_catch __cxa_end_catch __cxa_get_exception_ptr __cxa_call_unexpected
__cxa_call_terminate __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort __cxa_pure_virtual
__cxa_deleted_virtual __cxa_bad_cast __cxa_bad_typeid __cxa_throw_bad_array_new_length __cxa_atexit
__cxa_thread_atexit __cxa_finalize
_GLOBAL_OFFSET_TABLE_ __dso_handle __stack_chk_fail __tls_get_addr __gcc_personality_v0 __dynamic_cast
__libc_single_threaded __once_proxy
)";

bool is_mathematics(std::string_view name) {
  static const Names doubles = words_in(mathematics);
  if (doubles.contains(name)) return true;
  for (const std::string_view suffix : {"f128", "f64", "f32", "f", "l"})
    if (name.ends_with(suffix) && doubles.contains(name.substr(0, name.size() - suffix.size()))) return true;
  return false;
}

/// memcpy for __memcpy_chk, its replacement under _FORTIFY_SOURCE.
std::string_view without_check(std::string_view name) {
  if (!name.starts_with("__") || !name.ends_with("_chk")) return name;
  return name.substr(2, name.size() - 6);
}

}  // namespace

bool is_harmless_c(std::string_view name) {
  static const Names all = [] {
    Names names = words_in(values);
    names.merge(words_in(words));
    names.merge(words_in(order));
    return names;
  }();
  return all.contains(name) || all.contains(without_check(name)) || is_mathematics(name);
}

bool is_of_c_library(std::string_view name) {
  static const Names others = words_in(refused);
  return is_harmless_c(name) || others.contains(name);
}

bool is_compilers(std::string_view name) {
  // __divti3, __mulsc3, __truncsfhf2, ...: arithmetic between types of these modes.
  static constexpr std::array<std::string_view, 28> arithmetic{
      "__div", "__udiv",     "__mod",   "__umod",  "__mul", "__add",    "__sub",
      "__neg", "__popcount", "__clz",   "__ctz",   "__ffs", "__parity", "__float",
      "__fix", "__extend",   "__trunc", "__pow",   "__eq",  "__ne",     "__lt",
      "__le",  "__gt",       "__ge",    "__unord", "__ash", "__lsh",    "__cmp"};
  static constexpr std::array<std::string_view, 4> beginnings{"__gxx_personality", "__emutls", "GOMP_",
                                                              "omp_"};
  static const Names whole = words_in(run_time);
  const bool of_two_modes = !name.empty() && name.back() >= '2' && name.back() <= '4';
  return whole.contains(name) || begins_with_any(name, beginnings) ||
         (of_two_modes && begins_with_any(name, arithmetic));
}

bool is_of_run_time(std::string_view name) {
  static constexpr std::array<std::string_view, 2> beginnings{"__cxa_", "_Unwind_"};
  return begins_with_any(name, beginnings) || (name.starts_with('_') && is_compilers(name));
}

bool is_cpp_file(std::string_view name) {
  static constexpr std::array<std::string_view, 6> files{"basic_filebuf", "basic_ifstream", "basic_ofstream",
                                                         "basic_fstream", "10filesystem",   "__basic_file"};
  return std::any_of(files.begin(), files.end(),
                     [&](std::string_view file) { return name.find(file) != std::string_view::npos; });
}

bool is_of_cpp_library(std::string_view name) {
  static constexpr std::array<std::string_view, 14> beginnings{
      "_ZNSt", "_ZNKSt", "_ZNVSt", "_ZNVKSt", "_ZSt",    "_ZNS",          "_ZNKS",
      "_ZTI",  "_ZTS",   "_ZTV",   "_ZTT",    "_ZGVNSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
  if (name.starts_with("_Zn") || name.starts_with("_Zd")) return true;  // new and delete
  return begins_with_any(name, beginnings) || name.starts_with("_ZN10__cxxabiv1");
}

bool is_harmless_cpp(std::string_view name) { return is_of_cpp_library(name) && !is_cpp_file(name); }

}  // namespace gridmark::compile
