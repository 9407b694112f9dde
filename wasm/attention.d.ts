// The attention engine, as JavaScript sees it. Every matrix is row-major; rows are tokens (messages).
// Field names of traces are spelled as in C++ (core/attention/attention.h, core/chat/reading.h).
//
// Every function throws an EngineError for input it cannot work with.

/** What comes out is a copy: it stays valid. What goes in may carry a plain list of numbers. */
export interface Tensor {
  rows: number;
  cols: number;
  data: Float32Array;
}
export interface TensorInput {
  rows: number;
  cols: number;
  data: Float32Array | readonly number[];
}

export type ErrorCode =
  | 'shape_mismatch' // tensor, axis, expected, like, actual
  | 'not_finite' // tensor, row, col
  | 'overflow' // tensor, row, col
  | 'out_of_range' // name, value, min, max   (a RangeError; the others are TypeErrors)
  | 'unknown_name' // name, value
  | 'unreadable_line' // line, text
  | 'empty_chat'
  | 'not_a_number' // text
  | 'wrong_type' // name, expected
  | 'out_of_memory';

/** A TypeError or RangeError whose message is a sentence in English. */
export interface EngineError extends Error {
  code: ErrorCode;
  values: Record<string, number | string>;
}

export type Language = 'zh' | 'en';

export interface Message {
  /** Counted from 1. */
  id: number;
  speaker: string;
  time: string;
  text: string;
}

export interface Dimension {
  id: string;
  zh: string;
  en: string;
}

export interface About {
  /** Columns of `features`. */
  features: Dimension[];
  /** Columns of q and k. */
  keys: Dimension[];
  /** Columns of v and output. */
  things: Dimension[];
  /** Columns of a head's q and k, by what it looks for. */
  heads: HeadPlaces;
  defaultGain: number;
}

export type LooksFor = 'time' | 'things' | 'speaker';
export interface HeadPlaces {
  time: Dimension[];
  things: Dimension[];
  speaker: Dimension[];
}

export interface SoftmaxRequest {
  /** [n_q × n] */
  scores: TensorInput;
  /** ≥ 0; default 1. 0 is the limit: all weight on the largest. */
  temperature?: number;
  /** [n_q × n], finite; 0 = hidden */
  mask?: TensorInput;
}
export interface SoftmaxTrace {
  masked: Tensor;
  maxes: Tensor;
  shifted: Tensor;
  exps: Tensor;
  sums: Tensor;
  weights: Tensor;
}
export interface NaiveSoftmaxTrace {
  exps: Tensor;
  sums: Tensor;
  weights: Tensor;
}

export interface AttentionRequest {
  /** [n_q × d_k] */
  q: TensorInput;
  /** [n × d_k] */
  k: TensorInput;
  /** [n × d_v] */
  v: TensorInput;
  mask?: TensorInput;
  temperature?: number;
  /** Default true; false leaves out the division by √d_k. */
  divideByRootDk?: boolean;
}
export interface AttentionTrace extends SoftmaxTrace {
  q: Tensor;
  k: Tensor;
  v: Tensor;
  d_k: Tensor;
  temperature: Tensor;
  mask: Tensor;
  scores: Tensor;
  scaled: Tensor;
  output: Tensor;
}

