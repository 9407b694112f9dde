import type { Chapter } from '../chapter';
import Figure from './SoftmaxFigure.svelte';

export const softmax: Chapter = {
  id: 'softmax',
  name: { zh: '变成比例', en: 'Into shares' },
  Figure,
  prediction: {
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.01,
    as: 'percent',
    cell: (reading) =>
      reading.order.length > 1 ? { tensor: 'weights', row: 0, col: reading.order[1]! } : undefined,
  },
  quiz: 'one_share',
  quizPrompt: {
    zh: '三个分数取指数以后是这三个数。第一个分到多少比例？',
    en: 'After exp, three scores are these numbers. What share does the first one get?',
  },
  steps: [
    {
      id: 'predict',
      kind: 'predict',
      beside: 'scaled',
      title: { zh: '第二名能分到多少？', en: 'How much does the runner-up get?' },
      prose: {
        zh: '聊天里是每条消息的分数，第一名和第二名都不低。可比例呢？第二名能分到多少，你猜猜。',
        en: 'The scores stand beside the messages; find the two highest. How large, do you think, is the runner-up’s share?',
      },
    },
    {
      id: 'scaled',
      beside: 'scaled',
      title: { zh: '从分数出发', en: 'Start from the scores' },
      prose: {
        zh: '分数有大有小，还有负的，不能直接当比例。softmax 用四小步，把它们变成加起来等于 1 的比例。',
        en: 'Scores can be large, small, even negative: they are no shares yet. In four small steps softmax turns them into shares that add up to 1.',
      },
    },
    {
      id: 'shifted',
      beside: 'scaled',
      title: { zh: '先减去最大的', en: 'Subtract the largest' },
      prose: {
        zh: '每个分数都减去最大的那个分数。第一名变成 0，谁也不会大于 0，差距一点没变。',
        en: 'Take the largest score away from all of them. The first becomes 0, nobody is above 0, and the gaps stay as they were.',
      },
    },
    {
      id: 'exps',
      beside: 'scaled',
      title: { zh: '再取指数', en: 'Take exp' },
      prose: {
        zh: '取 e 的这么多次方。负得越多，越接近 0，但从不小于 0。差一点点，就小好多倍。',
        en: 'Raise e to that power. The more negative, the closer to 0, but never below. A small gap becomes a factor.',
      },
    },
    {
      id: 'sums',
      beside: 'scaled',
      title: { zh: '加起来', en: 'Add them up' },
      prose: {
        zh: '把这一列全部加起来，一条也不能漏。这就是要分的「整个蛋糕」。',
        en: 'Add up the whole column and leave none out. This is the cake to be shared.',
      },
    },
    {
      id: 'weights',
      title: { zh: '除以总和，就是比例', en: 'Divide by the sum: shares' },
      prose: {
        zh: '每个数除以总和。加起来正好等于 1，一点不多，一点不少。',
        en: 'Divide each number by the sum. They add up to 1, no more and no less.',
      },
    },
    {
      id: 'temperature',
      title: { zh: '温度：尖一点，平一点', en: 'Temperature: sharper or flatter' },
      prose: {
        zh: '先除以温度 τ 再取指数。τ 小，第一名几乎独占；τ 大，人人差不多。τ = 0 是极限：全给第一名。',
        en: 'Divide by the temperature τ before exp. A small τ gives nearly all to the first, a large one nearly the same to each. τ = 0 is the limit: the first takes all.',
      },
    },
    {
      id: 'naive',
      title: { zh: '不减最大值会怎样？', en: 'What if we do not subtract the largest?' },
      prose: {
        zh: '在纸上，减不减结果一样。可是 float32 装不下太大的数：把温度调低，e 的次方就成了 ∞，∞ ÷ ∞ 不是数。减了最大值，就永远不会。',
        en: 'On paper it makes no difference. But a float32 cannot hold very large numbers: lower the temperature, and the power of e becomes ∞, and ∞ ÷ ∞ is not a number. With the largest subtracted this never happens.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '你来分一次蛋糕', en: 'Now you share the cake' },
      prose: { zh: '指数已经取好了，只差最后两小步。', en: 'exp is done; the last two small steps are yours.' },
    },
  ],
};
