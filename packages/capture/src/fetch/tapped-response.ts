/**
 * A response whose body is seen on its way. A stream is pulled through: nothing is read before the program asks, and nothing is
 * kept back; a clone would buffer whatever the program does not read. A body that the program takes whole, as SDKs do with
 * JSON, is seen when it does: another stream around it would cost more than all the rest of the recording.
 */
export interface Tap {
  push(chunk: Uint8Array): void;
  /** Called once: the body ended, the program left it, or it broke. */
  end(how: 'end' | 'cancel' | 'error', error?: unknown): void;
}

export function tapped(response: Response, tap: Tap): Response {
  const { body } = response;
  if (!body) {
    tap.end('end');
    return response;
  }
  const isStream = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
  return isStream || !Object.isExtensible(response)
    ? pulledThrough(response, body, tap)
    : seenWhole(response, body, tap);
}

type Body = NonNullable<Response['body']>;

/** Members that give the body otherwise than whole, or more than once. */
const IN_PIECES = ['blob', 'bytes', 'clone', 'formData'] as const;

function seenWhole(response: Response, body: Body, tap: Tap): Response {
  const { arrayBuffer } = response;
  const own = Object.getPrototypeOf(response);
  let streamed: Response | undefined;
  const inPieces = (): Response => {
    streamed ??= pulledThrough(response, body, tap);
    return streamed;
  };
  const whole = async (): Promise<ArrayBuffer> => {
    if (streamed) return streamed.arrayBuffer();
    const again = response.bodyUsed;
    try {
      const bytes = await arrayBuffer.call(response);
      tap.push(new Uint8Array(bytes));
      tap.end('end');
      return bytes;
    } catch (error) {
      if (!again) tap.end('error', error);
      throw error;
    }
  };
  const text = async () => new TextDecoder().decode(await whole());
  const covered: PropertyDescriptorMap = {
    arrayBuffer: { value: whole },
    text: { value: text },
    json: { value: async () => JSON.parse(await text()) },
    body: { get: () => inPieces().body },
    bodyUsed: { get: () => streamed?.bodyUsed ?? Reflect.get(own, 'bodyUsed', response) },
  };
  for (const name of IN_PIECES) {
    if (name in response) covered[name] = { value: () => Reflect.apply(Reflect.get(inPieces(), name), inPieces(), []) };
  }
  for (const descriptor of Object.values(covered)) descriptor.configurable = true;
  return Object.defineProperties(response, covered);
}

function pulledThrough(response: Response, from: Body, tap: Tap): Response {
  const reader = from.getReader();
  let open = true;
  const end: Tap['end'] = (how, error) => {
    if (open) tap.end(how, error);
    open = false;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end('end');
            return controller.close();
          }
          controller.enqueue(value);
          tap.push(value);
        } catch (error) {
          end('error', error);
          controller.error(error);
        }
      },
      cancel(reason) {
        end('cancel');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  const copy = new Response(body, { status, statusText, headers });
  // A new response has none of these.
  for (const name of ['url', 'redirected', 'type'] as const) {
    Object.defineProperty(copy, name, { value: response[name], configurable: true });
  }
  return copy;
}
