// The chat, the question, and what is asked of the engine about them.
import type { About, Message, ReadingRequest, TensorInput } from '@engine';
import { engine, failureOf } from '../engine/client';
import type { Failure } from '../engine/protocol';
import { state } from './state.svelte';
import { initialState } from './table';
import { dictionaries } from '../text';
import { t } from '../text/current.svelte';
import { views } from './views.svelte';

const none: readonly Message[] = [];

class Classroom {
  about: About | undefined = $state.raw();
  /** The learner's own chat, if one was pasted. It stays in memory: the address must not carry it. */
  own: Message[] | undefined = $state.raw();
  /** Why the chat could not be loaded. */
  failure: Failure | undefined = $state.raw();

  /** On small screens the chat is a sheet that slides up. */
  sheetOpen = $state(false);

  private classChat: Partial<Record<'zh' | 'en', Message[]>> = $state.raw({});

  /** The messages the numbers on the page belong to: those of the last answer. */
  messages: readonly Message[] = $derived.by(() => {
    const request = views.reading.request;
    if (request?.messages) return request.messages as readonly Message[];
    return (request?.classChat && this.classChat[request.classChat]) || none;
  });

  /** The 200 messages of the class, also while a chat of one's own is open. */
  get classMessages(): Message[] {
    return this.classChat[state.lang] ?? [];
  }

  /** A question the page suggests follows the reader's language; nothing typed is the first of them. */
  get question(): string {
    const presets = Object.values(dictionaries).map(({ question }) => question.presets);
    const suggested = Math.max(...presets.map((questions) => questions.indexOf(state.question)));
    const inThisLanguage = t().question.presets[state.question === '' ? 0 : suggested];
    return inThisLanguage ?? state.question;
  }

  // Rows in the address are wishes: they may come from a link, or from another chat.
  private isRow = (row: number) => row >= 0 && row < (this.own ?? this.classMessages).length;

  /** Row of the message that is looked at. */
  get opened(): number {
    return this.isRow(state.message) ? state.message : 0;
  }
  /** Rows the learner tapped in chapter 0. */
  get picked(): number[] {
    return state.picked.filter(this.isRow);
  }
  /** Row erased by "does it matter?"; −1: the panel is closed. */
  get erased(): number {
    return this.isRow(state.erased) ? state.erased : -1;
  }
  /** The view beside the messages: while one is erased, the shares without it. */
  get shown(): 'reading' | 'without' {
    return this.erased >= 0 && views.without.current && views.reading.current ? 'without' : 'reading';
  }

  /** Opens a chat of one's own, or, with undefined, the class chat again. */
  use(messages: Message[] | undefined): void {
    this.own = messages;
    Object.assign(state, { message: messages ? 0 : initialState().message, erased: -1, picked: [] });
  }

  async load(): Promise<void> {
    try {
      this.about = await engine.call('about');
      this.classChat = { zh: await engine.call('classChat', 'zh'), en: await engine.call('classChat', 'en') };
    } catch (error) {
      this.failure = failureOf(error);
    }
  }
}

export const classroom = new Classroom();

/** Which chat, and what is asked of it, as every request says it. */
export function chatAndQuestion() {
  return {
    ...(classroom.own ? { messages: classroom.own } : { classChat: state.lang }),
    question: classroom.question,
    temperature: state.temperature,
    ...(state.bars.length === 16 && { questionFeatures: percentRow(state.bars) }),
  };
}

function readingRequest(): ReadingRequest {
  return { ...chatAndQuestion(), ...(classroom.picked.length > 0 && { picked: classroom.picked }) };
}

function percentRow(percents: readonly number[]): TensorInput {
  return { rows: 1, cols: percents.length, data: percents.map((percent) => percent / 100) };
}

/** Call once, inside a component: asks the engine whenever what it is asked about changes. */
export function keepReading(): void {
  $effect(() => {
    void classroom.load();
  });
  $effect(() => {
    if (classroom.classMessages.length > 0) views.reading.ask(readingRequest());
  });
  $effect(() => {
    if (classroom.erased >= 0) views.without.ask({ ...readingRequest(), erased: [classroom.erased] });
  });
}
