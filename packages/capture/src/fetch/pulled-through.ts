/** A stream around another that sees what goes through: read when it is read, left when it is left. */
import type { Tap } from './tap.ts';

export function pulledThrough(from: ReadableStream<Uint8Array>, tap: Tap): ReadableStream<Uint8Array> {
  const reader = from.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            tap.end('end');
            return controller.close();
          }
          controller.enqueue(value);
          tap.push(value);
        } catch (error) {
          tap.end('error', error);
          controller.error(error);
        }
      },
      cancel(reason) {
        tap.end('cancel');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
