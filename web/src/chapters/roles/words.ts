import type { Both } from '../../text';

const zh = {
  sees: '引擎眼里的这句话',
  meets: 'Query 和这条消息的 Key，一格一格对',
  howQuery: '格子 × W_Q = Query',
  gain: '表里的数是唯一由我们选定的：问得多用力。其余的都由文字决定。',
  howKey: '它是怎么来的：格子 × W_K = Key',
  howValue: '它是怎么来的：格子 × W_V = Value',
  value: '这条消息的 Value',
  noValue: '这条消息什么东西也没提到，它的 Value 全是 0：就算注意它，也带不走什么。',
  drag: '问题的格子',
  reset: '恢复成原来的问题',
  best: '比例最大的消息',
  share: '比例',
  place: '格子',
};

export const words: Both<typeof zh> = {
  zh,
  en: {
    sees: 'How the engine sees this sentence',
    meets: 'The Query and this message’s Key, place by place',
    howQuery: 'Features × W_Q = Query',
    gain: 'is the only number we chose: how hard a question asks. The words decide the rest.',
    howKey: 'Where it comes from: features × W_K = Key',
    howValue: 'Where it comes from: features × W_V = Value',
    value: 'The Value of this message',
    noValue: 'This message mentions no thing at all, so its Value is all zeros: attend to it, and you take nothing home.',
    drag: 'The question’s features',
    reset: 'Back to the question as asked',
    best: 'The messages with the largest shares',
    share: 'Share',
    place: 'Place',
  },
};
