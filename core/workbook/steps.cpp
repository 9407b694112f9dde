#include "core/workbook/steps.h"

#include <cmath>
#include <limits>

namespace attn {
namespace {

using M = Matrix<double>;

const M& at(const Sheet& sheet, const std::string& name) { return sheet.at(name); }

M impossible(Index rows, Index cols) {
  return M::Constant(rows, cols, std::numeric_limits<double>::quiet_NaN());
}

double d_k_of(const Sheet& sheet) { return at(sheet, "d_k").value(); }

/// Shares of each row, or of each column; a sum of 0 shares out nothing.
M shares_of_rows(const M& x) {
  M result = M::Zero(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    if (x.row(i).sum() != 0) result.row(i) = x.row(i) / x.row(i).sum();
  }
  return result;
}
M shares_of_columns(const M& x) { return shares_of_rows(x.transpose()).transpose(); }

/// Computes the steps of one head. Names on the sheet begin with `prefix`.
class Head {
 public:
  Head(std::string prefix, bool is_masked) : prefix_(std::move(prefix)), is_masked_(is_masked) {}

  std::vector<Step> steps() const { return {scores(), scaled(), exps(), sums(), weights(), output()}; }

 private:
  Compute of(const char* name, M (*function)(const M&)) const {
    return [name = prefix_ + name, function](const Sheet& sheet) { return function(at(sheet, name)); };
  }

  /// x as it is, or 0 where it is hidden.
  M visible(const Sheet& sheet, const M& x) const {
    return is_masked_ ? M(x.cwiseProduct(at(sheet, "mask"))) : x;
  }

  M exps_of(const Sheet& sheet, const M& scaled) const { return visible(sheet, scaled.array().exp()); }

  Step scores() const {
    return {prefix_ + "scores",
            [*this](const Sheet& sheet) -> M {
              return at(sheet, prefix_ + "q") * at(sheet, prefix_ + "k").transpose();
            },
            {},
            {}};
  }

  Step scaled() const {
    const auto divided_by = [*this](double (*divisor)(double d_k)) -> Compute {
      return [*this, divisor](const Sheet& sheet) -> M {
        return at(sheet, prefix_ + "scores") / divisor(d_k_of(sheet));
      };
    };
    return {prefix_ + "scaled",
            divided_by([](double d_k) { return std::sqrt(d_k); }),
            {},
            {{"not_scaled", divided_by([](double) { return 1.; })},
             {"divided_by_d_k", divided_by([](double d_k) { return d_k; })}}};
  }

  Step exps() const {
    Step step{prefix_ + "exps",
              [*this](const Sheet& sheet) { return exps_of(sheet, at(sheet, prefix_ + "scaled")); },
              [*this](const Sheet& sheet) {
                M scaled = at(sheet, prefix_ + "scaled");
                for (Index i = 0; i < scaled.rows(); ++i)
                  scaled.row(i).array() -= largest_visible(sheet, scaled, i);
                return exps_of(sheet, scaled);
              },
              {{"not_scaled",
                [*this](const Sheet& sheet) { return exps_of(sheet, at(sheet, prefix_ + "scores")); }},
               {"divided_by_d_k",
                [*this](const Sheet& sheet) {
                  return exps_of(sheet, at(sheet, prefix_ + "scores") / d_k_of(sheet));
                }},
               {"without_exp",
                [*this](const Sheet& sheet) { return visible(sheet, at(sheet, prefix_ + "scaled")); }}}};
    if (is_masked_)
      step.mistakes.push_back(
          {"mask_forgotten", of("scaled", [](const M& x) -> M { return x.array().exp(); })});
    return step;
  }

  Step sums() const {
    return {prefix_ + "sums", of("exps", [](const M& exps) -> M { return exps.rowwise().sum(); }), {}, {}};
  }

