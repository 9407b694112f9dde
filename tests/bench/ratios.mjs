// Prints what WASM costs against native code, and gains against plain JavaScript.
//
// The three take turns, so that whatever else the machine does falls on all of them, and the median of
// the rounds counts. The native program uses Eigen's packets: it is the machine at its best.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import createModule from '../../build/wasm/tests/attention_bench.mjs';
import { attention, inputs } from './plain_attention.mjs';

const rounds = 11;
const secondsPerRound = 0.1;
const cases = [
  { n: 200, d_model: 64 },
  { n: 16, d_model: 64 },
];

const engine = await createModule();
const program = fileURLToPath(new URL('../../build/bench/tests/attention_bench', import.meta.url));

/** Microseconds for one call of what `repeat(calls)` does `calls` times. */
function time(repeat) {
  let calls = 1;
  for (;;) {
    const start = performance.now();
    repeat(calls);
    const seconds = (performance.now() - start) / 1000;
    if (seconds >= secondsPerRound) return (seconds / calls) * 1e6;
    calls = Math.ceil(calls * Math.min(10, (1.1 * secondsPerRound) / seconds));
  }
}

// glibc would give every matrix back to the kernel and fetch it again, which doubles the time at n = 200.
// WASM memory never shrinks, so natively it stays with the program too.
const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '1000000000', MALLOC_TRIM_THRESHOLD_: '1000000000' };

function native({ n, d_model }) {
  const options = [
    `--benchmark_filter=^attention/n:${n}/d_model:${d_model}$`,
    `--benchmark_min_time=${secondsPerRound}`,
    '--benchmark_format=json',
  ];
  const report = execFileSync(program, options, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(report).benchmarks[0].real_time / 1000;
}

const wasm = ({ n, d_model }) => time((calls) => engine._attend(n, d_model, calls));

function plain({ n, d_model }) {
  const given = inputs(n, d_model);
  return time((calls) => {
    for (let call = 0; call < calls; call++) attention(given);
  });
}

function checkSameWork({ n, d_model }) {
  const { output } = attention(inputs(n, d_model));
  const expected = output.slice(-d_model).reduce((sum, x) => sum + x, 0);
  const actual = engine._attend(n, d_model, 1);
  if (!(Math.abs(actual - expected) < 1e-3)) throw new Error(`WASM gives ${actual}, JavaScript ${expected}`);
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const microseconds = (x) => `${x.toFixed(x < 100 ? 1 : 0)} µs`.padStart(10);
const ratio = (x) => `${x.toFixed(2)}×`.padStart(15);

console.log('one head with its whole trace, forward'.padEnd(40), 'native', '     WASM', 'JavaScript', ' WASM / native', 'JavaScript / WASM');
for (const size of cases) {
  checkSameWork(size);
  const times = { native: [], wasm: [], plain: [] };
  for (let round = 0; round < rounds; round++) {
    times.native.push(native(size));
    times.wasm.push(wasm(size));
    times.plain.push(plain(size));
  }
  const [a, b, c] = [times.native, times.wasm, times.plain].map(median);
  console.log(`  n = ${size.n}, d_model = ${size.d_model}`.padEnd(36), microseconds(a), microseconds(b), microseconds(c), ratio(b / a), ratio(c / b));
}
