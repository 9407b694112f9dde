import type { Chapter } from '../chapter';
import Figure from './UnreadFigure.svelte';

export const unread: Chapter = {
  id: 'unread',
  name: { zh: '200 条未读', en: '200 unread' },
  Figure,
  quiz: 'equal_share',
  quizPrompt: {
    zh: '要是每条未读消息都分到一样多的注意力，一条能分到多少？',
    en: 'If every unread message got the same share of attention, how much would one get?',
  },
  steps: [
    {
      id: 'race',
      picking: true,
      beside: 'none',
      title: { zh: '下课了，群里 200 条未读', en: 'Lesson over: 200 unread messages' },
      prose: {
        zh: '你只想知道一件事：周五体育课要带什么？你有一分钟。往下翻，把值得读的消息点出来。',
        en: 'You want to know one thing: what do I bring to PE on Friday? You have one minute. Scroll, and tap the messages worth reading.',
      },
    },
    {
      id: 'compare',
      title: { zh: '引擎也看了一遍', en: 'The engine has looked, too' },
      prose: {
        zh: '它没有挑出一条、扔掉其余，而是给每条消息分一个比例。你点的那些，合起来占多少？',
        en: 'It did not keep one message and throw the rest away: it gave each of them a share. How much do your picks hold together?',
      },
    },
    {
      id: 'shares',
      title: { zh: '这就是注意力：人人有份，加起来是 1', en: 'This is attention: a share for each, and together they make 1' },
      prose: {
        zh: '丝带从问题牵到消息，越粗，比例越大。下面几章一步一步拆开：这些比例从哪里来，又拿来做什么。',
        en: 'Ribbons run from the question to the messages: the wider, the larger the share. The next chapters take it apart, step by step: where the shares come from, and what they are for.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '平均分，是多少？', en: 'Shared out evenly?' },
      prose: {
        zh: '先算一个最简单的：什么都不找，谁也不偏。',
        en: 'The simplest case first: looking for nothing, favouring nobody.',
      },
    },
  ],
};
