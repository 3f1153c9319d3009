// The members of std::string for the closed part of a worker. C++20 makes them wherever they are used, so
// they are in submissions, too, and what is compiled as C++17 would take a submission's for the C++
// library's.
#include <string>

template class std::basic_string<char>;
