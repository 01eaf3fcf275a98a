/** The report of losses, and whether it is true: what a format says it holds must be found in what it writes. */
import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import { sha256 } from '../testing/fixtures.ts';
import { ADDED_EVENT_TYPES, BASE_EVENT_TYPES, type Event, type Transcript } from '../transcript.ts';
import { type Format, type Holdings, type Pieces, sourceOf } from './contract.ts';
import { formats } from './index.ts';
import { lossReport } from './loss-report.ts';

const format = (holdings: Holdings | 'everything') => ({ holds: () => holdings }) as unknown as Format;

describe('the report', () => {
  const transcript = transcriptOf([
    { type: 'user_message', text: 'hi', usage: undefined },
    { type: 'tool_call', tool: { name: 'Bash', kind: 'shell', status: 'ok' } },
    { type: 'tool_call', tool: { name: 'Bash', kind: 'shell' } },
    { type: 'turn', phase: 'ended' },
  ]);
  const always = ['id', 'seq', 'timestamp', 'type', 'source', 'sourceSeq'];

  it('is empty for a format that holds everything', async () => {
    expect(await lossReport(sourceOf(transcript), format('everything'))).toEqual([]);
    const all = { header: [''], events: { '*': [''] } };
    expect(await lossReport(sourceOf(transcript), format(all))).toEqual([]);
  });

  it('names events that are left out for what they are', async () => {
    const all = { header: [''], events: { '*': [''] }, omits: ({ id }: Event) => id !== 'e1' };
    expect(await lossReport(sourceOf(transcript), format(all))).toEqual([
      { of: 'tool_call', field: '', count: 2 },
      { of: 'turn', field: '', count: 1 },
    ]);
  });

  it('names fields, how often they occur, and events that are left out', async () => {
    const { header } = sourceOf(transcript);
    const kept = { user_message: [...always, 'text'], tool_call: [...always, 'tool.name', 'tool.status'] };
    const report = await lossReport(
      sourceOf(transcript),
      format({
        header: Object.keys(header)
          .filter((field) => field !== 'source')
          .concat('source.agent'),
        events: kept,
      }),
    );
    expect(report).toEqual([
      { of: 'document', field: 'source.agentVersion', count: 1 },
      { of: 'document', field: 'source.adapter', count: 1 },
      { of: 'document', field: 'source.adapterVersion', count: 1 },
      { of: 'tool_call', field: 'tool.kind', count: 2 },
      { of: 'turn', field: '', count: 1 },
    ]);
  });
});

/** Fields whose values are words of the format itself, and are told in another way. */
const WORDS =
  /^(type|seq|sourceSeq|role|phase|source|tool\.status|tool\.kind|permission\.status|question\.status)$|At$|Source$/;

/** A text that occurs nowhere else. */
const mark = (field: string) => `mark of ${field.replaceAll('.', ' ')} end`;

/** An event in which every field that is text says which one it is. */
function markedEvent(type: string): Partial<Event> {
  return {
    type,
    phase: type === 'turn' ? 'started' : 'changed',
    text: mark('text'),
    turn: mark('turn'),
    model: mark('model'),
    variant: mark('variant'),
    audience: mark('audience'),
    branch: mark('branch'),
    hidden: { by: mark('hidden.by'), reason: mark('hidden.reason') },
    tool: {
      name: mark('tool.name'),
      callId: mark('tool.callId'),
      input: { path: mark('tool.input') },
      output: mark('tool.output'),
      result: { note: mark('tool.result') },
      stdout: mark('tool.stdout'),
      stderr: mark('tool.stderr'),
      server: mark('tool.server'),
      rawStatus: mark('tool.rawStatus'),
      status: 'ok',
    },
    permission: {
      id: mark('permission.id'),
      action: mark('permission.action'),
      status: 'accept',
      by: mark('permission.by'),
    },
    question: {
      id: mark('question.id'),
      prompt: mark('question.prompt'),
      options: [],
      status: 'answered',
      response: mark('question.response'),
    },
    error: { message: mark('error.message'), code: mark('error.code'), details: { note: mark('error.details') } },
    status: { label: mark('status.label'), detail: mark('status.detail') },
    session: { note: mark('session') },
    parts: [{ type: 'file_ref', path: mark('parts'), action: 'write' }],
    native: { type: mark('native.type'), id: mark('native.id'), pointer: mark('native.pointer') },
    extra: { note: mark('extra') },
  };
}

async function written(target: Format, transcript: Transcript): Promise<string> {
  const context = { digest: sha256, parquet: () => ({ write: encoded, finish: () => encoded([]) }) };
  if (target.layout === 'file') return target.write ? textOf(target.write(sourceOf(transcript), context)) : '';
  let text = '';
  for await (const file of target.writeFolder?.(sourceOf(transcript), context) ?? [])
    text += await textOf(file.pieces());
  return text;
}

/** Rows as text: what a real encoder makes of them is not to be read. */
const encoded = (rows: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(rows));

async function textOf(pieces: Pieces): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += typeof piece === 'string' ? piece : new TextDecoder().decode(piece);
  return text;
}

/** Dotted paths of a marked event, down to the marks. */
function pathsOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const field = path === '' ? name : `${path}.${name}`;
    if (typeof member === 'string') return member === mark(field) || member === mark(path) ? [field] : [];
    return typeof member === 'object' && member !== null ? pathsOf(member, field) : [];
  });
}

const partial = formats.filter((target) => target.holds({}) !== 'everything' && target.extension !== 'html');

describe.each(partial)('$id writes what it says it holds', (target) => {
  const holdings = target.holds({}) as Holdings;
  const { events } = holdings;

  it.each([...BASE_EVENT_TYPES, ...ADDED_EVENT_TYPES])('of %s', async (type) => {
    const held = events[type] ?? events['*'] ?? [];
    const { branch, audience, ...said } = markedEvent(type);
    const whole = { ...said, branch, audience };
    const marked = holdings.omits?.(whole as Event) ? said : whole;
    const session = { type: 'user_message', role: 'user', text: 'before' } as const;
    const call = {
      type: 'tool_call',
      role: 'assistant',
      tool: { name: mark('tool.name'), callId: mark('tool.callId'), input: {} },
    } as const;
    const before: Partial<Event>[] = type === 'tool_result' ? [session, call] : [session];
    const text = await written(target, transcriptOf([...before, marked]));
    const claimed = pathsOf(marked).filter((field) =>
      held.some((path) => field === path || field.startsWith(`${path}.`)),
    );
    const missing = claimed.filter((field) => !WORDS.test(field) && !text.includes(markIn(marked, field)));
    expect(missing).toEqual([]);
  });
});

function markIn(event: object, field: string): string {
  return field.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], event) as string;
}
