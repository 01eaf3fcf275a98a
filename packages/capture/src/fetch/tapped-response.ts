/**
 * A response whose body is seen on its way. It is pulled through: nothing is read before the program asks, and nothing is
 * kept back. A clone would buffer whatever the program does not read.
 */
export interface Tap {
  push(chunk: Uint8Array): void;
  /** Called once: the body ended, the program left it, or it broke. */
  end(how: 'end' | 'cancel' | 'error', error?: unknown): void;
}

export function tapped(response: Response, tap: Tap): Response {
  if (!response.body) {
    tap.end('end');
    return response;
  }
  const reader = response.body.getReader();
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
