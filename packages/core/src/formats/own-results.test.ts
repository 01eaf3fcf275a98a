/** Calls that carry their own result: told by every format, once, whether or not a result repeats it. */
import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import { sha256 } from '../testing/fixtures.ts';
import { generatedTranscript } from '../testing/generated-transcripts.ts';
import { fc } from '../testing/property.ts';
import type { Event, Transcript } from '../transcript.ts';
import { collectTranscripts, type Format, type Pieces, sourceOf, type TranscriptSource } from './contract.ts';
import { formats } from './index.ts';
import { eventsApart, eventsOnce, OwnResults, takenApart } from './own-results.ts';
import { StreamInvariants } from './universal/invariants.ts';

const prompt = { type: 'user_message', role: 'user', text: 'Run the tests.' } as const;
const call = (output: string, callId = 'c1'): Partial<Event> => ({
  type: 'tool_call',
  role: 'assistant',
  tool: { name: 'Bash', callId, kind: 'shell', input: { command: 'npm test' }, output, status: 'error', exitCode: 3 },
});
const result = (output: string, callId = 'c1'): Partial<Event> => ({
  type: 'tool_result',
  role: 'tool',
  tool: { name: 'Bash', callId, output, status: 'error' },
});
const answer = { type: 'assistant_message', role: 'assistant', text: 'Three of them fail.' } as const;

const apart = (events: readonly Partial<Event>[]) => [...eventsApart(transcriptOf(events).events)];
const named = (events: readonly Event[]) => events.map(({ id }) => id);

describe('a call with its own result', () => {
  it('becomes a call and a result that has its place, its outcome and a later time', () => {
    const own = { ...call('3 failed'), completedAt: '2026-03-01T09:00:09.000Z', turn: 't1', withdrawn: true };
    expect(apart([prompt, own, answer])[2]).toEqual({
      id: 'e2.result',
      seq: 2,
      timestamp: '2026-03-01T09:00:09.000Z',
      type: 'tool_result',
      role: 'tool',
      tool: { name: 'Bash', callId: 'c1', kind: 'shell', output: '3 failed', status: 'error', exitCode: 3 },
      parentId: 'e2',
      source: 'primary',
      sourceSeq: 2,
      turn: 't1',
      withdrawn: true,
      native: { type: 'tool_result', synthetic: true },
    });
  });

  it('has no second one where a result says the same, also behind other calls', () => {
    const events = [prompt, call('a', 'c1'), call('b', 'c2'), result('b', 'c2'), result('a', 'c1'), answer];
    expect(named(apart(events))).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
    const byParent = { type: 'tool_result', parentId: 'e2', tool: { name: 'Bash', output: 'a' } };
    expect(named(apart([prompt, call('a'), byParent]))).toEqual(['e1', 'e2', 'e3']);
  });

  it('keeps both where a result says something else, under ids of their own', () => {
    const events = [prompt, call('3 failed'), { ...result('2 failed'), id: 'e2.result' }, answer];
    expect(named(apart(events))).toEqual(['e1', 'e2', 'e2.result.2', 'e2.result', 'e4']);
    const structured = { ...call('a'), tool: { name: 'Bash', callId: 'c1', output: 'a', result: { rows: 1 } } };
    expect(named(apart([structured, result('a')]))).toEqual(['e1', 'e1.result', 'e2']);
  });

  it('does not wait for a result of its agent once that has gone on, nor for one of another agent', () => {
    expect(named(apart([call('a'), answer, result('a')]))).toEqual(['e1', 'e1.result', 'e2', 'e3']);
    const other = { ...result('a'), source: 'subagent:x' };
    expect(named(apart([call('a'), other]))).toEqual(['e1', 'e1.result', 'e2']);
  });

  it('is held with a bounded number of events, in order', () => {
    const notices = Array.from({ length: 1000 }, () => ({ type: 'meta', text: 'still running' }));
    const { events } = transcriptOf([call('a'), ...notices]);
    const own = new OwnResults();
    let [waiting, most] = [0, 0];
    const told = events.flatMap((event) => {
      const decided = own.push(event);
      waiting += 1 - decided.length;
      most = Math.max(most, waiting);
      return decided;
    });
    expect(most).toBeLessThan(100);
    expect([...told, ...own.end()].map(({ event }) => event)).toEqual(events);
  });

  it('is taken apart the same way from events that come one by one', async () => {
    await fc.assert(
      fc.asyncProperty(generatedTranscript, async (transcript) => {
        const { header, events } = sourceOf(transcript);
        const later: TranscriptSource = {
          header,
          async *events() {
            yield* events();
          },
        };
        const read: Event[] = [];
        for await (const event of takenApart(later).events()) read.push(event);
        expect(read).toEqual([...eventsApart(transcript.events)]);
        // Taken apart once it stays as it is, and where nothing is added nothing is missing.
        expect([...eventsOnce(transcript.events)].map(({ id }) => id)).toEqual(named(transcript.events));
      }),
    );
  });
});