  Step weights() const {
    Step step{prefix_ + "weights",
              [*this](const Sheet& sheet) {
                M result = at(sheet, prefix_ + "exps");
                const M& sums = at(sheet, prefix_ + "sums");
                for (Index i = 0; i < result.rows(); ++i) result.row(i) /= sums(i, 0);
                return result;
              },
              {},
              {{"without_exp",
                [*this](const Sheet& sheet) {
                  return shares_of_rows(visible(sheet, at(sheet, prefix_ + "scaled")));
                }},
               {"not_normalised", of("exps", [](const M& exps) -> M { return exps; })},
               {"wrong_axis", of("exps", shares_of_columns)},
               {"not_scaled",
                [*this](const Sheet& sheet) {
                  return shares_of_rows(exps_of(sheet, at(sheet, prefix_ + "scores")));
                }},
               {"divided_by_d_k", [*this](const Sheet& sheet) {
                  return shares_of_rows(exps_of(sheet, at(sheet, prefix_ + "scores") / d_k_of(sheet)));
                }}}};
    if (is_masked_) {
      const Compute unmasked =
          of("scaled", [](const M& scaled) { return shares_of_rows(scaled.array().exp()); });
      step.mistakes.push_back({"mask_forgotten", unmasked});
      step.mistakes.push_back({"mask_after_softmax", [*this, unmasked](const Sheet& sheet) {
                                 return visible(sheet, unmasked(sheet));
                               }});
    }
    return step;
  }

  Step output() const {
    return {prefix_ + "output",
            [*this](const Sheet& sheet) { return mixed(sheet); },
            {},
            {{"keys_mixed",
              [*this](const Sheet& sheet) -> M {
                return at(sheet, prefix_ + "weights") *
                       at(sheet, prefix_ + "k").leftCols(values(sheet).cols());
              }},
             {"plain_average",
              [*this](const Sheet& sheet) -> M {
                return values(sheet).colwise().mean().replicate(at(sheet, prefix_ + "weights").rows(), 1);
              }},
             {"transposed", [*this](const Sheet& sheet) {
                const M right = mixed(sheet);
                return right.rows() == right.cols() ? M(right.transpose())
                                                    : impossible(right.rows(), right.cols());
              }}}};
  }

  const M& values(const Sheet& sheet) const { return at(sheet, prefix_ + "v"); }
  M mixed(const Sheet& sheet) const { return at(sheet, prefix_ + "weights") * values(sheet); }

  double largest_visible(const Sheet& sheet, const M& scaled, Index row) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (Index j = 0; j < scaled.cols(); ++j) {
      if (!is_masked_ || at(sheet, "mask")(row, j) != 0) largest = std::fmax(largest, scaled(row, j));
    }
    return largest;
  }

  std::string prefix_;
  bool is_masked_;
};

M side_by_side(const M& left, const M& right) {
  M result(left.rows(), left.cols() + right.cols());
  result << left, right;
  return result;
}

M heads_added(const Sheet& sheet) { return at(sheet, "a.output") + at(sheet, "b.output"); }

Step concat() {
  return {"concat",
          [](const Sheet& sheet) { return side_by_side(at(sheet, "a.output"), at(sheet, "b.output")); },
          {},
          {{"heads_swapped",
            [](const Sheet& sheet) { return side_by_side(at(sheet, "b.output"), at(sheet, "a.output")); }},
           // The sum has half as many numbers: the other fields stay empty, or get it again.
           {"heads_added",
            [](const Sheet& sheet) { return side_by_side(heads_added(sheet), heads_added(sheet)); }}}};
}

Step through_w_o() {
  return {"output",
          [](const Sheet& sheet) -> M { return at(sheet, "concat") * at(sheet, "w_o"); },
          {},
          {{"heads_added", heads_added},
           {"heads_added",
            [](const Sheet& sheet) -> M { return heads_added(sheet) * at(sheet, "w_o").topRows(2); }},
           {"w_o_forgotten", [](const Sheet& sheet) -> M { return at(sheet, "concat").leftCols(2); }}}};
}

}  // namespace

std::vector<Step> steps_of(ExerciseLevel level) {
  if (level != ExerciseLevel::two_heads) return Head("", level == ExerciseLevel::masked).steps();
  std::vector<Step> steps = Head("a.", false).steps();
  for (Step& step : Head("b.", false).steps()) steps.push_back(std::move(step));
  steps.push_back(concat());
  steps.push_back(through_w_o());
  return steps;
}

}  // namespace attn
