// What crosses between the page and the worker that holds the engine.
import type { Engine, ErrorCode } from '@engine';

export type Method = keyof Engine;

export interface Request {
  id: number;
  method: Method;
  args: unknown[];
}

/** An engine error as plain data: a code and values; the sentence is written where the language is known. */
export interface Failure {
  code: ErrorCode | 'engine_failed';
  values: Record<string, number | string>;
}

export type Response = { id: number; value: unknown } | { id: number; failure: Failure };
