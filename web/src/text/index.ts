// The page's words. Chapters keep their own prose beside their figures.
import { en } from './en';
import { zh } from './zh';

/** Both dictionaries have this shape: a missing key does not compile. */
export type Text = typeof zh;
export type Language = 'zh' | 'en';
/** Something said in both languages. */
export type Both<T = string> = Record<Language, T>;

export const dictionaries: Both<Text> = { zh, en };
