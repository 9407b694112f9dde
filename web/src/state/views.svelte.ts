// What the engine last said. The page reads numbers from here and from nowhere else.
import type { CellRef, Engine, Operands, Tensor } from '@engine';
import { engine, Line } from '../engine/client';
import type { Failure } from '../engine/protocol';

/** Methods whose result is a ledger: each cell of it can be asked for its operands. */
type ViewMethod = 'reading' | 'spread' | 'quiz';

export class View<M extends ViewMethod = ViewMethod> {
  result: ReturnType<Engine[M]> | undefined = $state.raw();
  request: Parameters<Engine[M]>[0] | undefined = $state.raw();
  failure: Failure | undefined = $state.raw();

  private readonly line: Line<M>;

  constructor(readonly method: M) {
    this.line = new Line<M>(
      method,
      (result, ...[request]) => {
        this.result = result;
        this.request = request;
        this.failure = undefined;
      },
      (failure) => (this.failure = failure),
    );
  }

  ask(request: Parameters<Engine[M]>[0]): void {
    void this.line.ask(...([request] as Parameters<Engine[M]>));
  }

  tensor(name: string): Tensor | undefined {
    const result = this.result as Record<string, unknown> | undefined;
    const tensors = (result?.tensors ?? result) as Record<string, Tensor> | undefined;
    return tensors?.[name];
  }

  value(name: string, row = 0, col = 0): number | undefined {
    const tensor = this.tensor(name);
    return tensor && row < tensor.rows && col < tensor.cols ? tensor.data[row * tensor.cols + col] : undefined;
  }

  async operands(cell: CellRef): Promise<Operands | undefined> {
    if (!this.request) return undefined;
    return engine.call('operands', this.method, this.request, cell);
  }
}

export const views = {
  /** The question put to the chat. */
  reading: new View('reading'),
  /** The same with one message erased. */
  without: new View('reading'),
  /** Random dot products of one d_k. */
  spread: new View('spread'),
  /** The question at the end of the chapter. */
  quiz: new View('quiz'),
};

export type ViewName = keyof typeof views;

// For the curious, and for the tests: in the browser's console, attentionClassroom.requests() tells what each
// number on the page was computed from, and the same request can be put to the engine anywhere else.
Object.assign(globalThis, {
  attentionClassroom: {
    requests: () =>
      Object.fromEntries(Object.entries(views).map(([name, { method, request }]) => [name, { method, request: $state.snapshot(request) }])),
  },
});
