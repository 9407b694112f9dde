/** Index of the stop nearest to a value: where a slider with these stops stands. */
export function nearest(stops: readonly number[], value: number): number {
  return stops.reduce((best, stop, i) => (Math.abs(stop - value) < Math.abs(stops[best]! - value) ? i : best), 0);
}
