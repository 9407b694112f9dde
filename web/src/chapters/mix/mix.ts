import type { Chapter } from '../chapter';
import Figure from './MixFigure.svelte';

/** How many messages have been poured in after each part of the step "blend". */
export const pours = [1, 2, 3, 5, 10, 50, Infinity];

export const mix: Chapter = {
  id: 'mix',
  name: { zh: '加权混合', en: 'Mix' },
  Figure,
  prediction: { kind: 'things' },
  quiz: 'mixed_value',
  quizPrompt: {
    zh: '三条消息，各有比例和 Value（一个数）。混合出来是多少？',
    en: 'Three messages, each with its share and its Value (one number). What is the mix?',
  },
  steps: [
    {
      id: 'predict',
      kind: 'predict',
      title: { zh: '混出来会是什么？', en: 'What will come out?' },
      prose: {
        zh: '每条消息都有自己的 Value，现在按比例全部混在一起。最后该带哪些东西？先选。',
        en: 'Each message has its own Value, and now all of them are mixed by their shares. Which things will it say to bring? Choose first.',
      },
    },
    {
      id: 'contributions',
      title: { zh: '比例 × Value', en: 'Share × Value' },
      prose: {
        zh: '每条消息把 Value 乘上自己的比例，交出来。比例大的交得多，比例小的也交一点点。',
        en: 'Each message multiplies its Value by its share and hands that in. A large share hands in a lot, a small one only a little.',
      },
    },
    {
      id: 'blend',
      parts: pours.length,
      title: { zh: '一条一条倒进去', en: 'Pour them in, one by one' },
      prose: {
        zh: '从比例最大的开始，把每条消息的那一份倒进同一排杯子。按「下一步」，看它怎么满起来。',
        en: 'Starting with the largest share, pour each message’s part into the same row of glasses. “Next” pours more.',
      },
    },
    {
      id: 'top',
      title: { zh: '只听第一名，还是都听？', en: 'Only the top one, or all of them?' },
      prose: {
        zh: '只听第一名，干脆；可那一条要是说错了呢？都听，别人的话也算一点。而且比例能一点一点地调，「谁是第一」却只会突然变：能慢慢调的，才学得会。',
        en: 'Only the first: quick, but what if it is wrong? All of them: the others count a little, too. And shares can be adjusted bit by bit, while “who is first” only jumps: what can be adjusted can be learnt.',
      },
    },
    {
      id: 'decode',
      title: { zh: '读出答案', en: 'Read off the answer' },
      prose: {
        zh: '输出的每个数，是一样东西的份量。过了上面那条线的，带上；过了下面那条线的，再问一句。',
        en: 'Each number of the output is the amount of one thing. Above the upper line: bring it. Above the lower one: better ask again.',
      },
    },
    {
      id: 'matters',
      title: { zh: '它占得最多，答案就是它决定的吗？', en: 'It holds the most. Did it decide the answer?' },
      prose: {
        zh: '别信比例自己说的。把比例最大的那一条擦掉，再算一遍，看答案变不变；再换一条试试。',
        en: 'Do not take the shares’ word for it. Erase the message with the largest share, compute again, and see whether the answer changes. Then try another one.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '你来混一次', en: 'Now you mix' },
      prose: { zh: '每个 Value 乘上自己的比例，再加起来。', en: 'Multiply each Value by its share, then add up.' },
    },
  ],
};
