// Attention as one would write it in JavaScript without an engine: three loops, every step kept.

export function inputs(n, d_model) {
  const fill = (salt) => Float32Array.from({ length: n * d_model }, (_, i) => Math.fround(((i * 7919 + salt * 104729) % 2003) / 1001) - 1);
  return { n, d_model, q: fill(1), k: fill(2), v: fill(3) };
}

export function attention({ n, d_model, q, k, v }) {
  const scores = new Float32Array(n * n);
  const scaled = new Float32Array(n * n);
  const shifted = new Float32Array(n * n);
  const exps = new Float32Array(n * n);
  const sums = new Float32Array(n);
  const weights = new Float32Array(n * n);
  const output = new Float32Array(n * d_model);
  const root = Math.sqrt(d_model);
  for (let i = 0; i < n; i++) {
    let max = -Infinity;
    for (let j = 0; j < n; j++) {
      let dot = 0;
      for (let c = 0; c < d_model; c++) dot += q[i * d_model + c] * k[j * d_model + c];
      scores[i * n + j] = dot;
      scaled[i * n + j] = dot / root;
      max = Math.max(max, scaled[i * n + j]);
    }
    for (let j = 0; j < n; j++) {
      shifted[i * n + j] = scaled[i * n + j] - max;
      exps[i * n + j] = Math.exp(shifted[i * n + j]);
      sums[i] += exps[i * n + j];
    }
    for (let j = 0; j < n; j++) {
      weights[i * n + j] = exps[i * n + j] / sums[i];
      for (let c = 0; c < d_model; c++) output[i * d_model + c] += weights[i * n + j] * v[j * d_model + c];
    }
  }
  return { scores, scaled, shifted, exps, sums, weights, output };
}
