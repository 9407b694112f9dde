import type { Both } from '../../text';

const zh = {
  heaviest: '比例最大的一条',
  changes: '我赌：答案会变',
  stays: '我赌：答案不变',
  before: '擦掉之前',
  after: '擦掉之后',
  changed: '答案变了。',
  same: '答案没变。',
  won: '你赌对了！',
  lost: '你赌错了，不过现在你知道了。',
  question: '问题',
  weight: '最大的比例',
  verdict: '擦掉它',
  sides: [
    {
      who: 'Jain 和 Wallace，2019：《注意力不是解释》',
      says: '他们把比例打乱，或者换成差别最大的另一组，答案常常几乎不动。能随便换的东西，怎么算是理由？',
    },
    {
      who: 'Wiegreffe 和 Pinter，2019：《注意力并非不是解释》',
      says: '他们回答：换得出来，不等于模型自己会这样分；而且要看任务，有的任务平均分也能做对，在那上面吵不出结果。',
    },
  ],
  ours: '这一章里你做的，就是这场争论里最朴素的实验：擦掉，再看。往后看到任何一张注意力图，都先问一句：它真的重要吗？',
};

export const words: Both<typeof zh> = {
  zh,
  en: {
    heaviest: 'The heaviest message',
    changes: 'I bet the answer changes',
    stays: 'I bet it stays the same',
    before: 'Before',
    after: 'After',
    changed: 'The answer changed.',
    same: 'The answer stayed the same.',
    won: 'You win!',
    lost: 'You lose, but now you know.',
    question: 'Question',
    weight: 'Largest share',
    verdict: 'Without it',
    sides: [
      {
        who: 'Jain and Wallace, 2019: “Attention is not Explanation”',
        says: 'They shuffled the weights, or looked for the most different ones, and often the answer hardly moved. If it can be swapped so freely, how can it be the reason?',
      },
      {
        who: 'Wiegreffe and Pinter, 2019: “Attention is not not Explanation”',
        says: 'They answered: that other weights exist does not mean the model would ever choose them. And it depends on the task: where equal shares do as well, the quarrel cannot be settled.',
      },
    ],
    ours: 'What you did in this chapter is the plainest experiment of that quarrel: take it away and look. From now on, ask it of every attention picture you see: does it matter?',
  },
};
