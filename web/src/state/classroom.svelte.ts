// The chat, the question, and what is asked of the engine about them.
import type { About, Message, ReadingRequest, TensorInput } from '@engine';
import { engine } from '../engine/client';
import { state } from './state.svelte';
import { views } from './views.svelte';

/** The first question of the page, in either language. */
export const openingQuestion = { zh: '周五体育课要带什么？', en: 'What do I bring to PE on Friday?' };

class Classroom {
  about: About | undefined = $state.raw();
  /** The learner's own chat, if one was pasted. It stays in memory: the address must not carry it. */
  own: Message[] | undefined = $state.raw();

  /** On small screens the chat is a sheet that slides up. */
  sheetOpen = $state(false);

  private classChat: Partial<Record<'zh' | 'en', Message[]>> = $state.raw({});

  get messages(): Message[] {
    return this.own ?? this.classChat[state.lang] ?? [];
  }

  get question(): string {
    return state.question || openingQuestion[state.lang];
  }

  /** Row of the message that is looked at. */
  get opened(): number {
    return Math.max(Math.min(state.message, this.messages.length - 1), 0);
  }

  async load(): Promise<void> {
    this.about = await engine.call('about');
    this.classChat = { zh: await engine.call('classChat', 'zh'), en: await engine.call('classChat', 'en') };
  }
}

export const classroom = new Classroom();

export function readingRequest(): ReadingRequest {
  const request: ReadingRequest = {
    ...(classroom.own ? { messages: classroom.own } : { classChat: state.lang }),
    question: classroom.question,
    temperature: state.temperature,
  };
  if (state.bars.length === 16) request.questionFeatures = percentRow(state.bars);
  const picked = state.picked.filter((row) => row < (classroom.own?.length ?? Infinity));
  if (picked.length > 0) request.picked = picked;
  return request;
}

function percentRow(percents: readonly number[]): TensorInput {
  return { rows: 1, cols: percents.length, data: percents.map((percent) => percent / 100) };
}

/** Call once, inside a component: asks the engine whenever what it is asked about changes. */
export function keepReading(): void {
  $effect(() => {
    void classroom.load();
  });
  $effect(() => views.reading.ask(readingRequest()));
  $effect(() => {
    if (state.erased >= 0) views.without.ask({ ...readingRequest(), erased: [state.erased] });
  });
}
