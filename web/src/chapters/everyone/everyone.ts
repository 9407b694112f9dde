import type { EveryoneRequest } from '@engine';
import { classroom } from '../../state/classroom.svelte';
import { state } from '../../state/state.svelte';
import { views } from '../../state/views.svelte';
import type { Chapter } from '../chapter';
import Figure from './EveryoneFigure.svelte';
import Matters from './EveryoneMatters.svelte';

/** Messages in the slice; with four rows of padding the engine's limit of 16 is reached. */
const width = 12;

const all = () => classroom.own ?? classroom.classMessages;

/** undefined while there is no message to ask. */
function everyoneRequest(step: string): EveryoneRequest | undefined {
  const count = all().length;
  if (count === 0) return undefined;
  const from = Math.max(Math.min(state.slice, count - width), 0);
  return {
    ...(classroom.own ? { messages: classroom.own } : { classChat: state.lang }),
    from,
    to: Math.min(from + width, count),
    padding: step === 'padding' ? state.padding : 0,
    causal: step === 'causal' && state.causal,
    positions: step === 'shuffle' && state.positions,
    seed: state.seed,
  };
}

export const everyone: Chapter = {
  id: 'everyone',
  name: { zh: '人人都问：自注意力', en: 'Everyone asks' },
  Figure,
  Matters,
  ask(step) {
    const request = everyoneRequest(step);
    if (!request) return;
    views.everyone.ask(request);
    if (classroom.erased < 0) return;
    const inSlice = classroom.erased >= request.from && classroom.erased < request.to;
    views.everyoneWithout.ask({ ...request, silenced: inSlice ? [classroom.erased] : [] });
  },
  prediction: {
    kind: 'number',
    min: 0,
    max: 4,
    step: 0.05,
    as: 'decimal',
    view: 'everyone',
    cell: () => ({ tensor: 'largest_difference', row: 0, col: 0 }),
  },
  quiz: 'causal_count',
  quizPrompt: {
    zh: '这么多条消息互相看，n×n 的表盖上因果掩码：每条只能看自己和前面的。表里一共还剩多少格可以看？',
    en: 'So many messages look at each other, and the n×n table gets a causal mask: each may see itself and what came before. How many cells of the table are left to be seen?',
  },
  steps: [
    {
      id: 'row',
      parts: width,
      beside: 'none',
      title: { zh: '每条消息都站起来问一遍', en: 'Every message stands up and asks' },
      prose: {
        zh: '以前只有你一个人提问。现在群里截出一小段，每条消息轮流当提问的人：用自己的 Query 去对大家的 Key，再把大家的 Value 混合着带走。一行就是一个人问。',
        en: 'Until now only you were asking. Here is a slice of the chat in which each message takes a turn: it holds its own Query against everyone’s Key and takes home a mix of everyone’s Values. One row is one of them asking.',
      },
    },
    {
      id: 'whole',
      beside: 'none',
      title: { zh: '自注意力：一张 n×n 的表', en: 'Self-attention: an n×n table' },
      prose: {
        zh: '横着看：这条消息在看谁，一行加起来是 1。竖着看：谁在看这条消息。',
        en: 'Along a row: whom this message looks at; a row adds up to 1. Down a column: who looks at this message.',
      },
    },
    {
      id: 'causal',
      beside: 'none',
      title: { zh: '因果掩码：不许看未来', en: 'The causal mask: no looking ahead' },
      prose: {
        zh: '一个一个往下写字的模型，写到这里时，后面的还没发生。所以要遮住：每条只能看自己和前面的。被遮住的格子分数变成 −∞，比例就是 0，剩下的重新加到 1。',
        en: 'A model that writes one word after another must not see what is not written yet. So that is hidden: each message may look at itself and at what came before. Hidden cells get the score −∞ and so the share 0, and the rest adds up to 1 again.',
      },
    },
    {
      id: 'padding',
      beside: 'none',
      title: { zh: '填充：凑数的行，谁也不许看', en: 'Padding: rows that are there to fill up' },
      prose: {
        zh: '好几段聊天一起算时，短的要补上空行，凑成一样长。这是另一回事：不是还没发生，而是根本没有这条消息。所以每一行遮住的都是同样几列；加几行，别人的数一个也不变。',
        en: 'When several chats are computed together, short ones are filled up to one length. That is another matter: such a row is not in the future, it is no message at all. So every row hides the same columns; add some, and nobody else’s number changes.',
      },
    },
    {
      id: 'predict',
      kind: 'predict',
      beside: 'none',
      title: { zh: '打乱顺序，结果会变多少？', en: 'Shuffle them: how much will change?' },
      prose: {
        zh: '把这一段消息像洗牌一样打乱，重新算一遍，再按原来的顺序排回去，跟原来的结果逐格比。差得最大的那一格，会差多少？（没有一格超过 4。）',
        en: 'Shuffle these messages like cards, compute everything again, put the results back into the old order and compare cell by cell. How large, do you think, is the largest difference? (No cell is above 4.)',
      },
    },
    {
      id: 'shuffle',
      beside: 'none',
      title: { zh: '注意力不知道谁先谁后', en: 'Attention does not know who came first' },
      prose: {
        zh: '不告诉它位置，打乱消息，只是把结果也打乱成同样的顺序：它看见的是一堆消息，不是一串。（就算剩下一点点，也只是 float32 的舍入。）打开「加上位置」，再看那个数。',
        en: 'Without positions, shuffling the messages only shuffles the results in the same way: it sees a heap of messages, not a row. (If a trace is left, it is float32 rounding.) Switch the positions on and look at the number again.',
      },
    },
    {
      id: 'positions',
      beside: 'none',
      title: { zh: '给每个位置发八只钟', en: 'Eight clocks for every place' },
      prose: {
        zh: '怎么告诉它谁先谁后？给每个位置加上一排数。两个数一组，像一只钟的指针：第一只走得快，往后每一只都慢一些。看八只钟指着哪里，就知道排在第几。',
        en: 'How to tell it who came first? Add a row of numbers to each place. Two numbers make the hand of a clock: the first clock runs fast, each one after it slower. Where the eight hands point tells which place this is.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '还剩多少格？', en: 'How many cells are left?' },
      prose: { zh: '第一条能看几条？第二条呢？', en: 'How many may the first one see? And the second?' },
    },
  ],
};
