// Arithmetic, products, losses and views.
#include "tests/tensor/gradient_cases.h"

namespace gridmark::tensor {
namespace {

using reference::Values;
using Tensors = std::vector<Tensor>;

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }

const Case cases[] = {
    {"add",
     {{2, 3}, {2, 3}},
     [](const Tensors& x) { return weighted_sum(x[0] + x[1]); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[1], std::plus<>())); }},
    {"subtract",
     {{2, 3}, {2, 3}},
     [](const Tensors& x) { return weighted_sum(x[0] - x[1]); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[1], std::minus<>())); }},
    {"multiply",
     {{2, 3}, {2, 3}},
     [](const Tensors& x) { return weighted_sum(x[0] * x[1]); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[1], std::multiplies<>())); }},
    {"scale",
     {{5}},
     [](const Tensors& x) { return weighted_sum(-1.5f * x[0]); },
     [](const auto& x) { return -1.5 * reference::weighted_sum(x[0]); }},
    {"matmul",
     {{3, 4}, {4, 2}},
     [](const Tensors& x) { return weighted_sum(matmul(x[0], x[1])); },
     [](const auto& x) { return reference::weighted_sum(reference::matmul(x[0], x[1], 3, 2, 4)); }},
    {"matmul_of_transposed",
     {{4, 3}, {2, 4}},
     [](const Tensors& x) { return weighted_sum(matmul(x[0].transpose(), x[1].transpose())); },
     [](const auto& x) {
       return reference::weighted_sum(
           reference::matmul(reference::transposed(x[0], 4, 3), reference::transposed(x[1], 2, 4), 3, 2, 4));
     }},
    {"matmul_of_narrow",
     {{3, 6}, {4, 2}},
     [](const Tensors& x) { return weighted_sum(matmul(x[0].narrow(1, 1, 4), x[1])); },
     [](const auto& x) {
       Values part;
       for (std::size_t row = 0; row < 3; ++row)
         for (std::size_t column = 1; column < 5; ++column) part.push_back(x[0][row * 6 + column]);
       return reference::weighted_sum(reference::matmul(part, x[1], 3, 2, 4));
     }},
    {"add_bias",
     {{3, 2}, {2}},
     [](const Tensors& x) { return weighted_sum(add_bias(x[0], x[1])); },
     [](const auto& x) {
       Values y = x[0];
       for (std::size_t i = 0; i < y.size(); ++i) y[i] += x[1][i % 2];
       return reference::weighted_sum(y);
     }},
    {"relu",
     {{7}},
     [](const Tensors& x) { return weighted_sum(relu(x[0])); },
     [](const auto& x) {
       return reference::weighted_sum(reference::each(x[0], [](double v) { return v > 0 ? v : 0; }));
     }},
    {"sigmoid",
     {{7}},
     [](const Tensors& x) { return weighted_sum(sigmoid(x[0])); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], sigmoid_of)); }},
    {"tanh",
     {{7}},
     [](const Tensors& x) { return weighted_sum(tanh(x[0])); },
     [](const auto& x) {
       return reference::weighted_sum(reference::each(x[0], [](double v) { return std::tanh(v); }));
     }},
    {"sum",
     {{3, 5}},
     [](const Tensors& x) { return sum(x[0]); },
     [](const auto& x) { return reference::sum(x[0]); }},
    {"mean",
     {{3, 5}},
     [](const Tensors& x) { return mean(x[0] * x[0]); },
     [](const auto& x) { return reference::sum(reference::each(x[0], x[0], std::multiplies<>())) / 15; }},
    {"mse_loss",
     {{3, 2}},
     [](const Tensors& x) {
       return mse_loss(x[0], Tensor::full({3, 2}, 0.25f, x[0].dtype(), x[0].device()));
     },
     [](const auto& x) {
       return reference::sum(reference::each(x[0], [](double v) { return (v - 0.25) * (v - 0.25); })) / 6;
     }},
    {"cross_entropy",
     {{3, 4}},
     [](const Tensors& x) {
       return cross_entropy(x[0], Tensor::labels({2, 0, 3}, x[0].device()));
     },
     [](const auto& x) {
       return reference::cross_entropy(x[0], {2, 0, 3}, 4);
     }},
    {"views",
     {{3, 4}},
     [](const Tensors& x) {
       return weighted_sum(x[0].transpose().reshape({2, 6}).narrow(1, 1, 4).contiguous().view({-1}));
     },
     [](const auto& x) {
       const Values y = reference::transposed(x[0], 3, 4);
       return reference::weighted_sum({y[1], y[2], y[3], y[4], y[7], y[8], y[9], y[10]});
     }},
    {"row",
     {{3, 4}},
     [](const Tensors& x) { return weighted_sum(x[0].row(1) * x[0].row(2)); },
     [](const auto& x) {
       double total = 0;
       for (std::size_t i = 0; i < 4; ++i) total += reference::weight_of(i) * x[0][4 + i] * x[0][8 + i];
       return total;
     }},
    {"used_twice",
     {{4}},
     [](const Tensors& x) { return weighted_sum(sigmoid(x[0]) * x[0] + x[0]); },
     [](const auto& x) {
       return reference::weighted_sum(reference::each(x[0], [](double v) { return sigmoid_of(v) * v + v; }));
     }},
    {"in_place",
     {{4}, {4}},
     [](const Tensors& x) {
       Tensor y = x[0].clone();
       y += x[1];
       y *= 3;
       y -= x[0];
       return weighted_sum(y);
     },
     [](const auto& x) {
       return reference::weighted_sum(
           reference::each(x[0], x[1], [](double a, double b) { return (a + b) * 3 - a; }));
     }},
    {"copy_from",
     {{4}},
     [](const Tensors& x) {
       Tensor y = Tensor::zeros({4}, x[0].dtype(), x[0].device());
       y.copy_from(x[0]);
       return weighted_sum(y * x[0]);
     },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[0], std::multiplies<>())); }},
    {"conversions",
     {{4}},
     [](const Tensors& x) {
       const Tensor there = x[0].to(Device::cuda()).to(DType::f32).to(Device::host());
       return weighted_sum(there * there);
     },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[0], std::multiplies<>())); }},
};

}  // namespace

std::vector<Case> basic_cases() { return {std::begin(cases), std::end(cases)}; }

}  // namespace gridmark::tensor
