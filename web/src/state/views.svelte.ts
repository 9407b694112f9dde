// What the engine last said. The page reads numbers from here and from nowhere else.
import type { CellRef, Engine, Operands, Tensor } from '@engine';
import { engine, Line } from '../engine/client';
import type { Failure } from '../engine/protocol';

/** Methods whose result is a ledger: each cell of it can be asked for its operands. */
type ViewMethod = 'reading' | 'heads' | 'everyone' | 'spread' | 'quiz';

export class View<M extends ViewMethod = ViewMethod> {
  /** The last answer, and the request it answers; neither is there after a failure. */
  result: ReturnType<Engine[M]> | undefined = $state.raw();
  request: Parameters<Engine[M]>[0] | undefined = $state.raw();
  failure: Failure | undefined = $state.raw();

  /** The last request, answered or not. */
  private asked: Parameters<Engine[M]>[0] | undefined = $state.raw();
  private readonly line: Line<M>;

  constructor(readonly method: M) {
    this.line = new Line<M>(
      method,
      (result, ...[request]) => {
        this.result = result;
        this.request = request;
        this.failure = undefined;
      },
      (failure) => {
        this.failure = failure;
        this.result = this.request = undefined;
      },
    );
  }

  /** Does the result answer what was asked last? */
  get current(): boolean {
    return this.asked !== undefined && this.asked === this.request;
  }

  /** Is there nothing the engine still has to answer? */
  get idle(): boolean {
    return this.asked === undefined || this.current || this.failure !== undefined;
  }

  ask(request: Parameters<Engine[M]>[0]): void {
    this.asked = request;
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
  /** Two questions to the class chat, each also without its heaviest message. */
  first: new View('reading'),
  firstWithout: new View('reading'),
  second: new View('reading'),
  secondWithout: new View('reading'),
  /** Three heads over the chat; the same with one message erased. */
  heads: new View('heads'),
  headsWithout: new View('heads'),
  /** Everyone in a slice of the chat asks; the same with one message that says nothing. */
  everyone: new View('everyone'),
  everyoneWithout: new View('everyone'),
  /** Random dot products of one d_k. */
  spread: new View('spread'),
  /** The question at the end of the chapter. */
  quiz: new View('quiz'),
};

export type ViewName = keyof typeof views;
/** Those of a question put to a chat. */
export type ReadingViewName = { [Name in ViewName]: (typeof views)[Name] extends View<'reading'> ? Name : never }[ViewName];

// For the curious, and for the tests: in the browser's console, attentionClassroom.requests() tells what each
// number on the page was computed from, and the same request can be put to the engine anywhere else.
Object.assign(globalThis, {
  attentionClassroom: {
    idle: () => Object.values(views).every((view) => view.idle),
    requests: () =>
      Object.fromEntries(Object.entries(views).map(([name, { method, request }]) => [name, { method, request: $state.snapshot(request) }])),
  },
});
