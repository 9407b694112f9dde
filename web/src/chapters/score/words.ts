import type { Both } from '../../text';

const zh = {
  place: '格子',
  product: '乘积',
  soFar: '加到这里',
  score: '分数',
  scaled: '除以 √d_k',
  allScores: '分数最高的消息',
  unrolled: 'q 和 k 逐格相乘，再加起来',
  everyDot: '每个点是一条消息，越靠右分数越高',
  width: 'Query 和 Key 的格数 d_k',
  unscaled: '不除',
  divided: '除以 √d_k',
  spread: '散布（标准差）',
  largest: '32 个里最大的比例',
  pairs: (count: number) => `${count} 对随机的 Query 和 Key；每个点是一个 q·k`,
};

export const words: Both<typeof zh> = {
  zh,
  en: {
    place: 'Place',
    product: 'Product',
    soFar: 'Sum so far',
    score: 'Score',
    scaled: '÷ √d_k',
    allScores: 'The highest scores',
    unrolled: 'q and k multiplied place by place and added up',
    everyDot: 'Each dot is a message; the further right, the higher its score',
    width: 'Places in Query and Key, d_k',
    unscaled: 'As they are',
    divided: 'Divided by √d_k',
    spread: 'Spread (standard deviation)',
    largest: 'Largest share of 32',
    pairs: (count) => `${count} pairs of random Queries and Keys; each dot is one q·k`,
  },
};
