import type { Chapter } from '../chapter';
import Figure from './RouteMapFigure.svelte';

export const routemap: Chapter = {
  id: 'routemap',
  name: { zh: '线路图，不是口供', en: 'A route map' },
  Figure,
  quiz: 'renormalised_share',
  quizPrompt: {
    zh: '三条消息的比例如下。把第一条擦掉，其余的重新分，第二条现在占多少？',
    en: 'Three messages hold these shares. Erase the first and share out again: how much does the second get now?',
  },
  steps: [
    {
      id: 'first',
      beside: 'none',
      title: { zh: '擦掉最重的一条，赌一把', en: 'Erase the heaviest, and place your bet' },
      prose: {
        zh: '体育课这个问题，有一条消息占了绝大部分比例。要是没有它，答案会变吗？先下注，再揭晓。',
        en: 'For the question about PE, one message holds nearly all of the weight. Without it, would the answer change? Bet first, then look.',
      },
    },
    {
      id: 'second',
      beside: 'none',
      title: { zh: '同一个群，换一个问题', en: 'The same chat, another question' },
      prose: {
        zh: '还是这 200 条消息，这回问春游。照样擦掉比例最大的那一条。你赌哪边？',
        en: 'The same messages, but the question is about the spring outing. Again the heaviest message goes. Which way do you bet?',
      },
    },
    {
      id: 'both',
      beside: 'none',
      title: { zh: '一个变了，一个没变', en: 'One answer changed, one did not' },
      prose: {
        zh: '问体育课的时候，排在最前面那条后面的，偏偏是几条记错的；擦掉它，答案就跟着他们走。春游的事老师说了好几遍，少一条也不要紧。这件事，光看比例看不出来：得擦掉试一试。',
        en: 'About PE, those next in line after the heaviest happen to misremember; without it the answer follows them. About the outing the teacher said the same several times, and one less does no harm. The weights alone do not tell you which is which: you have to take it away and look.',
      },
    },
    {
      id: 'sentence',
      beside: 'none',
      title: { zh: '线路图，不是口供', en: 'A route map, not a confession' },
      prose: {
        zh: '比例告诉你信息从哪里流过来，不告诉你为什么这样回答。研究者为此真的吵过一架。',
        en: 'Weights tell you which way information flowed, not why the answer came out as it did. Researchers have had a real quarrel about it.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '擦掉以后，重新分', en: 'Erase one, share again' },
      prose: { zh: '剩下的还要加起来等于 1。', en: 'What is left has to add up to 1 again.' },
    },
  ],
};
