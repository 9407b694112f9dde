import type { Chapter } from '../chapter';
import Figure from './ScoreFigure.svelte';

export const score: Chapter = {
  id: 'score',
  name: { zh: '打分', en: 'Score' },
  Figure,
  prediction: {
    kind: 'number',
    min: -18,
    max: 54,
    step: 1,
    as: 'whole',
    // The message about lunch, just after the teacher's.
    cell: (reading) => (reading.order.length > 37 ? { tensor: 'scores', row: 0, col: 37 } : undefined),
  },
  quiz: 'scaled_score',
  quizPrompt: {
    zh: '先算 q·k，再除以 √d_k。结果是多少？',
    en: 'Work out q·k, then divide by √d_k. What do you get?',
  },
  steps: [
    {
      id: 'predict',
      kind: 'predict',
      ofClassChat: true,
      beside: 'none',
      title: { zh: '午饭那条能得几分？', en: 'What does the message about lunch score?' },
      prose: {
        zh: '第 37 条是体育老师说周五带什么，第 38 条说的是午饭。它俩挨着。第 38 条的分数，你猜多少？',
        en: 'Message 37 is the PE teacher on what to bring; message 38, right after it, is about lunch. What score do you think 38 gets?',
      },
    },
    {
      id: 'unroll',
      parts: 9,
      beside: 'none',
      title: { zh: '一格一格相乘，再加起来', en: 'Multiply place by place, then add up' },
      prose: {
        zh: 'Query 和 Key 对齐，同一格的两个数相乘，九个乘积加起来，就是这条消息的分数：q·k。按「下一步」，一次走一格。',
        en: 'Line up Query and Key and multiply the two numbers in each place. The nine products added up are the score of this message: q·k. “Next” takes one place at a time.',
      },
    },
    {
      id: 'all',
      beside: 'scores',
      title: { zh: '每条消息都有一个分数', en: 'Every message gets a score' },
      prose: {
        zh: '对得上的格子越多，分数越高；自己也在提问的，「像回答」那一格是负的，要倒扣。',
        en: 'The more places fit, the higher the score. Whoever is asking, too, has a negative number at “sounds like an answer” and loses points.',
      },
    },
    {
      id: 'scale',
      beside: 'scaled',
      title: { zh: '再除以 √d_k', en: 'Then divide by √d_k' },
      prose: {
        zh: 'd_k 是 Query 和 Key 的格数。每个分数都除以 √d_k，名次一点不变，只是整体缩小。为什么要缩？下一步拿随机数试给你看。',
        en: 'd_k is the number of places in Query and Key. Every score is divided by √d_k; the ranking stays, everything just shrinks. Why? The next step tries it with random numbers.',
      },
    },
    {
      id: 'spread',
      beside: 'scaled',
      title: { zh: '格子越多，分数越散', en: 'The more places, the wilder the scores' },
      prose: {
        zh: '随机的 Query 和 Key，乘积的散布大约是 √d_k。d_k 一大，softmax 就几乎只看一个。除以 √d_k，散布总在 1 附近。拖动 d_k。',
        en: 'For random Queries and Keys the products spread by about √d_k. With a large d_k, softmax sees almost only one of them. Divided by √d_k, the spread stays near 1. Move d_k.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '你来打一个分', en: 'Now you score one' },
      prose: { zh: '四格的 Query，四格的 Key。', en: 'A Query of four places, a Key of four places.' },
    },
  ],
};
