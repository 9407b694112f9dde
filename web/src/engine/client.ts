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
  private readonly worker = new EngineWorker();
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private nextId = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Response>) => {
      const { resolve, reject } = this.waiting.get(data.id)!;
      this.waiting.delete(data.id);
      if ('failure' in data) reject(new EngineFailure(data.failure));
      else resolve(data.value as never);
    });
    // The worker itself did not start: everything asked of it fails with one sentence.
    this.worker.addEventListener('error', (event) => {
      const failure: Failure = { code: 'engine_failed', values: { text: event.message } };
      for (const { reject } of this.waiting.values()) reject(new EngineFailure(failure));
      this.waiting.clear();
    });
  }

  call<M extends Method>(method: M, ...args: Arguments<M>): Promise<Result<M>> {
    const request: Request = { id: this.nextId++, method, args };
    return new Promise<Result<M>>((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      this.worker.postMessage(request);
    });
  }
}

export const engine = new EngineClient();

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
    while (this.next) {
      const asked: Arguments<M> = this.next;
      this.next = undefined;
      try {
        const result = await engine.call(this.method, ...asked);
        if (!this.next) this.onResult(result, ...asked);
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error;
        if (!this.next) this.onFailure(error.failure);
      }
    }
    this.busy = false;
  }
}
