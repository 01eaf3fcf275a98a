/**
 * A response whose body is seen on its way. Nothing is read before the program asks, and nothing is kept back; a clone would
 * buffer whatever the program does not read. In runtimes that read bodies by the methods of scripts, the response stays what it
 * is and its methods tell what they give; in all others, which may read a body by themselves, another stream is put around it.
 */
import { platform } from '../platform.ts';
import { pulledThrough } from './pulled-through.ts';
import type { Tap } from './tap.ts';
import { tappedStream } from './tapped-stream.ts';

export function tapped(response: Response, tap: Tap): Response {
  const { body } = response;
  if (!body) {
    tap.end('end');
    return response;
  }
  if (!platform.readsBodiesByMethods || !Object.isExtensible(response)) return copyOf(response, body, tap);
  states.set(response, { tap });
  return Object.setPrototypeOf(response, prototypeOver(Object.getPrototypeOf(response)));
}

/** A response of its own around the body. */
function copyOf(response: Response, body: ReadableStream<Uint8Array>, tap: Tap): Response {
  const { status, statusText, headers } = response;
  const copy = new Response(pulledThrough(body, tap), { status, statusText, headers });
  // A new response has none of these.
  for (const name of ['url', 'redirected', 'type'] as const) {
    Object.defineProperty(copy, name, { value: response[name], configurable: true });
  }
  return copy;
}

interface State {
  readonly tap: Tap;
  /** Where the body went when it was asked for in a way that has no method here. */
  copy?: Response;
}

const states = new WeakMap<Response, State>();
const prototypes = new WeakMap<Response, Response>();

/** Members that give the body otherwise than whole, or more than once. */
const IN_PIECES = ['blob', 'bytes', 'clone', 'formData'] as const;

/** The methods of a kind of response, with those that read the body in their place. Made once for each kind. */
function prototypeOver(own: Response): Response {
  const known = prototypes.get(own);
  if (known) return known;
  const bodyOf = getterOf(own, 'body');
  const usedOf = getterOf(own, 'bodyUsed');
  const { arrayBuffer } = own;
  const stateOf = (response: Response) => states.get(response) as State;
  /** Seen before the program gets it. */
  const wholeOf = async (response: Response): Promise<ArrayBuffer> => {
    const { tap, copy } = stateOf(response);
    if (copy) return copy.arrayBuffer();
    const again = usedOf.call(response);
    try {
      const bytes = await arrayBuffer.call(response);
      // Piece by piece already, where the runtime has read a stream that was looked at before.
      tap.push(new Uint8Array(bytes));
      tap.end('end');
      return bytes;
    } catch (error) {
      if (!again) tap.end('error', error);
      throw error;
    }
  };
  const textOf = async (response: Response) => new TextDecoder().decode(await wholeOf(response));
  const inPieces = (response: Response): Response => {
    const state = stateOf(response);
    state.copy ??= copyOf(response, bodyOf.call(response), state.tap);
    return state.copy;
  };
  const covered: Record<string, PropertyDescriptor & ThisType<Response>> = {
    arrayBuffer: {
      value() {
        return wholeOf(this);
      },
    },
    text: {
      value() {
        return textOf(this);
      },
    },
    json: {
      async value() {
        return JSON.parse(await textOf(this));
      },
    },
    body: {
      get() {
        const { copy, tap } = stateOf(this);
        return copy ? copy.body : tappedStream(bodyOf.call(this), tap);
      },
    },
    bodyUsed: {
      get() {
        return stateOf(this).copy?.bodyUsed ?? usedOf.call(this);
      },
    },
  };
  for (const name of IN_PIECES) {
    if (!(name in own)) continue;
    covered[name] = {
      value() {
        const copy = inPieces(this);
        return Reflect.apply(Reflect.get(copy, name), copy, []);
      },
    };
  }
  for (const descriptor of Object.values(covered)) descriptor.configurable = true;
  const prototype = Object.create(own, covered);
  prototypes.set(own, prototype);
  return prototype;
}

function getterOf(from: object, name: string): (this: Response) => never {
  for (let at: object | null = from; at; at = Object.getPrototypeOf(at)) {
    const { get } = Object.getOwnPropertyDescriptor(at, name) ?? {};
    if (get) return get as never;
  }
  throw new TypeError(`A response without ${name}.`);
}
