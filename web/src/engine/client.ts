// The engine, seen from the page: every call is a promise.
import type { Engine } from '@engine';
import EngineWorker from './worker?worker&inline';
import type { Failure, Method, Request, Response } from './protocol';

export class EngineFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

type Arguments<M extends Method> = Parameters<Engine[M]>;
type Result<M extends Method> = ReturnType<Engine[M]>;

class EngineClient {
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private nextId = 0;
  private worker: Worker | undefined;
  /** Why the worker is gone, if it is: whatever is asked from then on fails with this sentence. */
  private end: Failure | undefined;

  constructor() {
    try {
      this.worker = new EngineWorker();
    } catch (error) {
      this.stop(String(error));
      return;
    }
    this.worker.addEventListener('message', ({ data }: MessageEvent<Response>) => {
      const { resolve, reject } = this.waiting.get(data.id)!;
      this.waiting.delete(data.id);
      if ('failure' in data) reject(new EngineFailure(data.failure));
      else resolve(data.value as never);
    });
    this.worker.addEventListener('error', (event) => this.stop(event.message ?? event.type));
    this.worker.addEventListener('messageerror', (event) => this.stop(event.type));
  }

  call<M extends Method>(method: M, ...args: Arguments<M>): Promise<Result<M>> {
    if (this.end) return Promise.reject(new EngineFailure(this.end));
    const request: Request = { id: this.nextId++, method, args };
    return new Promise<Result<M>>((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      this.worker!.postMessage(request);
    });
  }

  private stop(why: string): void {
    this.end = { code: 'engine_failed', values: { text: why } };
    this.worker?.terminate();
    for (const { reject } of this.waiting.values()) reject(new EngineFailure(this.end));
    this.waiting.clear();
  }
}

export const engine = new EngineClient();

/** What the engine refused, or why it is gone; anything else is a fault of ours and goes on up. */
export function failureOf(error: unknown): Failure {
  if (error instanceof EngineFailure) return error.failure;
  throw error;
}

/**
 * One line to the engine on which the newest question wins: while one is being worked on, only the last
 * of those that arrive is kept.
 */
export class Line<M extends Method> {
  private busy = false;
  private next: Arguments<M> | undefined;

  constructor(
    private readonly method: M,
    private readonly onResult: (result: Result<M>, ...args: Arguments<M>) => void,
    private readonly onFailure: (failure: Failure) => void,
  ) {}

  async ask(...args: Arguments<M>): Promise<void> {
    this.next = args;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.next) {
        const asked: Arguments<M> = this.next;
        this.next = undefined;
        // An answer that comes while the next question waits is still shown: a slider moves with the hand.
        await engine.call(this.method, ...asked).then(
          (result) => this.onResult(result, ...asked),
          (error) => this.onFailure(failureOf(error)),
        );
      }
    } finally {
      this.busy = false;
    }
  }
}
