// Casts of kernels to pointers that keep the kernel's type.
#include <gtest/gtest.h>

#include "emulation/rewrite/rewrite.h"

namespace gridmark::rewrite {
namespace {

struct CastCase {
  const char* why;
  const char* cuda;
  const char* plain;
};

TEST(RewriteCast, KeepsTheTypeOfAKernel) {
  const std::string declared =
      "__global__ void __launch_bounds__(32) k(int); template <class T> __global__ void t(T);\n";
  const CastCase cases[] = {
      {"C style", "f((void*)k, 1);", "f( _GFN(k), 1);"},
      {"of const", "f((const void *)k);", "f(        _GFN(k));"},
      {"of an address", "p = (void*)&k;", "p =  _GFN(&k);"},
      {"a template", "f((void*)t<int, A<3> >);", "f( _GFN(t<int, A<3> >));"},
      {"in a namespace", "f((void*)::a::k);", "f( _GFN(::a::k));"},
      {"in brackets", "f((void*)(k));", "f( _GFN((k)));"},
      {"a C++ cast", "f(reinterpret_cast<const void*>(&k));", "f(                         _GFN(&k));"},
  };
  for (const CastCase& c : cases) {
    const Rewritten result = rewrite(declared + c.cuda);
    EXPECT_EQ(result.text, declared + c.plain) << c.why;
  }
  for (const char* other : {"f((void**)&k);", "f((int)k);"})
    EXPECT_EQ(rewrite(declared + other).text, declared + other);
}

// The kernel may come from a macro that pastes its name, a table, or a template's parameter.
TEST(RewriteCast, KeepsTheTypeOfWhatMayBeAKernel) {
  const CastCase cases[] = {
      {"C style", "f((void*)scale2, 1);", "f( _GVP(scale2), 1);"},
      {"of const", "f((const void *)x);", "f(  _GCONST_VP(x));"},
      {"of an address", "p = (void const*)&a::x;", "p =  _GCONST_VP(&a::x);"},
      {"a template", "f((void*)t<int, A<3> >);", "f( _GVP(t<int, A<3> >));"},
      {"a table", "f((void*)table[i + (1)]);", "f( _GVP(table[i + (1)]));"},
      {"a member", "f((void*)a.b->c[1]);", "f( _GVP(a.b->c[1]));"},
      {"a choice", "f((void*)pick(1, 2));", "f( _GVP(pick(1, 2)));"},
      {"another's dots", "f((void*)x\n.y);", "f( _GVP(x\n.y));"},
      {"in brackets", "f((void*)(x));", "f( _GVP((x)));"},
      {"a condition", "f((void*)(x) && y);", "f( _GVP((x)) && y);"},
      {"behind a cast", "f((void*)(void (*)(int))&x);", "f( _GVP((void (*)(int))&x));"},
      {"a C++ cast", "f(reinterpret_cast<const void*>(x));", "f(                   _GCONST_VP(x));"},
      {"a macro's", "#define P(x) (void*)x\n", "#define P(x)  _GVP(x)\n"},
      {"a result", "return (void*)x;", "return  _GVP(x);"},
      {"a comparison", "y = (void*)x < z;", "y =  _GVP(x) < z;"},
  };
  for (const CastCase& c : cases) EXPECT_EQ(rewrite(c.cuda).text, c.plain) << c.why;
}

TEST(RewriteCast, LeavesWhatIsNoCastOrIsMoreThanAPointer) {
  for (const char* text : {"void f(void*) noexcept;",
                           "void f(const void*) OFTEN;",
                           "void (*f)(void*) OFTEN;",
                           "int x[sizeof(void*) * n];",
                           "auto f = [](void*) mutable {};",
                           "std::function<void(void*) > f;",
                           "void operator()(void*) const;",
                           "p = (void*)new int;",
                           "p = (void*)x++;",
                           "p = (void*)x--;",
                           "p = (void*)T{1};",
                           "p = (void*)NULL;",
                           "p = (void*)nullptr;",
                           "p = (void*)this;",
                           "p = (void*)0;",
                           "p = (void*)\"x\";",
                           "p = (void*)a < b && c > (d);",
                           "f((void*)(x)(1));",

                           "f((void*)decltype(x)::y);",
                           "f({(void*)&x...});",
                           "f({(void*)x...});",
                           "#define P(x) (void*)x##1\n",
                           "p = (void*)&x[1];",
                           "p = (void*)&x->y;",
                           "p = static_cast<void*>(x);",
                           "(void*"})
    EXPECT_EQ(rewrite(text).text, text);
}

}  // namespace
}  // namespace gridmark::rewrite
