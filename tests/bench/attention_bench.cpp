// One attention with its whole trace: natively under Google Benchmark, as WASM a function that
// ratios.mjs calls. The numbers are those of plain_attention.mjs, so all three do the same work.
#include "core/attention/attention.h"

namespace {

struct Inputs {
  attn::Matrix<float> q, k, v;  // each [n × d_model]; one head, so d_k = d_v = d_model

  Inputs(attn::Index n, attn::Index d_model) : q(n, d_model), k(n, d_model), v(n, d_model) {
    fill(q, 1);
    fill(k, 2);
    fill(v, 3);
  }

  static void fill(attn::Matrix<float>& x, attn::Index salt) {
    for (attn::Index i = 0; i < x.size(); ++i) {
      x.data()[i] = static_cast<float>((i * 7919 + salt * 104729) % 2003) / 1001.0f - 1.0f;
    }
  }
};

}  // namespace

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

/// Attends `calls` times and gives the output of the last message, summed, for comparison.
extern "C" EMSCRIPTEN_KEEPALIVE float attend(int n, int d_model, int calls) {
  const Inputs in(n, d_model);
  float sum = 0;
  for (int call = 0; call < calls; ++call) {
    sum = attn::attention(in.q, in.k, in.v).output.row(n - 1).sum();
  }
  return sum;
}

#else
#include <benchmark/benchmark.h>

static void attention(benchmark::State& state) {
  const Inputs in(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(attn::attention(in.q, in.k, in.v).output.data());
}
BENCHMARK(attention)->ArgNames({"n", "d_model"})->Args({16, 64})->Args({200, 64});
#endif
