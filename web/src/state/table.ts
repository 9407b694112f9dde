// Every property of the page's state, once: its first value, and how it stands in the address.

export interface Property<T> {
  initial: T;
  /** undefined for anything that is not a value of this property. */
  parse(text: string): T | undefined;
  format(value: T): string;
}

const choice = <T extends string>(initial: T, ...options: T[]): Property<T> => ({
  initial,
  parse: (text) => options.find((option) => option === text),
  format: (value) => value,
});

const number = (initial: number, min: number, max: number): Property<number> => ({
  initial,
  parse: (text) => {
    const value = text === '' ? NaN : Number(text);
    return value >= min && value <= max ? value : undefined;
  },
  format: String,
});

const integer = (initial: number, min: number, max: number): Property<number> => ({
  ...number(initial, min, max),
  parse: (text) => (/^-?\d{1,9}$/.test(text) ? number(initial, min, max).parse(text) : undefined),
});

const flag = (initial: boolean): Property<boolean> => ({
  initial,
  parse: (text) => ({ yes: true, no: false })[text],
  format: (value) => (value ? 'yes' : 'no'),
});

const text = (initial: string, longest: number): Property<string> => ({
  initial,
  parse: (value) => value.slice(0, longest),
  format: (value) => value,
});

const numbers = (min: number, max: number, most: number): Property<number[]> => ({
  initial: [],
  parse: (value) => {
    const items = value === '' ? [] : value.split('.');
    if (items.length > most || !items.every((item) => /^\d{1,6}$/.test(item))) return undefined;
    const list = items.map(Number);
    const fits = list.every((item) => item >= min && item <= max);
    return fits ? list : undefined;
  },
  format: (value) => value.join('.'),
});

/** A list of so many words; without one of them missing or unknown it is not a value. */
const words = <T extends string>(initial: readonly T[], ...options: T[]): Property<T[]> => ({
  initial: [...initial],
  parse: (value) => {
    const list = value.split('.').flatMap((word) => options.find((option) => option === word) ?? []);
    return list.length === initial.length && list.join('.') === value ? list : undefined;
  },
  format: (value) => value.join('.'),
});

/** Several switches, written as the letters of those that are on. */
const switches = (letters: string): Property<boolean[]> => ({
  initial: [...letters].map(() => true),
  parse: (value) => ([...value].every((letter) => letters.includes(letter)) ? [...letters].map((letter) => value.includes(letter)) : undefined),
  format: (value) => [...letters].filter((_, i) => value[i]).join(''),
});

/** Each item once. */
const distinct = (list: Property<number[]>): Property<number[]> => ({
  ...list,
  parse: (value) => {
    const items = list.parse(value);
    return items && [...new Set(items)];
  },
});

const speaksChinese = typeof navigator !== 'undefined' && navigator.language.toLowerCase().startsWith('zh');

export const table = {
  lang: choice<'zh' | 'en'>(speaksChinese ? 'zh' : 'en', 'zh', 'en'),
  theme: choice<'auto' | 'light' | 'dark'>('auto', 'auto', 'light', 'dark'),
  /** For the projector: larger, and without the predictions. */
  lecture: flag(false),
  chapter: integer(0, 0, 99),
  step: integer(0, 0, 99),
  /** Within a step that unrolls something bit by bit. */
  part: integer(0, 0, 999),
  /** Empty: the opening question in the reader's language. */
  question: text('', 500),
  /** The question's features in percent, once the learner has dragged a bar; else empty. */
  bars: numbers(0, 100, 16),
  temperature: number(1, 0, 20),
  /** Row of the message that is looked at. */
  message: integer(36, 0, 99_999),
  /** Row erased by "does it matter?"; −1: the panel is closed. */
  erased: integer(-1, -1, 99_999),
  /** Rows the learner tapped in chapter 0. */
  picked: distinct(numbers(0, 99_999, 200)),
  /** d_k of the random vectors in chapter 2. */
  width: integer(64, 1, 4096),
  /** What each of the three heads looks for, and which of them are on. */
  looks: words<'time' | 'things' | 'speaker'>(['time', 'things', 'speaker'], 'time', 'things', 'speaker'),
  heads: switches('abc'),
  /** First row of the slice in which everyone asks, and what is done to it. */
  slice: integer(34, 0, 99_999),
  causal: flag(true),
  padding: integer(3, 0, 4),
  positions: flag(false),
  /** Of the question at the end of each chapter. */
  seed: integer(1, 0, 999_999_999),
} satisfies Record<string, Property<never> | Property<any>>;

export type State = { -readonly [K in keyof typeof table]: (typeof table)[K]['initial'] };

export function initialState(): State {
  return Object.fromEntries(Object.entries(table).map(([key, property]) => [key, property.initial])) as State;
}

/** What the address says; whatever it does not say, or says wrongly, is as at first. */
export function parseHash(hash: string): State {
  const state: Record<string, unknown> = initialState();
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (!Object.hasOwn(table, key)) continue;
    const parsed = (table as Record<string, Property<unknown>>)[key]!.parse(value);
    if (parsed !== undefined) state[key] = parsed;
  }
  return state as State;
}

/** Only what differs from the first values, so that addresses stay short. */
export function formatHash(state: State): string {
  const params = new URLSearchParams();
  for (const [key, property] of Object.entries(table as unknown as Record<string, Property<unknown>>)) {
    const value = property.format(state[key as keyof State]);
    if (value !== property.format(property.initial)) params.set(key, value);
  }
  // The language always stands there: a link means the same to whoever opens it.
  params.set('lang', state.lang);
  return `#${params}`;
}
