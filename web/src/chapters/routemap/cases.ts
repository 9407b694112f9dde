// Two questions to the same chat, each with its heaviest message erased.
import type { ReadingViewName } from '../../state/views.svelte';
import type { Both } from '../../text';

export interface Case {
  id: 'first' | 'second';
  question: Both;
  /** Views of the reading, and of the one without its heaviest message. */
  before: ReadingViewName;
  after: ReadingViewName;
}

export const cases: readonly Case[] = [
  {
    id: 'first',
    question: { zh: '周五体育课要带什么？', en: 'What do I bring to PE on Friday?' },
    before: 'first',
    after: 'firstWithout',
  },
  {
    id: 'second',
    question: { zh: '春游要带什么？', en: 'What do I bring on the spring outing?' },
    before: 'second',
    after: 'secondWithout',
  },
];
