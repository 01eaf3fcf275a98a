/** What always holds for the stream: on every golden transcript, and on generated ones. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { generatedTranscript } from '../../testing/generated-transcripts.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Transcript } from '../../transcript.ts';
import type { UniversalEvent } from './event.ts';
import { StreamInvariants } from './invariants.ts';
import { universalSchema } from './schema.ts';
import { type StreamOptions, UniversalStream } from './stream.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajvFormats.default(ajv);
const isValid = ajv.compile(universalSchema());
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function streamOf({ events, ...header }: Transcript, options: Partial<StreamOptions> = {}): UniversalEvent[] {
  const stream = new UniversalStream(header, { digest: sha256, ...options });
  return plain([...events.flatMap((event) => stream.push(event)), ...stream.end()]);
}

function violationsOf(events: readonly UniversalEvent[], expected: 'closed' | 'open'): readonly string[] {
  const invariants = new StreamInvariants();
  for (const event of events) invariants.push(event);
  return invariants.finish(expected);
}

function invalidOf(events: readonly UniversalEvent[]): unknown {
  const wrong = events.find((event) => !isValid(event));
  return wrong && { wrong, errors: isValid.errors };
}

describe('every stream', () => {
  it.each(goldenTranscripts())('of $name', ({ transcript }) => {
    const closed = streamOf(transcript);
    expect(violationsOf(closed, 'closed')).toEqual([]);
    expect(invalidOf(closed)).toBeUndefined();
    const open = streamOf(transcript, { open: true, whole: true });
    expect(violationsOf(open, 'open')).toEqual([]);
    expect(invalidOf(open)).toBeUndefined();
  });

  it('of a generated transcript', () => {
    fc.assert(
      fc.property(generatedTranscript, fc.boolean(), (transcript, open) => {
        const events = streamOf(transcript, { open });
        expect(violationsOf(events, open ? 'open' : 'closed')).toEqual([]);
        expect(invalidOf(events)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['nobody answers', []],
    ['one result answers', [{ type: 'tool_result', role: 'tool' as const, tool: { name: 'Bash', callId: 'c3' } }]],
  ])('closes each of two calls with one id that %s', (_answer, results) => {
    const call = {
      type: 'tool_call',
      role: 'assistant' as const,
      tool: { name: 'Bash', callId: 'c3', status: 'running' },
    };
    const events = streamOf(transcriptOf([call, call, ...results]));
    expect(violationsOf(events, 'closed')).toEqual([]);
    const closed = events.flatMap(({ type, data }) => (type === 'item.completed' ? data.item.item_id : []));
    expect(closed.slice(0, 2)).toEqual(['e1', 'e2']);
  });

  it('begins a turn with the work of an agent that does not repeat what the user said', () => {
    const events = streamOf(
      transcriptOf([
        { type: 'status', status: { label: 'ready' } },
        { type: 'reasoning', role: 'assistant', text: 'Hm.' },
        { type: 'assistant_message', role: 'assistant', text: 'Done.' },
        { type: 'user_message', role: 'user', text: 'And now?' },
        { type: 'assistant_message', role: 'assistant', text: 'Done, too.' },
      ]),
    );
    expect(violationsOf(events, 'closed')).toEqual([]);
    const turns = events.flatMap(({ type, data, synthetic }) => {
      if (type === 'item.completed') return [data.item.item_id];
      return type === 'turn.started' || type === 'turn.ended' ? [`${type} ${synthetic}`] : [];
    });
    const [begins, ends] = ['turn.started true', 'turn.ended true'];
    expect(turns).toEqual(['e1', begins, 'e2', 'e3', ends, begins, 'e4', 'e5', ends]);
  });

  it('tells every event of the transcript, in order', () => {
    fc.assert(
      fc.property(generatedTranscript, (transcript) => {
        const raw = streamOf(transcript, { whole: true }).flatMap(({ transcript_event }) => transcript_event ?? []);
        expect(raw).toEqual(plain(transcript.events));
      }),
    );
  });
});
