// The backward passes against derivatives measured in two ways.
#include "tests/core/gradients.h"

#include <doctest/doctest.h>

#include "core/attention/mask.h"
#include "core/attention/multi_head.h"
#include "tests/core/errors.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr double exact = 1e-13;
constexpr double measured = 1e-8;

// `loss` takes Matrix<S> for either scalar.
template <class Loss>
void check_gradient(const Matrix<double>& x, const Matrix<double>& gradient, Loss loss) {
  CHECK(distance(complex_step(x, loss), gradient) < exact);
  CHECK(distance(central_difference(x, loss), gradient) < measured);
}

AttentionOptions options_of(double temperature, bool divide, Mask mask) {
  AttentionOptions options;
  options.temperature = temperature;
  options.divide_by_root_d_k = divide;
  options.mask = std::move(mask);
  return options;
}

template <class S>
MultiHeadWeights<S> cast(const MultiHeadWeights<double>& w) {
  return {w.w_q.cast<S>(), w.w_k.cast<S>(), w.w_v.cast<S>(), w.w_o.cast<S>(),
          w.b_q.cast<S>(), w.b_k.cast<S>(), w.b_v.cast<S>(), w.b_o.cast<S>()};
}

struct HeadsCase {
  Matrix<double> x_q, x_k, x_v, g;
  MultiHeadWeights<double> weights;
  MultiHeadOptions options;

  template <class S>
  S loss(const Matrix<S>& q, const Matrix<S>& k, const Matrix<S>& v, const MultiHeadWeights<S>& w) const {
    return weighted_sum(multi_head(q, k, v, w, options).output, g);
  }
};

HeadsCase heads_case(Random& random, Index h, Index n_q, Index n, bool bias) {
  const Index d_model = 5, d_k = 3, d_v = 2;
  const auto some = [&](Index rows, Index cols) { return uniform_matrix<double>(random, rows, cols, -1, 1); };
  HeadsCase c{some(n_q, d_model), some(n, d_model + 1), some(n, d_model + 2), some(n_q, d_model), {}, {}};
  c.weights = {some(d_model, h * d_k),
               some(d_model + 1, h * d_k),
               some(d_model + 2, h * d_v),
               some(h * d_v, d_model),
               {},
               {},
               {},
               {}};
  if (bias) {
    c.weights.b_q = some(1, h * d_k);
    c.weights.b_k = some(1, h * d_k);
    c.weights.b_v = some(1, h * d_v);
    c.weights.b_o = some(1, d_model);
  }
  c.options.heads = h;
  return c;
}

void check_all_gradients(const HeadsCase& c) {
  const MultiHeadTrace<double> trace = multi_head(c.x_q, c.x_k, c.x_v, c.weights, c.options);
  const MultiHeadGradient<double> gradient =
      multi_head_backward(c.x_q, c.x_k, c.x_v, c.weights, trace, c.g, c.options);
  const auto as = [](const Matrix<double>& x, auto scalar) {
    return Matrix<decltype(scalar)>(x.cast<decltype(scalar)>());
  };

  check_gradient(c.x_q, gradient.grad_x_q, [&]<class S>(const Matrix<S>& x) {
    return c.loss<S>(x, as(c.x_k, S()), as(c.x_v, S()), cast<S>(c.weights));
  });
  check_gradient(c.x_k, gradient.grad_x_k, [&]<class S>(const Matrix<S>& x) {
    return c.loss<S>(as(c.x_q, S()), x, as(c.x_v, S()), cast<S>(c.weights));
  });
  check_gradient(c.x_v, gradient.grad_x_v, [&]<class S>(const Matrix<S>& x) {
    return c.loss<S>(as(c.x_q, S()), as(c.x_k, S()), x, cast<S>(c.weights));
  });
  const auto check_weight = [&](auto member, auto complex_member) {
    const auto loss = [&]<class S>(const Matrix<S>& x) {
      MultiHeadWeights<S> w = cast<S>(c.weights);
      if constexpr (std::is_same_v<S, double>)
        w.*member = x;
      else
        w.*complex_member = x;
      return c.loss<S>(as(c.x_q, S()), as(c.x_k, S()), as(c.x_v, S()), w);
    };
    check_gradient(c.weights.*member, gradient.grad_weights.*member, loss);
  };
  using W = MultiHeadWeights<double>;
  using Z = MultiHeadWeights<Complex>;
  check_weight(&W::w_q, &Z::w_q);
  check_weight(&W::w_k, &Z::w_k);
  check_weight(&W::w_v, &Z::w_v);
  check_weight(&W::w_o, &Z::w_o);
  check_weight(&W::b_q, &Z::b_q);
  check_weight(&W::b_k, &Z::b_k);
  check_weight(&W::b_v, &Z::b_v);
  check_weight(&W::b_o, &Z::b_o);
}

}  // namespace