export interface ReadingRequest {
  /** The class chat in one of its languages … */
  classChat?: Language;
  /** … or one's own messages. */
  messages?: readonly { text: string; speaker?: string; time?: string }[];
  question?: string;
  /** [1 × 16], each 0 … 1: instead of what the question's text gives. */
  questionFeatures?: TensorInput;
  /** 0 … 1000; default `About.defaultGain`. */
  gain?: number;
  temperature?: number;
  /** Rows (counted from 0) nobody may look at. */
  erased?: readonly number[];
  /** Rows the learner found worth reading. */
  picked?: readonly number[];
}
/** The ledger of a reading; core/chat/reading.h says what each entry is. */
export interface ReadingTensors extends AttentionTrace {
  question_features: Tensor;
  features: Tensor;
  gain: Tensor;
  w_q_pattern: Tensor;
  w_q: Tensor;
  w_k: Tensor;
  w_v: Tensor;
  asked_count: Tensor;
  products: Tensor;
  partial_sums: Tensor;
  rest_exps: Tensor;
  rest_weights: Tensor;
  total_weight: Tensor;
  contributions: Tensor;
  blend: Tensor;
  bring_from: Tensor;
  perhaps_from: Tensor;
  /** Absent in an empty chat. */
  top_output?: Tensor;
  /** Absent at temperature 0. */
  naive_exponents?: Tensor;
  naive_exps?: Tensor;
  naive_sums?: Tensor;
  naive_weights?: Tensor;
  picked_count: Tensor;
  /** Absent without `picked`. */
  picked_weight?: Tensor;
  best_weight?: Tensor;
  agreed?: Tensor;
  agreed_count?: Tensor;
}
export interface AnsweredThing {
  /** `Dimension.id` of the thing. */
  thing: string;
  /** Its column in output. */
  column: number;
  certainty: 'bring' | 'perhaps';
}
export interface Reading {
  tensors: ReadingTensors;
  /** Rows by falling weight. */
  order: number[];
  /** False if the question has no feature: every weight is the same. */
  understood: boolean;
  answer: AnsweredThing[];
}

/** Three heads, called a, b and c, read the chat side by side; core/chat/heads.h. */
export interface HeadsRequest {
  classChat?: Language;
  messages?: ReadingRequest['messages'];
  question?: string;
  questionFeatures?: TensorInput;
  /** For each head; default time, things, speaker. */
  looksFor?: readonly LooksFor[];
  /** For each head; default all. */
  on?: readonly boolean[];
  gain?: number;
  temperature?: number;
  erased?: readonly number[];
}
export interface HeadsReading {
  /** "a.weights", …, "concat", "w_o", "output". */
  tensors: Record<string, Tensor>;
  /** For each head: rows by falling weight, … */
  order: number[][];
  /** … and what it would answer by itself. */
  says: AnsweredThing[][];
  /** What they answer together. */
  answer: AnsweredThing[];
}

/** Every message of a slice asks all the others; core/chat/everyone.h. */
export interface EveryoneRequest {
  classChat?: Language;
  messages?: ReadingRequest['messages'];
  /** Rows from ≤ i < to, at most 16 with the padding. */
  from: number;
  to: number;
  padding?: number;
  /** Rows of the slice that are there but say nothing. */
  silenced?: readonly number[];
  causal?: boolean;
  positions?: boolean;
  gain?: number;
  /** Of the shuffle. */
  seed: number;
}
/** "weights", "positions", …, "shuffled.output", "largest_difference". */
export type EveryoneTensors = Record<string, Tensor>;

export interface SpreadRequest {
  dK: number;
  pairs: number;
  keys: number;
  seed: number;
}
export interface SpreadTensors {
  d_k: Tensor;
  dots: Tensor;
  scaled_dots: Tensor;
  variance: Tensor;
  scaled_variance: Tensor;
  spread: Tensor;
  scaled_spread: Tensor;
  weights: Tensor;
  scaled_weights: Tensor;
  largest_weight: Tensor;
  scaled_largest_weight: Tensor;
}

export type QuizKind =
  | 'equal_share'
  | 'best_key'
  | 'scaled_score'
  | 'one_share'
  | 'mixed_value'
  | 'renormalised_share'
  | 'concat_width'
  | 'causal_count';
export interface QuizRequest {
  kind: QuizKind;
  seed: number;
}
/** What the question states, and the right result as `answer`; core/workbook/quiz.h lists the rest. */
export type QuizTensors = { answer: Tensor } & Record<string, Tensor>;
export interface Mark {
  right: boolean;
  /** The usual mistake that gives just this result, or "". */
  mistake: string;
}

