/** Telling can stop and go on anywhere, and what was told once is written again whatever its event has become. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { generatedTranscript } from '../../testing/generated-transcripts.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { OwnResults } from '../own-results.ts';
import { Envelopes } from './envelopes.ts';
import type { UniversalEvent } from './event.ts';
import { StreamInvariants } from './invariants.ts';
import { Projector } from './projector.ts';
import { RecentIds } from './recent-ids.ts';
import { UniversalStream } from './stream.ts';
import type { Telling } from './telling.ts';

/** Tells of every event with a teller that was saved before and is made again. */
function toldInSteps({ events, ...header }: Transcript): Telling<number>[] {
  const envelopes = new Envelopes<Event>(header, { digest: sha256 }, (event) => event);
  const ids = new RecentIds();
  const pieces = (event: Event, parent?: string) => envelopes.pieces(event, parent);
  let teller = new Projector<number>({ session: header.session, pieces, ids });
  const results = new OwnResults();
  const decided = [...events.flatMap((event) => results.push(event)), ...results.end()];
  const told = decided.flatMap(({ event, own }, at) => {
    const tellings = teller.push(at + 1, event, own);
    const saved = JSON.parse(JSON.stringify(teller.save()));
    const end = saved.end === undefined ? undefined : events[saved.end - 1];
    teller = new Projector<number>({ session: header.session, pieces, ids, saved, end });
    return tellings;
  });
  return [...told, ...teller.finish(false, header.session.endedAt)];
}

function written({ events, ...header }: Transcript, tellings: readonly Telling<number>[]): UniversalEvent[] {
  const envelopes = new Envelopes<number>(header, { digest: sha256, whole: true }, (at) => events[at - 1] as Event);
  return JSON.parse(JSON.stringify(tellings.map((telling, at) => envelopes.write(telling, at + 1))));
}

function streamed({ events, ...header }: Transcript): UniversalEvent[] {
  const stream = new UniversalStream(header, { digest: sha256, whole: true });
  return JSON.parse(JSON.stringify([...events.flatMap((event) => stream.push(event)), ...stream.end()]));
}

const named = ({ sequence, event_id, type }: UniversalEvent) => ({ sequence, event_id, type });

describe('telling', () => {
  it.each(goldenTranscripts())('of $name goes on from what was saved', ({ transcript }) => {
    expect(written(transcript, toldInSteps(transcript))).toEqual(streamed(transcript));
  });

  it('of a generated transcript goes on from what was saved', () => {
    fc.assert(
      fc.property(generatedTranscript, (transcript) => {
        expect(written(transcript, toldInSteps(transcript))).toEqual(streamed(transcript));
      }),
    );
  });

  it('keeps numbers, kinds and ids when events become quite different ones', () => {
    fc.assert(
      fc.property(generatedTranscript, generatedTranscript, (before, after) => {
        const told = toldInSteps(before);
        const events = before.events.map(
          (event, at) => ({ ...after.events[at], ...pick(event), text: 'new' }) as Event,
        );
        const changed = written({ ...before, events }, told);
        expect(changed.map(named)).toEqual(written(before, told).map(named));
        const invariants = new StreamInvariants();
        for (const event of changed) invariants.push(event);
        expect(invariants.finish('closed').filter((violation) => /deltas|open|follows/.test(violation))).toEqual([]);
      }),
    );
  });

  it('ends a turn when the agent last did something, not when bookkeeping was written', () => {
    const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`;
    const told = streamed(
      transcriptWith([
        { type: 'user_message', text: 'Good evening', timestamp: at(1) },
        { type: 'tool_result', timestamp: at(3), tool: { name: 'Bash', callId: 'c' } },
        { type: 'assistant_message', text: 'Done', timestamp: at(2) },
        { type: 'meta', timestamp: at(8) },
        { type: 'user_message', text: 'Good morning', timestamp: at(8) },
      ]),
    );
    const turns = told.filter(({ type }) => type.startsWith('turn.')).map(({ type, time }) => [type, time]);
    expect(turns).toEqual([
      ['turn.started', at(1)],
      ['turn.ended', at(3)],
      ['turn.started', at(8)],
      ['turn.ended', at(8)],
    ]);
  });

  it('closes a call and answers a request when their events change later', () => {
    const { events, ...header } = transcriptWith([
      { type: 'tool_call', tool: { name: 'Bash', callId: 'c', status: 'running' } },
      { type: 'permission', permission: { id: 'p', action: 'run', status: 'requested' } },
    ]);
    const teller = new Projector<number>({ session: header.session, pieces: () => 0 });
    const [call, permission] = events as [Event, Event];
    const told = [...teller.push(1, call), ...teller.push(2, permission), ...teller.again(1, call)];
    expect(told.map(({ type }) => type)).toEqual([
      'session.started',
      'turn.started',
      'item.started',
      'permission.requested',
    ]);
    const done = { ...call, tool: { name: 'Bash', callId: 'c', status: 'error', output: 'not found' } };
    const accepted = { ...permission, permission: { id: 'p', action: 'run', status: 'accept' } };
    const later = [...teller.again(1, done), ...teller.again(1, done), ...teller.again(2, accepted)];
    expect(later.map(({ type, about }) => [type, about])).toEqual([
      ['item.completed', 1],
      ['item.started', 1],
      ['item.completed', 1],
      ['permission.resolved', 2],
    ]);
    const now = written({ ...header, events: [done, accepted] } as Transcript, [...told, ...later]);
    expect(now.at(-4)?.data).toMatchObject({ item: { item_id: call.id, status: 'failed' } });
    expect(now.at(-2)?.data).toMatchObject({ item: { item_id: `${call.id}.result`, status: 'failed' } });
    expect(now.at(-1)?.data).toMatchObject({ status: 'accept' });
    expect(teller.finish(false, null).map(({ type }) => type)).toEqual(['turn.ended', 'session.ended']);
  });
});

const pick = ({ id, seq, timestamp, native }: Event) => ({ id, seq, timestamp, native });

function transcriptWith(events: readonly Partial<Event>[]): Transcript {
  const [transcript] = goldenTranscripts();
  const timestamp = '2026-01-01T00:00:00.000Z';
  const made = events.map((event, at) => ({ id: `e${at}`, seq: at + 1, timestamp, ...event }) as Event);
  return { ...(transcript as { transcript: Transcript }).transcript, events: made };
}
