// What the rows and columns of each tensor are, and which role (colour) it belongs to.
import type { CellRef } from '@engine';
import type { Text } from '../text';
import { classroom } from '../state/classroom.svelte';
import { state } from '../state/state.svelte';

export type Role = 'q' | 'k' | 'v' | 'w' | 'plain';
type Axis = 'one' | 'message' | 'feature' | 'key' | 'thing' | 'rank' | 'number';

interface Description {
  role: Role;
  rows: Axis;
  cols: Axis;
}

const describe = (role: Role, rows: Axis, cols: Axis): Description => ({ role, rows, cols });

const descriptions: Record<string, Description> = {
  question_features: describe('q', 'one', 'feature'),
  features: describe('plain', 'message', 'feature'),
  w_q: describe('q', 'feature', 'key'),
  w_k: describe('k', 'feature', 'key'),
  w_v: describe('v', 'feature', 'thing'),
  q: describe('q', 'one', 'key'),
  k: describe('k', 'message', 'key'),
  v: describe('v', 'message', 'thing'),
  products: describe('plain', 'message', 'key'),
  partial_sums: describe('plain', 'message', 'key'),
  scores: describe('plain', 'one', 'message'),
  scaled: describe('plain', 'one', 'message'),
  mask: describe('plain', 'one', 'message'),
  masked: describe('plain', 'one', 'message'),
  shifted: describe('plain', 'one', 'message'),
  exps: describe('plain', 'one', 'message'),
  naive_exponents: describe('plain', 'one', 'message'),
  naive_exps: describe('plain', 'one', 'message'),
  naive_weights: describe('w', 'one', 'message'),
  weights: describe('w', 'one', 'message'),
  rest_exps: describe('plain', 'one', 'rank'),
  rest_weights: describe('w', 'one', 'rank'),
  total_weight: describe('w', 'one', 'one'),
  picked_weight: describe('w', 'one', 'one'),
  best_weight: describe('w', 'one', 'one'),
  agreed: describe('plain', 'one', 'number'),
  contributions: describe('v', 'message', 'thing'),
  blend: describe('v', 'rank', 'thing'),
  output: describe('v', 'one', 'thing'),
  top_output: describe('v', 'one', 'thing'),
  dots: describe('plain', 'one', 'number'),
  scaled_dots: describe('plain', 'one', 'number'),
  scaled_weights: describe('w', 'one', 'number'),
};
const single = describe('plain', 'one', 'one');

export const roleOf = (tensor: string): Role => (descriptions[tensor] ?? single).role;

/** What a cell is called, for example "weights #37" or "k #37 · Friday". */
export function nameOf(cell: CellRef, view: string, text: Text): string {
  // The same letters stand for other things outside the chat: there a cell is known by its place.
  if (view !== 'reading' && view !== 'without') return plainName(cell);
  const { rows, cols } = descriptions[cell.tensor] ?? single;
  const places = [place(rows, cell.row, text), place(cols, cell.col, text)].filter((part) => part !== '');
  return [cell.tensor, places.join(' · ')].join(' ').trim();
}

function plainName({ tensor, row, col }: CellRef): string {
  return row === 0 && col === 0 ? tensor : `${tensor} ${row + 1},${col + 1}`;
}

function place(axis: Axis, index: number, text: Text): string {
  const named = { feature: classroom.about?.features, key: classroom.about?.keys, thing: classroom.about?.things };
  switch (axis) {
    case 'one':
      return '';
    case 'message':
      return `#${index + 1}`;
    case 'rank':
      return text.rank(index);
    case 'number':
      return String(index + 1);
    default:
      return named[axis]?.[index]?.[state.lang] ?? String(index);
  }
}
