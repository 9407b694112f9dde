import type { HeadsRequest } from '@engine';
import { chatAndQuestion, classroom } from '../../state/classroom.svelte';
import { state } from '../../state/state.svelte';
import { views } from '../../state/views.svelte';
import type { Chapter } from '../chapter';
import Figure from './HeadsFigure.svelte';
import Matters from './HeadsMatters.svelte';

function headsRequest(): HeadsRequest {
  return {
    ...chatAndQuestion(),
    looksFor: [...state.looks],
    on: [...state.heads],
  };
}

export const heads: Chapter = {
  id: 'heads',
  name: { zh: '几个同学，几个头', en: 'Several classmates' },
  Figure,
  Matters,
  ask() {
    views.heads.ask(headsRequest());
    if (classroom.erased >= 0) views.headsWithout.ask({ ...headsRequest(), erased: [classroom.erased] });
  },
  prediction: {
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.01,
    as: 'percent',
    view: 'heads',
    cell: (reading) => (reading.order.length > 36 ? { tensor: 'a.weights', row: 0, col: 36 } : undefined),
  },
  quiz: 'concat_width',
  quizPrompt: {
    zh: '有 h 个头，每个头的输出有 d_v 格。拼接以后一共多少格？',
    en: 'There are h heads, and each head’s output has d_v places. How many places are there after concatenating?',
  },
  steps: [
    {
      id: 'one',
      title: { zh: '一个人，只有一份比例', en: 'One reader, one set of shares' },
      prose: {
        zh: '到现在为止，一直是一个人在读：时间、东西、谁说的，九样一起找，最后只给出一份比例。它没法同时说「论时间该看这条，论东西该看那条」。那就多请几位同学。',
        en: 'So far one reader has done it all: nine things looked for at once, and in the end a single set of shares. It cannot say “for the day look here, for the things look there”. So let us ask a few classmates.',
      },
    },
    {
      id: 'predict',
      kind: 'predict',
      ofClassChat: true,
      beside: 'none',
      title: { zh: 'A 只看时间。第 37 条，他给多少？', en: 'A only looks at time. What does he give message 37?' },
      prose: {
        zh: '刚才那个人给了第 37 条八成。现在换 A 来：他知道你问的是体育课，也看得出是哪天，但谁在说话、说没说要带东西，他一概看不见。',
        en: 'The reader just now gave message 37 about four fifths. A knows that you ask about PE and can tell which day it is. Who is speaking, and whether anything is to be brought, he cannot see at all.',
      },
    },
    {
      id: 'places',
      beside: 'none',
      title: { zh: '三位同学，三副眼镜', en: 'Three classmates, three pairs of glasses' },
      prose: {
        zh: '三个人都知道问的是哪件事（前五格）。剩下两格各找各的：A 找时间，B 找东西，C 找谁在说。看不见的，就不算分。在聊天里点一条，看三个人怎么给它打分。',
        en: 'All three know what the question is about (the first five places). The other two differ: A looks for time, B for things, C for who is speaking. What they cannot see earns no points. Tap a message in the chat: how does each of them score it?',
      },
    },
    {
      id: 'look',
      beside: 'none',
      title: { zh: '同一个群，各看各的', en: 'The same chat, seen three ways' },
      prose: {
        zh: '每位同学都走完整套流程：打分、变成比例、混合，互不商量。每一根竖线是一条消息。看看谁的比例集中，谁的散成一片；单独问，他们又会怎么答。',
        en: 'Each of them goes all the way, scores, shares, mix, without asking the others. Every stroke is a message. Whose shares gather in one place, whose are scattered? And what would each answer alone?',
      },
    },
    {
      id: 'concat',
      beside: 'none',
      title: { zh: '把三份笔记并排放好', en: 'Put the three notes side by side' },
      prose: {
        zh: '每人交一份六格的笔记，首尾相接，排成一长排。这叫「拼接」：谁说的还是谁的，一格也没有混在一起。',
        en: 'Each hands in a note of six places, and the notes are laid end to end. This is called concatenation: everyone’s words stay their own, nothing is merged yet.',
      },
    },
    {
      id: 'w_o',
      beside: 'none',
      title: { zh: 'W_O：合成一个答案', en: 'W_O: into one answer' },
      prose: {
        zh: '最后一张小表 W_O 把这一长排变回六格。我们的 W_O 很公道：同一样东西，三个人的数各取三分之一加起来。加法不会要求三样都对上，所以没有开头那一位那么肯定；换来的是三份不同的名单都留着。',
        en: 'One last small table, W_O, turns the long row back into six places. Ours is fair: for each thing, a third of what each of the three says. Adding cannot demand that all three agree, so the answer is less sure than the first reader’s; in return, three different lists are kept.',
      },
    },
    {
      id: 'switch',
      beside: 'none',
      title: { zh: '让一位先别说话，看看少了什么', en: 'Silence one and see what is missing' },
      prose: {
        zh: '关掉一位，他的六格就全写 0，别人的一票还是三分之一。先猜：关掉谁，答案变得最厉害？再给他们换一副眼镜试试。',
        en: 'Switch one off and his six places all become 0; the others keep their third. Guess first: whose silence changes the answer most? Then give them other glasses.',
      },
    },
    {
      id: 'same',
      beside: 'none',
      title: { zh: '两个人找同样的东西，赚了吗？', en: 'Two look for the same. What is gained?' },
      prose: {
        zh: '让 A 也去找东西：他和 B 看的完全一样，说的也完全一样。没有一点新消息，只是同一句话有了两票。说对了，更响；说错了，也更响。',
        en: 'Let A look for things, too: he and B see exactly the same and say exactly the same. Nothing new is learnt; one opinion simply has two votes. If it is right it gets louder, and if it is wrong it gets louder just the same.',
      },
    },
    {
      id: 'real',
      beside: 'none',
      title: { zh: '真的模型里，没人分配角色', en: 'In real models nobody hands out the roles' },
      prose: {
        zh: '「A 找时间」是我们写进去的，好让你看得懂。真的模型里，头是一起学出来的；人们训练完再去看，才说「这个头好像在找……」。',
        en: '“A looks for time” is something we wrote in, so that you can follow. In a real model the heads are learnt, all together; only afterwards do people look and say “this one seems to look for …”.',
      },
    },
    {
      id: 'quiz',
      kind: 'quiz',
      title: { zh: '这一长排，多少格？', en: 'How long is the row?' },
      prose: { zh: '并排放，不是加在一起。', en: 'Side by side, not added together.' },
    },
  ],
};