TEST_CASE("the gradient of softmax, at several temperatures and with cells hidden") {
  Random random(1);
  for (double temperature : {0.5, 1., 4.}) {
    for (double hidden : {0., 0.3, 1.}) {
      const Matrix<double> scores = uniform_matrix<double>(random, 3, 5, -3, 3);
      const Matrix<double> g = uniform_matrix<double>(random, 3, 5, -1, 1);
      const SoftmaxOptions options{temperature, random_mask(random, 3, 5, hidden)};
      const Matrix<double> gradient = softmax_backward(softmax(scores, options), g, options);
      check_gradient(scores, gradient, [&]<class S>(const Matrix<S>& x) {
        return weighted_sum(softmax(x, options).weights, g);
      });
      for (Index i = 0; i < scores.size(); ++i) {
        if (!options.mask.data()[i]) CHECK(gradient.data()[i] == 0);
      }
      CHECK(gradient.rowwise().sum().cwiseAbs().maxCoeff() < 1e-15);
    }
  }
}

TEST_CASE("the gradient of softmax where two scores tie for the largest") {
  const Matrix<double> scores{{2, 1, 2}};
  const Matrix<double> g{{1, -2, 0.5}};
  check_gradient(scores, softmax_backward(softmax(scores), g),
                 [&]<class S>(const Matrix<S>& x) { return weighted_sum(softmax(x).weights, g); });
}

TEST_CASE("the gradients of attention by Queries, Keys and Values") {
  Random random(2);
  for (double temperature : {0.7, 1.}) {
    for (bool divide : {true, false}) {
      for (double hidden : {0., 0.4, 1.}) {
        const Matrix<double> q = uniform_matrix<double>(random, 3, 4, -1, 1);
        const Matrix<double> k = uniform_matrix<double>(random, 5, 4, -1, 1);
        const Matrix<double> v = uniform_matrix<double>(random, 5, 2, -1, 1);
        const Matrix<double> g = uniform_matrix<double>(random, 3, 2, -1, 1);
        const AttentionOptions options = options_of(temperature, divide, random_mask(random, 3, 5, hidden));
        const AttentionGradient<double> gradient =
            attention_backward(attention(q, k, v, options), g, options);
        check_gradient(q, gradient.grad_q, [&]<class S>(const Matrix<S>& x) {
          return weighted_sum(attention<S>(x, k.cast<S>(), v.cast<S>(), options).output, g);
        });
        check_gradient(k, gradient.grad_k, [&]<class S>(const Matrix<S>& x) {
          return weighted_sum(attention<S>(q.cast<S>(), x, v.cast<S>(), options).output, g);
        });
        check_gradient(v, gradient.grad_v, [&]<class S>(const Matrix<S>& x) {
          return weighted_sum(attention<S>(q.cast<S>(), k.cast<S>(), x, options).output, g);
        });
      }
    }
  }
}

TEST_CASE("the gradients of several heads by every input, projection and bias") {
  Random random(3);
  for (Index h : {1, 2, 3}) {
    for (bool bias : {false, true}) {
      HeadsCase c = heads_case(random, h, 3, 4, bias);
      c.options.mask = random_mask(random, 3, 4, 0.3);
      CAPTURE(h);
      check_all_gradients(c);
    }
  }
}

TEST_CASE("a head that is off has no gradient, and the others keep theirs") {
  Random random(4);
  HeadsCase c = heads_case(random, 3, 2, 4, true);
  c.options.on = {true, false, true};
  check_all_gradients(c);
  const MultiHeadGradient<double> gradient = multi_head_backward(
      c.x_q, c.x_k, c.x_v, c.weights, multi_head(c.x_q, c.x_k, c.x_v, c.weights, c.options), c.g, c.options);
  CHECK(gradient.grad_weights.w_q.middleCols(3, 3).isZero(0));
  CHECK(gradient.grad_weights.w_o.middleRows(2, 2).isZero(0));
  CHECK(!gradient.grad_weights.w_q.leftCols(3).isZero(0));
}

TEST_CASE("backward in float is backward in double, rounded") {
  Random random(5);
  const Matrix<double> q = uniform_matrix<double>(random, 2, 4, -1, 1),
                       k = uniform_matrix<double>(random, 6, 4, -1, 1),
                       v = uniform_matrix<double>(random, 6, 3, -1, 1),
                       g = uniform_matrix<double>(random, 2, 3, -1, 1);
  const AttentionGradient<double> wide = attention_backward(attention(q, k, v), g);
  const AttentionGradient<float> narrow = attention_backward<float>(
      attention<float>(q.cast<float>(), k.cast<float>(), v.cast<float>()), g.cast<float>());
  CHECK(distance(narrow.grad_q, wide.grad_q) < 1e-6);
  CHECK(distance(narrow.grad_k, wide.grad_k) < 1e-6);
  CHECK(distance(narrow.grad_v, wide.grad_v) < 1e-6);
}

TEST_CASE("backward refuses what forward could not have given, and a temperature of 0") {
  const Matrix<double> x{{1, 2}, {3, 4}};
  const AttentionTrace<double> trace = attention(x, x, x);
  CHECK(error_of([&] { attention_backward<double>(trace, Matrix<double>::Zero(2, 3)); }).code() ==
        ErrorCode::shape_mismatch);
  CHECK(error_of([&] { softmax_backward<double>(trace, Matrix<double>::Zero(3, 2)); }).code() ==
        ErrorCode::shape_mismatch);
  const AttentionOptions frozen = options_of(0, true, {});
  CHECK(error_of([&] { attention_backward(trace, x, frozen); }).code() == ErrorCode::out_of_range);
}
