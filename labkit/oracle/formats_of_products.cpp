// Operands and sums that are stored in a format with too few bits.
#include <cmath>

#include "labkit/oracle/float_format.h"
#include "labkit/oracle/product_rows.h"

namespace gridmark::oracle {
namespace {

double whole(double value) { return std::trunc(value); }
double same(double value) { return value; }
double half(double value) { return rounded_to(half_precision, value); }
double brain(double value) { return rounded_to(bfloat16, value); }
double tensor(double value) { return rounded_to(tf32, value); }

using Kept = double (*)(double);

/// A number half way between two others may round up or down, so one sum in ten may differ.
Hypothesis operands(Diagnosis cause, const Product& product, Kept a, Kept b) {
  Hypothesis mistake =
      each_sum(std::move(cause), product, product.k, [a, b](const Padded& of, long row, long i, long column) {
        return a(of.a(row, i)) * b(of.b(i, column));
      });
  mistake.strays = 0.1;
  return mistake;
}

/// Each product and each sum is rounded to a format, so an element may round to the other side.
Hypothesis sums(Diagnosis cause, const Product& product, Kept operand, Kept term, Kept sum) {
  Hypothesis mistake = each_element(std::move(cause), product, [=](const Padded& of, long row, long column) {
    double all = 0;
    for (long i = 0; i < of.k(); ++i) {
      const double product_of_two = term(operand(of.a(row, i)) * operand(of.b(i, column)));
      all = sum(static_cast<double>(static_cast<float>(all + product_of_two)));
    }
    return all;
  });
  mistake.strays = 0.02;
  return mistake;
}

Hypothesis result(Diagnosis cause, const Product& product, Kept kept) {
  Hypothesis mistake = each_element(
      std::move(cause), product,
      [kept](const Padded& of, long row, long column) { return kept(right_element(of, row, column)); });
  mistake.strays = 0.02;
  return mistake;
}

std::string whole_numbers(const std::string& what) {
  return what + " kept in an int, which drops the fraction: make it a float";
}

void add_operands(std::vector<Hypothesis>& to, const Product& product, Kept kept, const std::string& format) {
  const auto rounded = [&](const std::string& which) {
    return Diagnosis(which + " rounded to " + format + ": keep the operands and the sum in FP32",
                     Repair::use_float);
  };
  to.push_back(operands(rounded("elements of a and of b are"), product, kept, kept));
  to.push_back(operands(rounded("elements of a are"), product, kept, same));
  to.push_back(operands(rounded("elements of b are"), product, same, kept));
}

}  // namespace

std::vector<Hypothesis> formats_of_products(const Product& product) {
  std::vector<Hypothesis> mistakes;
  mistakes.push_back(sums({whole_numbers("the sum is"), Repair::make_sum_float}, product, same, same, whole));
  mistakes.push_back(sums(whole_numbers("each product is"), product, same, whole, same));
  mistakes.push_back(operands(whole_numbers("elements of a and of b are"), product, whole, whole));
  mistakes.push_back(operands(whole_numbers("elements of a are"), product, whole, same));
  mistakes.push_back(operands(whole_numbers("elements of b are"), product, same, whole));
  mistakes.push_back(result(whole_numbers("the result is"), product, whole));
  // Within the range of half precision, its numbers are the same as those of TF32.
  const std::string eleven_bits = "half precision or TF32, 11 bits each";
  add_operands(mistakes, product, half, eleven_bits);
  add_operands(mistakes, product, brain, "bfloat16");
  add_operands(mistakes, product, tensor, eleven_bits);
  const Diagnosis in_half{"the sum is kept in half precision: make it a float", Repair::use_float};
  mistakes.push_back(sums(in_half, product, same, same, half));
  mistakes.push_back(sums(in_half, product, same, half, half));
  mistakes.push_back(sums(in_half, product, half, same, half));
  mistakes.push_back(sums(in_half, product, half, half, half));
  mistakes.push_back(sums({"the products are in half precision: multiply and add in FP32", Repair::use_float},
                          product, half, half, same));
  mistakes.push_back(
      result({"the results are rounded to half precision: store floats", Repair::use_float}, product, half));
  return mistakes;
}

}  // namespace gridmark::oracle
