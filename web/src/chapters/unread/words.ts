import type { Both } from '../../text';

const zh = {
  start: '开始计时',
  rules: '点一条消息选中它，再点一次取消。时间到了，引擎来对答案。',
  left: (seconds: number) => `还剩 ${seconds} 秒`,
  picked: '已经选了',
  done: '我选好了',
  yours: '你选的，合起来占',
  engines: '引擎的同样多条，占',
  agreed: '其中够格进引擎名单的',
  yourPicks: '你选的消息',
  enginePicks: '引擎给得最多的消息',
  noPicks: '你一条也没选。没关系，先看看引擎是怎么分的。',
  share: '比例',
  total: '全部加起来',
};

export const words: Both<typeof zh> = {
  zh,
  en: {
    start: 'Start the clock',
    rules: 'Tap a message to pick it, tap again to put it back. When time is up, the engine compares.',
    left: (seconds) => `${seconds} s left`,
    picked: 'Picked so far:',
    done: 'I am done',
    yours: 'Your picks hold',
    engines: 'As many of the engine’s hold',
    agreed: 'Of yours, heavy enough for the engine’s list',
    yourPicks: 'Your picks',
    enginePicks: 'The messages the engine gives most',
    noPicks: 'You picked none. Never mind: here is how the engine shares it out.',
    share: 'Share',
    total: 'All of them together',
  },
};
