import type { errors as chinese } from './errors.zh';

export const errors: typeof chinese = {
  shape_mismatch: (v) => `${v.tensor} has the wrong shape: expected ${v.expected} ${v.axis}, got ${v.actual}.`,
  not_finite: (v) => `${v.tensor} holds something that is no finite number (row ${Number(v.row) + 1}, column ${Number(v.col) + 1}).`,
  overflow: (v) => `The numbers got too large for ${v.tensor} (row ${Number(v.row) + 1}, column ${Number(v.col) + 1}).`,
  out_of_range: (v) => `${v.name} must lie between ${v.min} and ${v.max}; it is ${v.value}.`,
  unknown_name: (v) => `There is no ${v.name} called “${v.value}”.`,
  unreadable_line: (v) => `Line ${v.line} does not say who is speaking: “${v.text}”. Please write “name: text”.`,
  empty_chat: () => 'There is no message in this. Please paste lines such as “name: text”.',
  not_a_number: (v) => (v.text === '' ? 'Please write a number first.' : `“${String(v.text).slice(0, 40)}” is not a number. You can write 0.5, 1/2 or 50%.`),
  wrong_type: (v) => `${v.name} should be ${v.expected}.`,
  out_of_memory: () => 'Not enough memory: the chat is too long. Please paste a shorter one.',
  engine_failed: (v) => `The engine did not start, or stopped (${v.text}). Please reload the page; if that does not help, update your browser.`,
};