/** The workbook: attention by hand, with small whole numbers; core/workbook/exercise.h. */
export type ExerciseLevel = 'one_query' | 'masked' | 'two_heads';
export interface ExerciseRequest {
  level: ExerciseLevel;
  seed: number;
}
export interface Exercise {
  /** What is given and the solution: "q", "weights", …; of two heads "a.q", …, "b.output", "concat", "w_o", "output". */
  tensors: Record<string, Tensor>;
  /** What is to be filled in, step by step. */
  fields: CellRef[];
}
/** `follows`: not the solution, but right for what was typed before. */
export type Verdict = 'empty' | 'unreadable' | 'right' | 'follows' | 'wrong';
/** The usual mistake that gives just the numbers typed into a whole step, or "". */
export type ExerciseMistake =
  | ''
  | 'not_scaled'
  | 'divided_by_d_k'
  | 'without_exp'
  | 'not_normalised'
  | 'wrong_axis'
  | 'mask_forgotten'
  | 'mask_after_softmax'
  | 'keys_mixed'
  | 'plain_average'
  | 'transposed'
  | 'heads_added'
  | 'heads_swapped'
  | 'w_o_forgotten';
export interface FieldMark {
  verdict: Verdict;
  mistake: ExerciseMistake;
}
export interface ExerciseMark {
  /** In the order of `Exercise.fields`. */
  fields: FieldMark[];
  /** Index of the first field that is wrong. */
  firstWrong: number | null;
  /** Every field is right. */
  complete: boolean;
}

/** How a cell follows from its operands x₀, x₁, …; core/tensor/ledger.h defines each. */
export type Operation =
  | 'given'
  | 'dot'
  | 'product'
  | 'sum'
  | 'difference'
  | 'quotient'
  | 'over_root'
  | 'root'
  | 'mean_square'
  | 'maximum'
  | 'place_of_maximum'
  | 'exponential'
  | 'mask'
  | 'shifted'
  | 'normalised'
  | 'softmax'
  | 'count'
  | 'at_least'
  | 'sine'
  | 'cosine'
  | 'largest_size'
  | 'logarithm'
  | 'tangent'
  | 'sigmoid'
  | 'length';
export interface CellRef {
  tensor: string;
  row: number;
  col: number;
}
export interface Cell extends CellRef {
  value: number;
}
export interface Operands {
  operation: Operation;
  result: Cell;
  operands: Cell[];
}

/** The views whose cells can be asked for their operands, with what each is computed from. */
export interface Views {
  attention: AttentionRequest;
  reading: ReadingRequest;
  heads: HeadsRequest;
  everyone: EveryoneRequest;
  spread: SpreadRequest;
  quiz: QuizRequest;
  exercise: ExerciseRequest;
}

export interface Engine {
  about(): About;
  attention(request: AttentionRequest): AttentionTrace;
  classChat(language: Language): Message[];
  everyone(request: EveryoneRequest): EveryoneTensors;
  exercise(request: ExerciseRequest): Exercise;
  /** [1 × 16] */
  features(text: string, speaker: string): Tensor;
  heads(request: HeadsRequest): HeadsReading;
  importChat(text: string): Message[];
  mark(request: QuizRequest, typed: string): Mark;
  /** One text a field, "" for not yet. */
  markExercise(request: ExerciseRequest, typed: readonly string[]): ExerciseMark;
  naiveSoftmax(request: SoftmaxRequest): NaiveSoftmaxTrace;
  operands<V extends keyof Views>(view: V, request: Views[V], cell: CellRef): Operands;
  quiz(request: QuizRequest): QuizTensors;
  reading(request: ReadingRequest): Reading;
  softmax(request: SoftmaxRequest): SoftmaxTrace;
  spread(request: SpreadRequest): SpreadTensors;
}

/**
 * Starts an engine of its own (a separate WASM instance).
 * @param module `wasmBinary` replaces the bytes the module carries or would fetch
 */
export default function createEngine(module?: { wasmBinary?: ArrayBuffer }): Promise<Engine>;