/** Shapes in which an event stays as it is: what two events say is there twice. */
const AS_IT_IS = new Set(['transcript', 'transcript-lines', 'entries', 'csv', 'parquet']);
/** Files that were changed, and no words. */
const silent = new Set(['agent-trace']);
const told = formats.filter(({ id }) => !silent.has(id));

async function written(format: Format, transcript: Transcript): Promise<string> {
  const encoded = (rows: unknown) => new TextEncoder().encode(JSON.stringify(rows));
  const plain = (data: Uint8Array) => data;
  const context = {
    digest: sha256,
    deflate: plain,
    parquet: () => ({ write: encoded, finish: () => new Uint8Array() }),
  };
  if (format.layout === 'file') return format.write ? textOf(format.write(sourceOf(transcript), context)) : '';
  let text = '';
  for await (const file of format.writeFolder?.(sourceOf(transcript), context) ?? [])
    text += await textOf(file.pieces());
  return text;
}

async function textOf(pieces: Pieces): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += typeof piece === 'string' ? piece : new TextDecoder().decode(piece);
  return text;
}

/** A trace record has a summary beside it; HTML has it packed, too, which is not seen here. */
const copies = ({ id }: Format, text: string, mark: string) => {
  const count = text.split(mark).length - 1;
  return id === 'trace-record' ? count / 2 : count;
};

describe.each(told)('$id', (format) => {
  const count = async (events: readonly Partial<Event>[], mark: string) =>
    copies(format, await written(format, transcriptOf(events)), mark);

  it('tells what a call carries', async () => {
    expect(await count([prompt, call('mark of own'), answer], 'mark of own')).toBe(1);
    expect(await count([prompt, call('mark of own')], 'mark of own')).toBe(1);
  });

  it('tells it once where a result repeats it, and both where one differs', async () => {
    const repeated = [prompt, call('mark of own'), result('mark of own'), answer];
    expect(await count(repeated, 'mark of own')).toBe(AS_IT_IS.has(format.id) ? 2 : 1);
    const different = [prompt, call('mark of own'), result('mark of other'), answer];
    expect(await count(different, 'mark of own')).toBe(1);
    expect(await count(different, 'mark of other')).toBe(1);
  });
});

describe('universal', () => {
  const universal = formats.find(({ id }) => id === 'universal');

  async function stream(events: readonly Partial<Event>[], options = {}) {
    if (universal?.layout !== 'file' || !universal.write || !universal.read) throw new Error('It is a file.');
    const text = await textOf(universal.write(sourceOf(transcriptOf(events)), { digest: sha256, options }));
    const read = await collectTranscripts(universal.read([text], { digest: sha256 }));
    return {
      lines: text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      read,
    };
  }

  it('tells an item of its own behind the call, and holds its invariants', async () => {
    const { lines } = await stream([prompt, call('3 failed'), answer]);
    const invariants = new StreamInvariants();
    for (const line of lines) invariants.push(line);
    expect(invariants.finish('closed')).toEqual([]);
    const own = lines.filter(({ data }) => data.item?.item_id === 'e2.result');
    expect(own.map(({ type, source }) => [type, source])).toEqual([
      ['item.started', 'daemon'],
      ['item.completed', 'daemon'],
    ]);
    expect(own[1].data.item).toMatchObject({
      kind: 'tool_result',
      parent_id: 'e2',
      status: 'failed',
      content: [{ type: 'tool_result', call_id: 'c1', output: '3 failed' }],
      tool: { exit_code: 3 },
    });
  });

  it('does not take an id that an earlier event has', async () => {
    const { lines } = await stream([{ ...prompt, id: 'e2.result' }, call('3 failed')]);
    const started = lines.filter(({ type }) => type === 'item.started').map(({ data }) => data.item.item_id);
    expect(started).toEqual(['e2.result', 'e2', 'e2.result.2']);
  });

  it('gives the call back as it was when raw forms are beside it', async () => {
    const events = [prompt, call('3 failed'), result('3 failed'), call('a', 'c2'), answer];
    const { read } = await stream(events, { raw: true });
    expect(read.transcripts).toEqual([transcriptOf(events)]);
  });
});
