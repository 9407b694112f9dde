import type { Reading } from '@engine';

/** Do two readings say to bring the same things, with the same certainty? The order does not count. */
export function sameAnswer(a: Reading | undefined, b: Reading | undefined): boolean {
  const things = (reading: Reading | undefined) => reading?.answer.map(({ thing, certainty }) => `${thing}:${certainty}`).sort().join();
  return things(a) === things(b);
}
