/** Fields of real logs that readers once dropped: each stands somewhere in what a record becomes. */
import { describe, expect, it } from 'vitest';
import { Collector } from '../reading/collector.ts';
import { readFolder } from '../reading/read-session.ts';
import { RecordOutput } from '../reading/record-output.ts';
import { assemble } from '../reading/transcripts.ts';
import { HOME, sha256 } from '../testing/fixtures.ts';
import { MemoryHost } from '../testing/memory-host.ts';
import type { Event, Transcript } from '../transcript.ts';
import { adapters } from './index.ts';

async function read(records: readonly object[], name = 'a.jsonl'): Promise<Transcript> {
  return readText(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`, name);
}

async function readText(text: string, name: string): Promise<Transcript> {
  const host = new MemoryHost({ [`${HOME}/${name}`]: new TextEncoder().encode(text) }, { home: HOME, digest: sha256 });
  const { reads } = await readFolder(adapters, host, HOME);
  const [transcript] = assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
  if (!transcript) throw new Error('nothing was read');
  return transcript;
}

const only = ({ events }: Transcript, type: string): Event => {
  const found = events.filter((event) => event.type === type);
  expect(found.length).toBe(1);
  return found[0] as Event;
};

describe('Claude Code', () => {
  const line = (n: number, more: object) => ({
    type: 'user',
    uuid: `u${n}`,
    parentUuid: null,
    sessionId: 's',
    promptId: 'p',
    userType: 'external',
    cwd: '/w',
    timestamp: `2026-01-01T00:00:0${n}.000Z`,
    message: { role: 'user', content: 'Go' },
    ...more,
  });

  it('keeps the version before a change, and who the user is', async () => {
    const transcript = await read([line(1, { version: '2.1.7' }), line(2, { version: '2.1.8' })]);
    expect(transcript.source.agentVersion).toBe('2.1.8');
    expect(only(transcript, 'session').session).toEqual({ version: '2.1.8', previousVersion: '2.1.7' });
    expect(transcript.session.extra).toMatchObject({ userType: 'external' });
  });

  it('keeps what stands for the model in a message of the program itself', async () => {
    const message = {
      id: 'msg_1',
      model: '<synthetic>',
      role: 'assistant',
      content: [{ type: 'text', text: 'No response requested.' }],
      usage: { input_tokens: 0, inference_geo: 'none' },
    };
    const transcript = await read([line(1, {}), line(2, { type: 'assistant', message })]);
    const event = transcript.events.find(({ id }) => id === 'msg_1.0');
    expect(event?.model).toBeUndefined();
    expect(event?.usage).toBeUndefined();
    expect(event?.extra).toMatchObject({ model: '<synthetic>', usage: { inference_geo: 'none' } });
  });
});

describe('Codex', () => {
  const envelope = (type: string, payload: object) => ({ timestamp: '2026-01-01T00:00:01.000Z', type, payload });
  const meta = envelope('session_meta', { id: 't', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' });

  it('keeps the shell of a command', async () => {
    const call = { type: 'function_call', name: 'exec_command', call_id: 'c1', arguments: '{"cmd":"ls"}' };
    const end = { type: 'exec_command_end', call_id: 'c1', command: ['/bin/zsh', '-lc', 'ls'], exit_code: 0 };
    const result = only(await read([meta, envelope('response_item', call), envelope('event_msg', end)]), 'tool_result');
    expect(result.extra).toEqual({ shell: ['/bin/zsh', '-lc'] });
  });

  it('keeps what an MCP call says beside its result', async () => {
    const invocation = { server: 'docs', tool: 'find', arguments: {} };
    const more = { connector_id: 'con_1', link_id: 'link_1', plugin_id: 'plug_1' };
    const end = { type: 'mcp_tool_call_end', call_id: 'c1', invocation, result: { Ok: { content: [] } }, ...more };
    expect(only(await read([meta, envelope('event_msg', end)]), 'tool_result').extra).toEqual(more);
  });

  it('keeps the query of a search whose action has other words', async () => {
    const action = { type: 'find_in_page', url: 'https://example.com', pattern: 'thin pack' };
    const end = { type: 'web_search_end', call_id: 'c1', query: "'thin pack' in https://example.com", action };
    const call = { type: 'web_search_call', status: 'completed', action };
    for (const records of [
      [envelope('event_msg', end), envelope('response_item', call)],
      [envelope('response_item', call), envelope('event_msg', end)],
    ]) {
      const { events } = await read([meta, ...records]);
      expect(events.filter(({ extra }) => extra?.['query'] === end.query).length).toBe(1);
    }
  });

  it('keeps the namespace of a call that an event told of before', async () => {
    const begin = { type: 'exec_command_begin', call_id: 'c1', command: ['ls'] };
    const call = { type: 'function_call', name: 'run', namespace: 'container', call_id: 'c1', arguments: '{}' };
    const { events } = await read([meta, envelope('event_msg', begin), envelope('response_item', call)]);
    expect(events.find(({ type }) => type === 'tool_call')?.extra).toEqual({ namespace: 'container' });
  });

  it('keeps every line of a deleted file', async () => {
    const changes = { 'old.txt': { type: 'delete', content: 'one\n\n  two' } };
    const end = { type: 'patch_apply_end', call_id: 'c1', success: true, changes };
    const part = only(await read([meta, envelope('event_msg', end)]), 'tool_result').parts?.[0];
    expect(part?.diff).toBe('@@ -1,3 +0,0 @@\n-one\n-\n-  two\n\\ No newline at end of file\n');
  });
});

describe('Pi', () => {
  const header = { type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' };
  const entry = (id: string, parentId: string | null, message: object) => ({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-01-01T00:00:05.000Z',
    message,
  });

  it('keeps the time of a result where it is not the entry’s, and the id of a response without usage', async () => {
    const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: {} };
    const { events } = await read([
      header,
      entry('a', null, { role: 'assistant', content: [call], timestamp: 1767225602000, responseId: 'resp_1' }),
      entry('b', 'a', {
        role: 'toolResult',
        toolCallId: 'c1',
        toolName: 'bash',
        content: [],
        timestamp: 1767225604999,
      }),
    ]);
    expect(events.find(({ type }) => type === 'tool_call')?.extra).toMatchObject({ responseId: 'resp_1' });
    const result = events.find(({ type }) => type === 'tool_result');
    expect(`${result?.id} ${JSON.stringify(result?.extra)}`).toContain('1767225604999');
  });
});

describe('Copilot CLI', () => {
  it('keeps the rest of the context, and the id of a message without words', async () => {
    const record = (type: string, id: string, data: object) => ({
      type,
      id,
      parentId: null,
      timestamp: '2026-01-01T00:00:00.000Z',
      data,
    });
    const context = { cwd: '/w', repository: 'a/b', branch: 'main', baseCommit: 'abc123', hostType: 'github' };
    const { events } = await read([
      record('session.start', 'e1', { sessionId: 's', copilotVersion: '1', producer: 'copilot-agent', context }),
      record('assistant.message', 'e2', {
        messageId: 'm1',
        content: '',
        toolRequests: [{ toolCallId: 'c1', name: 'bash', arguments: {} }],
      }),
    ]);
    const start = events.find(({ type }) => type === 'session');
    expect(start?.extra?.['context']).toEqual({ baseCommit: 'abc123', hostType: 'github' });
    expect(events.find(({ type }) => type === 'tool_call')?.extra).toMatchObject({ messageId: 'm1' });
  });
});

describe('OpenCode', () => {
  const message = (id: string, parts: object[]) => ({
    info: { id, sessionID: 'ses_1', role: 'assistant', time: { created: 1767225600000 } },
    parts,
  });
  const document = (id: string) => ({
    info: { id, slug: 'a', projectID: 'p', directory: '/w', title: 'T', version: '1.2', time: { created: 1 } },
    messages: [
      message('msg_1', [
        {
          id: 'prt_1',
          messageID: 'msg_1',
          type: 'tool',
          tool: 'bash',
          callID: 'c1',
          state: {
            status: 'completed',
            input: {},
            output: 'ok',
            time: { start: 1767225600000, end: 1767225601000, compacted: 1767225609000 },
          },
        },
      ]),
    ],
  });

  it('marks output that a compaction took from the model', async () => {
    const result = only(await readText(JSON.stringify(document('ses_1')), 'a.json'), 'tool_result');
    expect(result.hidden).toEqual({ by: 'compaction' });
    expect(result.extra).toEqual({ compactedAt: '2026-01-01T00:00:09.000Z' });
  });

  it('reads an export whose ids were redacted, and takes the placeholder for no id', async () => {
    const transcript = await readText(JSON.stringify(document('REDACTED')), 'a.json');
    expect(transcript.source.adapter).toBe('opencode');
    expect(transcript.session.nativeId).toBeUndefined();
    expect(transcript.session.title).toBe('T');
  });
});

describe('OpenCode’s tree of files', () => {
  it('is read when its ids have other forms', async () => {
    const file = (path: string, value: object) => [
      `${HOME}/storage/${path}`,
      new TextEncoder().encode(JSON.stringify(value)),
    ];
    const files = Object.fromEntries([
      file('session/p1/s_small.json', {
        id: 's_small',
        projectID: 'p1',
        directory: '/w',
        title: 'T',
        version: '0.1',
        time: { created: 1767225600000 },
      }),
      file('message/s_small/m_1.json', {
        id: 'm_1',
        sessionID: 's_small',
        role: 'user',
        time: { created: 1767225601000 },
      }),
      file('part/m_1/p_1.json', { id: 'p_1', sessionID: 's_small', messageID: 'm_1', type: 'text', text: 'Hello' }),
    ]);
    const host = new MemoryHost(files, { home: HOME, digest: sha256 });
    const { reads, unrecognised } = await readFolder(adapters, host, HOME);
    const [transcript, ...others] = assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
    expect(unrecognised).toEqual([]);
    expect(others).toEqual([]);
    expect(transcript?.session.nativeId).toBe('s_small');
    expect(transcript?.events.find(({ type }) => type === 'user_message')?.text).toBe('Hello');
  });
});

describe('values of other kinds', () => {
  it('keeps a time that is none beside', () => {
    const collector = new Collector(sha256);
    const out = new RecordOutput(collector, { touched: 0 });
    out.add({ id: 'a', type: 'status', startedAt: '2026-01-01 00:00:00Z', completedAt: 'soon' });
    out.patch('a', { startedAt: 'never' });
    expect(collector.events[0]).toMatchObject({
      startedAt: '2026-01-01T00:00:00Z',
      extra: { completedAt: 'soon', startedAt: 'never' },
    });
    expect(collector.events[0]?.completedAt).toBeUndefined();
  });

  it('gives a nameless tool a name', async () => {
    const { events } = await readText(
      JSON.stringify({
        info: { id: 'ses_1', slug: 'a', projectID: 'p', directory: '/w', version: '1', time: {} },
        messages: [
          {
            info: { id: 'm', sessionID: 'ses_1', role: 'assistant', time: {} },
            parts: [{ id: 'p', messageID: 'm', type: 'tool', tool: '', callID: 'c', state: { status: 'completed' } }],
          },
        ],
      }),
      'a.json',
    );
    expect(events.filter(({ tool }) => tool).map(({ tool }) => tool?.name)).toEqual(['unknown', 'unknown']);
  });
});
