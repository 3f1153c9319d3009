// The members of std::string for the closed part of a worker. C++20 compiles them into every file that uses
// them, so submissions contain them too. Without this file, code compiled as C++17 would use a submission's
// members instead of the C++ library's.
#include <string>

template class std::basic_string<char>;
