/** Answers to other machines: what is in them goes, but the API's own names of fields stay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

/** A project that is called like a field of lists of sessions. */
const PROJECT = 'subagents';
const FOLDER = `/home/wilhelmina/clients/${PROJECT}`;
const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-00000000cccc';

function lines() {
  const input = { [PROJECT]: `in ${PROJECT}`, file_path: `${FOLDER}/a.py` };
  const content = [
    { type: 'text', text: `I look at ${PROJECT}.` },
    { type: 'tool_use', id: 'toolu_1', name: 'Plan', input },
  ];
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929', content };
  const about = { isSidechain: false, userType: 'external', cwd: FOLDER, sessionId: SESSION, version: '2.0.5' };
  const [first, second] = [`${SESSION.slice(0, -2)}10`, `${SESSION.slice(0, -2)}11`];
  return [
    {
      ...about,
      type: 'user',
      parentUuid: null,
      uuid: first,
      timestamp: '2026-03-01T09:15:30.000Z',
      message: { role: 'user', content: `Go on with ${PROJECT}` },
    },
    { ...about, type: 'assistant', parentUuid: first, uuid: second, timestamp: '2026-03-01T09:15:31.000Z', message },
  ];
}

let server: TestServer;
let open: TestServer;
beforeAll(async () => {
  const path = `.claude/projects/${FOLDER.replaceAll('/', '-')}/${SESSION}.jsonl`;
  const text = lines()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  server = await TestServer.start({ files: { [path]: text }, address: '0.0.0.0', chosen: 'research' });
  open = await TestServer.start({ files: { [path]: text } });
});
afterAll(() => Promise.all([server.stop(), open.stop()]));

/** All names of fields, by the way to them; lists count as one. */
function namesIn(value: unknown, way = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => namesIn(item, way)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [`${way}.${name}`, ...namesIn(inner, `${way}.${name}`)]);
}

/** Hits of a search, and how many there are, are told otherwise to others. */
const fieldsOf = (answer: unknown): string[] =>
  namesIn(answer)
    .filter((name) => !/^\.sessions\.(?:hits|count)\./.test(name))
    .sort();

describe('a project that is called like a field of the API', () => {
  it.each([
    '/v1/sessions',
    `/v1/sessions?q=project:${PROJECT}`,
    `/v1/sessions/${SESSION}`,
    `/v1/sessions/${SESSION}/map`,
    `/v1/sessions/${SESSION}/outline`,
    `/v1/sessions/${SESSION}/timeline`,
    '/v1/search?q=look',
    '/v1/numbers?by=project&tools=1',
    '/v1/status',
  ])('leaves the fields of %s as they are', async (path) => {
    const [told, whole] = [await server.json(path), await open.json(path)];
    expect(fieldsOf(told)).toEqual(fieldsOf(whole));
    expect(JSON.stringify(told).replaceAll(`"${PROJECT}":`, '')).not.toContain(PROJECT);
  });

  it('leaves the fields of the universal stream as they are', async () => {
    const path = `/v1/sessions/${SESSION}/events?include_raw=1`;
    const [told] = (await server.json(path)).events;
    const [whole] = (await open.json(path)).events;
    expect(namesIn(told.data)).toEqual(namesIn(whole.data));
  });

  it('is hidden where names of fields are the agent’s', async () => {
    const { events } = await server.json(`/v1/transcripts/${SESSION}/events`);
    const call = events.find(({ event }: { event: { type: string } }) => event.type === 'tool_call').event;
    expect(Object.keys(call.tool.input)).toEqual([expect.stringMatching(/^anon-repo-/), 'file_path']);
    expect(JSON.stringify(events)).not.toContain(PROJECT);
  });
});
