/**
 * Transcripts that somebody wrote before, as inputs beside native ones: their events are kept as they are, and the
 * document that comes back is the one that was read.
 */

import type {
  AgentFacts,
  EventDraft,
  ImportedFacts,
  SessionFacts,
  Standing,
  TranscriptsFound,
} from '../adapters/contract.ts';
import { isSubagentSource, subagentPath } from '../events/source-path.ts';
import type { AgentNode, Event, Transcript } from '../transcript.ts';
import type { Detected } from './detect.ts';
import type { InputRead } from './input-read.ts';
import { measure } from './metrics.ts';

type Place = Pick<InputRead, 'path' | 'bytes' | 'modifiedAt'>;

/** Problems are those of the input, and come with its first transcript. */
export function writtenReads(
  { adapter, dialect }: Detected,
  { path, bytes, modifiedAt }: Place,
  { transcripts, problems, unnamed, keyOf, standingOf }: TranscriptsFound,
): InputRead[] {
  const parts = new Set<string>();
  return transcripts.map((transcript, nth) => {
    const { transcriptId, events, attachments = {} } = transcript;
    const key = keyOf?.(transcript);
    const standing = standingOf?.(transcript) ?? (unnamed ? 'unnamed' : 'named');
    const name = key ?? transcriptId;
    const part = parts.has(name) ? `${name}#${nth}` : name;
    parts.add(part);
    return {
      adapter,
      dialect,
      key: part,
      path,
      bytes,
      modifiedAt,
      records: events.length,
      facts: factsOf(transcript, { part, key, standing }),
      events: events.map(draftOf),
      problems: nth === 0 ? problems : [],
      attachments,
      // What stands beside the rest is no document of the session.
      ...(standing === 'beside' ? {} : { transcript }),
    };
  });
}

/**
 * One document of what several inputs tell of a session: the longest of them, and behind it what only others have.
 * Undefined when one of them is the agent's own.
 */
export function joinWritten(reads: readonly InputRead[]): Transcript | undefined {
  const transcripts = reads.flatMap(({ transcript }) => transcript ?? []);
  if (transcripts.length < reads.length) return undefined;
  const transcript = transcripts.reduce((most, one) => (one.events.length >= most.events.length ? one : most));
  const added = addedTo(transcript, reads);
  if (added.length === 0) return transcript;
  const events = [...transcript.events, ...added];
  const attachments = Object.assign({}, ...reads.map((read) => read.attachments), transcript.attachments);
  return {
    ...transcript,
    // What a document says it cost is not to be added to.
    metrics: { ...measure(events), ...(transcript.metrics.cost ? { cost: transcript.metrics.cost } : {}) },
    ...(Object.keys(attachments).length > 0 ? { attachments } : {}),
    events,
  };
}

/** Events that only others have, numbered behind those of the transcript. */
function addedTo({ events, session }: Transcript, reads: readonly InputRead[]): Event[] {
  const known = new Set(events.map(({ id }) => id));
  const last = new Map<string, number>();
  for (const { source = 'primary', sourceSeq = 0 } of events) {
    last.set(source, Math.max(last.get(source) ?? 0, sourceSeq));
  }
  const added: Event[] = [];
  for (const event of reads.flatMap((read) => read.events)) {
    if (known.has(event.id)) continue;
    known.add(event.id);
    const { source = 'primary', timestamp = session.startedAt } = event;
    const sourceSeq = (last.get(source) ?? 0) + 1;
    last.set(source, sourceSeq);
    added.push({ ...event, timestamp, seq: events.length + added.length + 1, sourceSeq });
  }
  return added;
}

interface Naming {
  readonly part: string;
  readonly key: string | undefined;
  readonly standing: Standing;
}

function factsOf({ transcriptId, source, session }: Transcript, { part, key, standing }: Naming): SessionFacts {
  const { nativeId, title, startedAt, endedAt, state, environment, lineage, agents = [] } = session;
  const imported: ImportedFacts = {
    agent: source.agent,
    transcriptId,
    part,
    ...(key === undefined ? {} : { key }),
    ...(nativeId === undefined ? {} : { nativeId }),
    ...(standing === 'named' ? {} : { [standing]: true }),
  };
  return {
    startedAt,
    environment,
    ...(source.agentVersion ? { agentVersion: source.agentVersion } : {}),
    ...(title === undefined ? {} : { title: { text: title, rank: 0 } }),
    ...(endedAt === null ? {} : { endedAt }),
    ...(state === undefined ? {} : { state }),
    ...(lineage ? { lineage } : {}),
    ...(agents.length > 1 ? { agents: Object.fromEntries(agents.flatMap(mentionOf)) } : {}),
    imported,
  };
}

/** By the path below the session's own agent, as sources have it. */
function mentionOf({ source, parent: _parent, id: _id, ...facts }: AgentNode): [string, Partial<AgentFacts>][] {
  return isSubagentSource(source) ? [[subagentPath(source), facts]] : [];
}

/** Numbers belong to one document. */
function draftOf({ seq: _seq, logSeq: _logSeq, ...event }: Event): EventDraft {
  return event;
}
