/** The values of an NDJSON body, one after the other. */
import { textsOf } from './read-sse.ts';

export async function* readLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  let rest: string[] = [];
  for await (const text of textsOf(body)) {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      rest.push(text.slice(from, at));
      yield JSON.parse(rest.join('')) as T;
      rest = [];
      from = at + 1;
    }
    rest.push(text.slice(from));
  }
  const last = rest.join('');
  if (last.trim() !== '') yield JSON.parse(last) as T;
}
