import createEngine, { type Engine, type EngineError, type Tensor } from '@engine';
import packedWasm from '@engine/wasm?packed';
import type { Failure, Request, Response } from './protocol';

/** The engine's WASM travels compressed inside the page. */
async function unpack(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

const engine: Promise<Engine> = unpack(packedWasm).then((wasmBinary) => createEngine({ wasmBinary }));

self.addEventListener('message', async ({ data: { id, method, args } }: MessageEvent<Request>) => {
  const post = self.postMessage as (response: Response, transfer?: Transferable[]) => void;
  try {
    const call = (await engine)[method] as (...args: unknown[]) => unknown;
    const value = call(...args);
    post({ id, value }, buffersOf(value));
  } catch (error) {
    post({ id, failure: failureOf(error) });
  }
});

function failureOf(error: unknown): Failure {
  const { code, values } = error as Partial<EngineError>;
  if (code && values) return { code, values };
  return { code: 'engine_failed', values: { text: String(error) } };
}

/** Every tensor's memory, so that it is handed over instead of copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const data = (value as Partial<Tensor>).data;
  if (data instanceof Float32Array) return [data.buffer as ArrayBuffer];
  return Object.values(value).flatMap(buffersOf);
}
