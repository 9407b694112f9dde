// A chapter is data: its steps with their prose, what each step shows, and one figure that draws it.
import type { CellRef, QuizKind, Reading } from '@engine';
import type { Component } from 'svelte';
import type { Format } from '../figures/format';
import type { ViewName } from '../state/views.svelte';
import type { Both } from '../text';

/** Which number stands beside each message of the chat. */
export type Beside = 'weights' | 'scores' | 'scaled' | 'none';

export interface Step {
  /** The figure draws by it; unique within the chapter. */
  id: string;
  title: Both;
  prose: Both;
  /** A guess before the result, or the marked question at the end; else the figure. */
  kind?: 'predict' | 'quiz';
  /** Unrolled bit by bit: "next" goes through so many parts first. */
  parts?: number;
  beside?: Beside;
  /** Speaks of particular messages of the class: left out while a chat of one's own is open. */
  ofClassChat?: boolean;
  /** The learner taps the messages worth reading. */
  picking?: boolean;
}

/** What the learner commits to, and the engine's number (or things) it is compared with. */
export type Prediction =
  | {
      kind: 'number';
      min: number;
      max: number;
      step: number;
      as: Format;
      /** Where the number stands; default the reading. */
      view?: ViewName;
      /** undefined where the chat has no such message. */
      cell(reading: Reading): CellRef | undefined;
    }
  | { kind: 'things' };

export interface Chapter {
  id: string;
  name: Both;
  steps: Step[];
  Figure: Component<{ step: string; part: number }>;
  /** "Does it matter?", where erasing a message from the reading says nothing about what the chapter shows. */
  Matters?: Component;
  /** Puts to the engine what the chapter needs besides the reading; again whenever what it reads changes. */
  ask?(step: string): void;
  prediction?: Prediction;
  quiz: QuizKind;
  /** How the quiz asks; the numbers stand beside it. */
  quizPrompt: Both;
}
