/** Writes a transcript as universal events, one a line. */
import type { FormatContext, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { gather } from '../gather.ts';
import { jsonText } from '../json-text.ts';
import type { UniversalEvent } from './event.ts';
import { UniversalStream } from './stream.ts';

export async function* writeUniversal(
  { header, events }: TranscriptSource,
  { digest, options = {} }: FormatContext,
): AsyncIterable<string> {
  const stream = new UniversalStream(header, {
    digest,
    raw: options['raw'] === true,
    open: options['open'] === true,
  });
  const writer = new LineWriter(header);
  yield* gather(events(), (event) => writer.lines(stream.push(event)));
  yield writer.lines(stream.end());
}

/** Most of an envelope is the same on every line, and is made once. */
class LineWriter {
  readonly #session: string;
  #time = '';
  #timeText = '';

  constructor({ transcriptId, session }: TranscriptHeader) {
    const native = session.nativeId === undefined ? '' : `,"native_session_id":${JSON.stringify(session.nativeId)}`;
    this.#session = `,"session_id":${JSON.stringify(transcriptId)}${native},"source":`;
  }

  lines(events: readonly UniversalEvent[]): string {
    let lines = '';
    for (const event of events) lines += this.#line(event);
    return lines;
  }

  /** The text of `JSON.stringify`. */
  #line({ event_id, sequence, time, source, synthetic, type, data, agent_source, raw }: UniversalEvent): string {
    if (time !== this.#time) [this.#time, this.#timeText] = [time, JSON.stringify(time)];
    const agent = agent_source === undefined ? '' : `,"agent_source":${JSON.stringify(agent_source)}`;
    const kept = raw === undefined ? '' : `,"raw":${jsonText(raw)}`;
    const place = `{"event_id":${JSON.stringify(event_id)},"sequence":${sequence},"time":${this.#timeText}`;
    const kind = `"${source}","synthetic":${synthetic},"type":"${type}","data":`;
    return `${place}${this.#session}${kind}${jsonText(data)}${agent}${kept}}\n`;
  }
}
