// A cell's operands, as the formula people write.
import type { Cell, Operands } from '@engine';

/** A piece of a formula: a cell to show as its number, what stands between, or a cell as exponent of e. */
export type Token = Cell | string | { exponent: Cell };

/** More terms than this are cut to the largest, with a word on how many were left out. */
const most = 6;

export interface Formula {
  tokens: Token[];
  /** Terms not shown because there are too many, or because they are 0. */
  hidden: number;
  hiddenAreZero: boolean;
}

export function formulaOf({ operation, operands: x }: Operands): Formula {
  const whole = (...tokens: Token[]): Formula => ({ tokens, hidden: 0, hiddenAreZero: false });
  switch (operation) {
    case 'given':
      return whole();
    case 'dot':
      return listed(pairs(x), ' + ', ([a, b]) => [a, ' × ', b], ([a, b]) => a.value * b.value);
    case 'sum':
      return listed(x, ' + ', (a) => [a], (a) => a.value);
    case 'mean_square': {
      const squares = listed(x, ' + ', (a) => [a, '²'], (a) => a.value);
      return { ...squares, tokens: ['(', ...squares.tokens, `) ÷ ${x.length}`] };
    }
    case 'maximum':
    case 'place_of_maximum': {
      const candidates = listed(x, ', ', (a) => [a], (a) => a.value, true);
      return { ...candidates, tokens: [operation === 'maximum' ? 'max( ' : 'argmax( ', ...candidates.tokens, ' )'] };
    }
    case 'count':
      return listed(x, ' + ', (a) => [a], (a) => a.value);
    case 'product':
      return whole(x[0]!, ' × ', x[1]!);
    case 'difference':
      return whole(x[0]!, ' − ', x[1]!);
    case 'quotient':
    case 'normalised':
      return whole(x[0]!, ' ÷ ', x[1]!);
    case 'over_root':
      return whole(x[0]!, ' ÷ √', x[1]!);
    case 'root':
      return whole('√', x[0]!);
    case 'exponential':
      return whole({ exponent: x[0]! });
    case 'mask':
      return x[1]!.value === 0 ? whole('−∞') : whole(x[0]!);
    case 'shifted':
      // At temperature 0 nothing is divided by 0: it is the limit.
      if (x[2]!.value === 0) return whole('lim ( ', x[0]!, ' − ', x[1]!, ' ) ÷ τ, τ → ', x[2]!);
      return whole('( ', x[0]!, ' − ', x[1]!, ' ) ÷ ', x[2]!);
    case 'sine':
      return whole('sin ', x[0]!);
    case 'cosine':
      return whole('cos ', x[0]!);
    case 'largest_size': {
      const sizes = listed(x, ', ', (a) => ['|', a, '|'], (a) => a.value);
      return { ...sizes, tokens: ['max( ', ...sizes.tokens, ' )'] };
    }
    case 'logarithm':
      return whole('log ', x[0]!, ' ÷ log ', x[1]!);
    case 'tangent':
      return whole('tanh ', x[0]!);
    case 'sigmoid':
      return whole('1 ÷ ( 1 + 1 ÷ ', { exponent: x[0]! }, ' )');
    case 'length': {
      const squares = listed(x, ' + ', (a) => [a, '²'], (a) => a.value);
      return { ...squares, tokens: ['√( ', ...squares.tokens, ' )'] };
    }
    case 'at_least':
      return whole(x[0]!, ' ≥ ', x[1]!, ' ?');
    case 'softmax': {
      const below = listed(x.slice(1), ' + ', (a) => [{ exponent: a }], (a) => a.value, true);
      return { ...below, tokens: [{ exponent: x[0]! }, ' ÷ ( ', ...below.tokens, ' )'] };
    }
  }
}

function pairs(x: readonly Cell[]): [Cell, Cell][] {
  return Array.from({ length: x.length >> 1 }, (_, i) => [x[2 * i]!, x[2 * i + 1]!]);
}

/** Terms joined by a sign: those that are 0 are left out, and of many only the largest stay, in order. */
function listed<Term>(
  terms: readonly Term[],
  sign: string,
  write: (term: Term) => Token[],
  sizeOf: (term: Term) => number,
  bySign = false,
): Formula {
  const size = (term: Term) => (bySign ? sizeOf(term) : Math.abs(sizeOf(term)));
  const telling = bySign ? terms : terms.filter((term) => sizeOf(term) !== 0);
  const shownTerms = telling.length > 0 ? telling : terms.slice(0, 1);
  const kept =
    shownTerms.length <= most
      ? shownTerms
      : [...shownTerms].sort((a, b) => size(b) - size(a)).slice(0, most - 2).sort((a, b) => terms.indexOf(a) - terms.indexOf(b));
  const tokens = kept.flatMap((term, i) => (i === 0 ? write(term) : [sign, ...write(term)]));
  if (kept.length < shownTerms.length) tokens.push(`${sign}…`);
  return { tokens, hidden: terms.length - kept.length, hiddenAreZero: kept.length === shownTerms.length };
}
