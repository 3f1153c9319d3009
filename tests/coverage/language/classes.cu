// Feature: classes on the device: constructors, operators, inheritance, virtual functions of objects made there, unions, bit-fields, recursion, new and delete
#include "../check.h"

struct Vec3 {
  float x, y, z;
  __host__ __device__ Vec3(float x = 0, float y = 0, float z = 0) : x(x), y(y), z(z) {}
  __host__ __device__ Vec3 operator+(const Vec3& o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
  __host__ __device__ Vec3& operator*=(float s) {
    x *= s, y *= s, z *= s;
    return *this;
  }
  __host__ __device__ float& operator[](int i) { return (&x)[i]; }
  friend __host__ __device__ float dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  }
};
__host__ __device__ Vec3 operator*(float s, Vec3 v) { return v *= s; }

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
class Square : public Shape {
 public:
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }

 private:
  float side;
};
class Circle final : public Shape {
 public:
  __device__ explicit Circle(float r) : r(r) {}
  __device__ float area() const override { return 3 * r * r; }
  float r;
};
struct Packed {
  unsigned low : 4, high : 12;
  signed sign : 2;
};
union Word {
  float f;
  unsigned char bytes[4];
};
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
template <class Derived>
struct Base {
  __device__ int twice() const { return 2 * static_cast<const Derived*>(this)->value(); }
};
struct Leaf : Base<Leaf> {
  __device__ int value() const { return 21; }
};
struct Node {
  int value;
  Node* next;
};

__global__ void make_shapes(Shape** shapes, int n) {
  for (int i = 0; i < n; ++i) shapes[i] = i % 2 ? static_cast<Shape*>(new Circle(i)) : new Square(i);
}
__global__ void use_shapes(Shape** shapes, float* out) {
  out[threadIdx.x] = shapes[threadIdx.x]->area();
  delete shapes[threadIdx.x];
}
__global__ void others(float* out) {
  Vec3 v = 2.0f * (Vec3(1, 2, 3) + Vec3(1));
  out[0] = dot(v, Vec3(1, 1, 1)) + v[2];
  Packed packed{};
  packed.low = 15, packed.high = 4095, packed.sign = -1;
  out[1] = packed.low + packed.high + packed.sign;
  Word word;
  word.f = 1.0f;
  out[2] = word.bytes[3];
  out[3] = fibonacci(10);
  out[4] = Leaf().twice();
  Node* list = nullptr;
  for (int i = 1; i <= 4; ++i) list = new Node{i, list};
  float sum = 0;
  while (list) {
    Node* next = list->next;
    sum = 10 * sum + list->value;
    delete list;
    list = next;
  }
  out[5] = sum;
  int* array = new int[100];
  array[99] = 5;
  int* plain = (int*)malloc(16);
  plain[3] = 6;
  out[6] = array[99] + plain[3];
  delete[] array;
  free(plain);
}

int main() {
  Shape** shapes;
  CUDA(cudaMalloc(&shapes, 8 * sizeof(Shape*)));
  coverage::Buffer<float> out(8);
  make_shapes<<<1, 1>>>(shapes, 8);
  use_shapes<<<1, 8>>>(shapes, out);
  auto r = out.get();
  for (int i = 0; i < 8; ++i) CHECK(r[i] == (i % 2 ? 3 : 1) * i * i);
  others<<<1, 1>>>(out);
  r = out.get();
  CHECK(r[0] == 4 + 4 + 6 + 6 && r[1] == 15 + 4095 - 1 && r[2] == 63 && r[3] == 55 && r[4] == 42);
  CHECK(r[5] == 4321 && r[6] == 11);
  CUDA(cudaFree(shapes));
  return coverage::result();
}
