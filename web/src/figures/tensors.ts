// What the rows and columns of each tensor are, and which role (colour) it belongs to.
import type { CellRef } from '@engine';
import type { Text } from '../text';
import { classroom } from '../state/classroom.svelte';
import { state } from '../state/state.svelte';
import { views, type ViewName } from '../state/views.svelte';

export type Role = 'q' | 'k' | 'v' | 'w' | 'plain';
type Axis = 'one' | 'message' | 'feature' | 'key' | 'thing' | 'rank' | 'number' | 'headThing' | 'place';

interface Description {
  role: Role;
  rows: Axis;
  cols: Axis;
}

const describe = (role: Role, rows: Axis, cols: Axis): Description => ({ role, rows, cols });

const descriptions: Record<string, Description> = {
  question_features: describe('q', 'one', 'feature'),
  features: describe('plain', 'message', 'feature'),
  w_q_pattern: describe('q', 'feature', 'key'),
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
  concat: describe('v', 'one', 'headThing'),
  w_o: describe('plain', 'headThing', 'thing'),
  brings: describe('v', 'one', 'thing'),
};
const single = describe('plain', 'one', 'one');

const between = describe('plain', 'message', 'message');
const known = describe('plain', 'message', 'feature');
/** What is otherwise where every message asks. */
const ofEveryone: Record<string, Description> = {
  embedding: known,
  x: known,
  places: describe('plain', 'message', 'one'),
  wavelengths: describe('plain', 'one', 'number'),
  angles: describe('plain', 'message', 'number'),
  positions: describe('plain', 'message', 'number'),
  causal_mask: between,
  padding_mask: between,
  q: describe('q', 'message', 'key'),
  scores: between,
  scaled: between,
  mask: between,
  masked: between,
  maxes: describe('plain', 'message', 'one'),
  shifted: between,
  exps: between,
  sums: describe('plain', 'message', 'one'),
  weights: describe('w', 'message', 'message'),
  output: describe('v', 'message', 'thing'),
  order: describe('plain', 'one', 'place'),
  restored: describe('v', 'message', 'thing'),
  differences: describe('v', 'message', 'thing'),
};

/** The tensors of the heads are called alike, "a.weights", "b.weights", …; so are those of the shuffled messages. */
const withoutPrefix = (tensor: string): string => tensor.replace(/^([abc]|shuffled)\./, '');

function descriptionOf(tensor: string, view: ViewName): Description {
  const name = withoutPrefix(tensor);
  return (views[view].method === 'everyone' ? ofEveryone[name] : undefined) ?? descriptions[name] ?? single;
}

export const roleOf = (tensor: string): Role => (descriptions[withoutPrefix(tensor)] ?? ofEveryone[tensor] ?? single).role;

/** What a cell is called, for example "weights #37" or "k #37 · Friday". */
export function nameOf(cell: CellRef, view: ViewName, text: Text): string {
  // The same letters stand for other things outside the chat: there a cell is known by its place.
  if (!['reading', 'heads', 'everyone'].includes(views[view].method)) return plainName(cell);
  const { rows, cols } = descriptionOf(cell.tensor, view);
  const places = [place(rows, cell.row, cell, view, text), place(cols, cell.col, cell, view, text)].filter((part) => part !== '');
  return [cell.tensor, places.join(' · ')].join(' ').trim();
}

function plainName({ tensor, row, col }: CellRef): string {
  return row === 0 && col === 0 ? tensor : `${tensor} ${row + 1},${col + 1}`;
}

function place(axis: Axis, index: number, { tensor }: CellRef, view: ViewName, text: Text): string {
  const about = classroom.about;
  switch (axis) {
    case 'one':
      return '';
    case 'message':
      return messageName(index, tensor, view, text);
    case 'rank':
      return text.rank(index);
    case 'place':
      return text.place(index);
    case 'number':
      return String(index + 1);
    case 'key':
      return (headPlaces(tensor) ?? about?.keys)?.[index]?.[state.lang] ?? String(index);
    case 'headThing':
      return headThing(index);
    default:
      return { feature: about?.features, thing: about?.things }[axis]?.[index]?.[state.lang] ?? String(index);
  }
}

/** By the number of the message; in a slice the rows start elsewhere, are shuffled, or are padding. */
function messageName(index: number, tensor: string, view: ViewName, text: Text): string {
  const { method, request } = views[view];
  if (method !== 'everyone' || !request || !('from' in request)) return `#${index + 1}`;
  const count = request.to - request.from;
  if (index >= count) return text.filler(index - count);
  return tensor.startsWith('shuffled.') ? text.place(index) : `#${request.from + index + 1}`;
}

/** The names of a head's own places: they depend on what it looks for. */
function headPlaces(tensor: string) {
  const head = ['a.', 'b.', 'c.'].indexOf(tensor.slice(0, 2));
  const kind = views.heads.request?.looksFor?.[head];
  return kind && classroom.about?.heads[kind];
}

/** Place of the concatenation: whose, and which thing. */
export function headThing(index: number): string {
  const things = classroom.about?.things ?? [];
  return `${'ABC'[Math.floor(index / things.length)] ?? ''} · ${things[index % things.length]?.[state.lang] ?? ''}`;
}
