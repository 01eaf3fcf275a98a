/** Reads a session from the file that holds it, as the page reads one from the server. */
import type { ArchivedEvent, Prompt, SessionDetail, SessionSource } from '@hansard/client';
import type { FilePrompt, FileSource } from '@hansard/core/formats/html/file-data.ts';
import { Skeleton } from '../transcript/model/skeleton.ts';
import type { TranscriptClient } from '../transcript/store/transcript-client.ts';
import type { FileData } from './file-data.ts';
import { findInFile } from './find-in-file.ts';
import { eventId, restoredEvent } from './restored-event.ts';

export function fileClient(data: FileData): TranscriptClient {
  const { index } = data;
  const { map } = index;
  const skeleton = new Skeleton(map);
  const eventsIn = async (first: number, last: number): Promise<ArchivedEvent[]> => {
    const events: ArchivedEvent[] = [];
    for (let seq = Math.max(1, first); seq <= Math.min(last, map.lastSeq); seq++) {
      const number = data.blockOf(seq);
      const event = (await data.block(number))[seq - (data.starts[number] ?? 1)];
      if (event) events.push({ logSeq: seq, event: restoredEvent(event, seq, skeleton) });
    }
    return events;
  };
  return {
    hasRaw: false,
    session: () => Promise.resolve(detailOf(data)),
    map: () => Promise.resolve(map),
    outline: () => Promise.resolve({ prompts: index.prompts.map((prompt) => promptOf(prompt, skeleton)) }),
    attachmentUrl: (_id, hash) => data.image(hash) ?? '',
    async transcriptEvents(_id, { after = 0, limit = 50 } = {}) {
      const last = Math.min(after + limit, map.lastSeq);
      return { events: await eventsIn(after + 1, last), hasMore: last < map.lastSeq, lastSeq: map.lastSeq };
    },
    async event(_id, selector) {
      const [found] = /^\d{1,9}$/.test(selector) ? await eventsIn(Number(selector), Number(selector)) : [];
      if (!found) throw Object.assign(new Error('There is no such event.'), { problem: UNKNOWN_EVENT });
      return found;
    },
    find: (_id, query, { signal } = {}) =>
      findInFile(data, { q: query.q, limit: query.limit ?? 1000 }, (seq) => skeleton.tool(seq), signal),
  } as TranscriptClient;
}

const UNKNOWN_EVENT = { code: 'unknown-event', detail: 'There is no such event.' };

function promptOf({ seq, files, ...prompt }: FilePrompt, skeleton: Skeleton): Prompt {
  const time = skeleton.time(seq);
  return {
    ...prompt,
    logSeq: seq,
    eventId: eventId(seq),
    time: time > 0 ? new Date(time).toISOString() : null,
    tokens: 0,
    files: [...files],
    source: 'primary',
  };
}

/** What the transcript asks of a session; the rest of a session's details is not in a file. */
export function detailOf({ index: { facts, map } }: FileData): SessionDetail {
  const { title, startedAt, endedAt, state, messages, sources } = facts;
  const detail: Partial<SessionDetail> = {
    id: 'file',
    title,
    startedAt,
    endedAt,
    state: state as SessionDetail['state'],
    messages,
    live: false,
    lastSeq: map.lastSeq,
    events: map.lastSeq,
    sources: sources.map(sourceOf),
  };
  return detail as SessionDetail;
}

function sourceOf({ source, parent, title, type, call, events }: FileSource): SessionSource {
  const callId = call === null ? null : eventId(call);
  return { source, parent, title, type, callId, events } as SessionSource;
}
