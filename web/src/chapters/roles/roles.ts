import type { Chapter } from '../chapter';
import Figure from './RolesFigure.svelte';

export const roles: Chapter = {
  id: 'roles',
  name: { zh: '三个角色', en: 'Three roles' },
  Figure,
  prediction: {
    kind: 'number',
    min: 0,
    max: 9,
    step: 1,
    as: 'whole',
    cell: () => ({ tensor: 'asked_count', row: 0, col: 0 }),
  },
  quiz: 'best_key',
  quizPrompt: {
    zh: '这是一个 Query 和三个 Key。哪个 Key 和 Query 最对得上？写 1、2 或 3。',
    en: 'Here is a Query and three Keys. Which Key fits the Query best? Write 1, 2 or 3.',
  },
  steps: [
    {
      id: 'features',
      beside: 'none',
      title: { zh: '先把话变成数', en: 'First, words become numbers' },
      prose: {
        zh: '引擎不懂「体育课」是什么，它只会查词表：提到了记 1，没提到记 0。这一排格子，就是它眼里的这句话。换个问题试试。',
        en: 'The engine does not know what PE is. It looks words up in a list: 1 if they are mentioned, 0 if not. This row is how it sees a sentence. Try another question.',
      },
    },
    {
      id: 'predict',
      kind: 'predict',
      beside: 'none',
      title: { zh: '它会同时找几样？', en: 'How many things does it look for at once?' },
      prose: {
        zh: '这些格子要变成 Query：九个数，每个数说「我多想找这个」。九个里头，你猜有几个不是 0？',
        en: 'The row becomes the Query: nine numbers, each saying “this is how much I want that”. How many of the nine, do you think, are not 0?',
      },
    },
    {
      id: 'query',
      beside: 'none',
      title: { zh: 'Query：我在找什么', en: 'Query: what am I looking for?' },
      prose: {
        zh: '把格子乘上一张小表 W_Q，就得到 Query。提问的人想要的是答案，所以「像回答」也在找。',
        en: 'Multiply the row by a small table, W_Q, and you have the Query. Whoever asks wants an answer, so it looks for “sounds like an answer”, too.',
      },
    },
    {
      id: 'key',
      title: { zh: 'Key：凭什么找到我', en: 'Key: what can I be found by?' },
      prose: {
        zh: '每条消息也乘一张小表 W_K，得到自己的 Key，就像书脊上的标签。在聊天里点一条消息，看它的 Key 和 Query 对得上几格。',
        en: 'Another small table, W_K, turns every message into its own Key, like the label on the spine of a book. Tap a message in the chat: in how many places does its Key meet the Query?',
      },
    },
    {
      id: 'value',
      title: { zh: 'Value：找到以后给你什么', en: 'Value: what do you get when you find me?' },
      prose: {
        zh: '标签只管找，带走的是内容。Value 说的是：这条消息提到了哪些东西。Key 负责被找到，Value 负责有用。',
        en: 'The label is for finding; what you take home is the content. The Value says which things this message mentions. A Key is for being found, a Value for being useful.',
      },
    },
    {
      id: 'drag',
      title: { zh: '自己拖一拖', en: 'Drag it yourself' },
      prose: {
        zh: '拖动问题的任何一格，看每条消息的比例怎么跟着变。真正的模型里，这些格子是学出来的，成百上千，没有名字；这里给它们起名，只为看得懂。',
        en: 'Drag any place of the question and watch the shares follow. In a real model these places are learnt, there are hundreds of them and they have no names; ours have names so that we can read them.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '谁最对得上？', en: 'Which fits best?' },
      prose: {
        zh: '小心：数最大的 Key，不一定最对得上。',
        en: 'Careful: the Key with the largest numbers need not fit best.',
      },
    },
  ],
};
