/** Writes a transcript as universal events, one a line. */
import type { FormatContext, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { gather } from '../gather.ts';
import { jsonText } from '../json-text.ts';
import { NOTHING } from './envelopes.ts';
import type { UniversalEvent, UniversalItem } from './event.ts';
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
    const text = 'item' in data && data.item.content === NOTHING ? openingText(data.item) : jsonText(data);
    return `${place}${this.#session}${kind}${text}${agent}${kept}}\n`;
  }
}

/** Nearly half of all lines tell that an item starts, and hold little but its ids. */
function openingText({ item_id, native_item_id, parent_id, kind, role }: UniversalItem): string {
  const native = native_item_id === undefined ? '' : `,"native_item_id":${JSON.stringify(native_item_id)}`;
  const parent = parent_id === undefined ? '' : `,"parent_id":${JSON.stringify(parent_id)}`;
  const whose = role === undefined ? '' : `,"role":${JSON.stringify(role)}`;
  const ids = `{"item":{"item_id":${JSON.stringify(item_id)}${native}${parent}`;
  return `${ids},"kind":"${kind}"${whose},"status":"in_progress","content":[]}}`;
}
