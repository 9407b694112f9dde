import type { Failure } from '../engine/protocol';

type Values = Failure['values'];

/** One sentence for each thing the engine can refuse. */
export const errors: Record<Failure['code'], (values: Values) => string> = {
  shape_mismatch: (v) => `${v.tensor} 的形状不对：${{ rows: '行数', columns: '列数' }[v.axis as string] ?? '个数'}应该是 ${v.expected}，实际是 ${v.actual}。`,
  not_finite: (v) => `${v.tensor} 里有一个不是有限的数（第 ${Number(v.row) + 1} 行，第 ${Number(v.col) + 1} 列）。`,
  overflow: (v) => `数太大，${v.tensor} 装不下了（第 ${Number(v.row) + 1} 行，第 ${Number(v.col) + 1} 列）。`,
  out_of_range: (v) => `${v.name} 应该在 ${v.min} 和 ${v.max} 之间，实际是 ${v.value}。`,
  unknown_name: (v) => `没有叫「${v.value}」的 ${v.name}。`,
  unreadable_line: (v) => `第 ${v.line} 行看不出是谁说的：「${v.text}」。请写成「名字：内容」。`,
  empty_chat: () => '这里面一条消息也没有。请贴上「名字：内容」，每行一条。',
  not_a_number: (v) => (v.text === '' ? '请先写一个数。' : `「${String(v.text).slice(0, 40)}」不是一个数。可以写 0.5、1/2 或 50%。`),
  wrong_type: (v) => `${v.name} 的类型不对。`,
  out_of_memory: () => '内存不够了：聊天太长。请贴短一些。',
  engine_failed: (v) => `引擎没能启动或中途停了（${v.text}）。请刷新页面；若仍不行，请更新浏览器。`,
};
