import type { Both } from '../../text';

const zh = {
  message: '消息',
  share: '比例',
  table: '每条消息交出来的：比例 × Value',
  output: '加起来：输出',
  poured: (count: number, total: number) => (count >= total ? `全部 ${total} 条都倒进去了` : `倒进了前 ${count} 条`),
  last: '刚倒进去的',
  onlyTop: '只听第一名',
  all: '大家都听一点',
  says: '引擎读出来的答案',
};

export const words: Both<typeof zh> = {
  zh,
  en: {
    message: 'Message',
    share: 'Share',
    table: 'What each message hands in: share × Value',
    output: 'Added up: the output',
    poured: (count, total) => (count >= total ? `All ${total} are in` : count === 1 ? 'The first one is in' : `The first ${count} are in`),
    last: 'Just poured in',
    onlyTop: 'Only the top one',
    all: 'A little of everyone',
    says: 'The answer the engine reads off',
  },
};
