/** The real server, asked by a real client. */
import { writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

const OTHER_ID = '5f0c2a9e-0b1d-4c3e-8f7a-000000000002';
/** Nobody's: the shape is right, the rest is made up. */
const SECRET = ['ghp', 'q7Rw2Kx9Tz4Lm8Vb3Nc6Yd1Hs5Jf0Gp2Aeu4'].join('_');
const USER = 'wilhelmina';
const FOLDER = `/home/${USER}/clients/zephyrworks`;

const home = new TestHome();
const clients: Client[] = [];

async function connect(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' });
  const options = { command: process.execPath, args: [BIN, 'mcp', ...args], env: home.env, cwd: home.path };
  await client.connect(new StdioClientTransport(options));
  clients.push(client);
  return client;
}

async function ask(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content as { type: string; text: string }[];
  return { text: first?.text ?? '', isError };
}

let strict: Client;

beforeAll(async () => {
  buildCommand();
  addSession(home.path, { ask: 'Where is the pelican parser?', answer: 'The pelican parser is in a.py.' });
  const ask = `Deploy the pelican with token ${SECRET} from ${FOLDER}/deploy.sh please`;
  const lines = sampleLines({ id: OTHER_ID, cwd: FOLDER, ask, answer: `Done with ${SECRET}, a walrus.`, day: 2 });
  addSession(home.path, {
    id: OTHER_ID,
    cwd: FOLDER,
    lines: lines.replaceAll('/home/dev/demo/a.py', `${FOLDER}/src/ship.ts`),
  });
  expect(home.run(['sync']).status).toBe(0);
  strict = await connect();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  home.remove();
});

describe('hansard mcp', () => {
  it('offers tools that only read, with limits', async () => {
    const { tools } = await strict.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read_session', 'recall_by_file', 'cost']);
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(strict.getInstructions()).toContain('"strict"');
  });

  it('finds sessions, newest first, with events that can be read', async () => {
    const { text } = await ask(strict, 'search', { query: 'pelican' });
    const ids = [...text.matchAll(/^session (\S+)/gm)].map((match) => match[1] as string);
    expect(ids).toHaveLength(2);
    expect(text.indexOf('Deploy the pelican')).toBeLessThan(text.indexOf('The pelican parser is in a.py.'));
    const number = Number(/#(\d+) \S+ assistant_message: The pelican parser/.exec(text)?.[1]);
    const page = await ask(strict, 'read_session', { session: ids[1], from: number });
    expect(page.text).toMatch(new RegExp(`#${number} \\S+ assistant_message\\nThe pelican parser is in a\\.py\\.`));
    expect(page.text).not.toContain('\nWhere is the pelican');
  });

  it('reads page by page, and says where to go on', async () => {
    const first = await ask(strict, 'read_session', { session: SESSION_ID, limit: 2, characters: 100 });
    const next = Number(/(\d+) more events; from: (\d+)$/.exec(first.text)?.[2]);
    const second = await ask(strict, 'read_session', { session: SESSION_ID, from: next });
    expect(first.text).toContain('\nWhere is the pelican parser?');
    expect(second.text).not.toContain('\nWhere is the pelican parser?');
    expect(second.text).toContain('The pelican parser is in a.py.');
    expect(second.text).toMatch(/This is the end of the session\.$/);
  });

  it('reads what came back with a call that carries it, without going back to it', async () => {
    const document = JSON.parse(home.run(['convert', SESSION_ID]).out);
    const [call] = document.events.filter(({ type }: { type: string }) => type === 'tool_call');
    const own = { ...call, seq: 1, sourceSeq: 1, tool: { ...call.tool, output: 'one line' } };
    const transcriptId = '5f0c2a9e-0b1d-4c3e-8f7a-00000000000a';
    const session = { ...document.session, nativeId: transcriptId };
    writeFileSync(home.file('own.json'), JSON.stringify({ ...document, transcriptId, session, events: [own] }));
    expect(home.run(['import', 'own.json']).status).toBe(0);
    const { text } = await ask(strict, 'read_session', { session: transcriptId, limit: 1 });
    expect(text).toMatch(
      /tool_call Read[^\n]*\n.*\n\[REDACTED:tool-output 1 line.*\n\nThis is the end of the session\.$/,
    );
  });

  it('recalls what was done to a file, by the end of its path or all of it', async () => {
    for (const path of ['ship.ts', 'src/ship.ts', `${FOLDER}/src/ship.ts`]) {
      const { text } = await ask(strict, 'recall_by_file', { path });
      expect(text.match(/^session /gm)).toHaveLength(1);
      expect(text).toMatch(/ {2}#\d+ \S+ tool_call Read.*src\/ship\.ts/);
    }
    expect((await ask(strict, 'recall_by_file', { path: 'hip.ts' })).text).toContain('No archived session');
  });

  it('adds up tokens, with projects as redaction names them', async () => {
    const { text } = await ask(strict, 'cost', { by: ['project'] });
    const { groups, total } = JSON.parse(text);
    expect(groups).toHaveLength(2);
    expect(total).toMatchObject({ responses: 4, inputTokens: 4000, outputTokens: 200 });
    const one = JSON.parse((await ask(strict, 'cost', { by: ['day'], project: 'zephyrworks' })).text);
    expect(one.groups).toHaveLength(1);
    expect(one.groups[0]).toMatchObject({ day: '2026-03-02', inputTokens: 2000 });
    expect(one.total).toMatchObject({ inputTokens: 2000 });
    expect(groups.map(({ project }: { project: string }) => project)).toContain(one.groups[0].project);
  });
});

describe('what hansard mcp answers', () => {
  const QUESTIONS: [string, Record<string, unknown>][] = [
    ['search', { query: '' }],
    ['search', { query: 'walrus' }],
    ['search', { query: SECRET }],
    ['search', { query: `"${SECRET}"` }],
    ['search', { query: 'pelican project:zephyrworks' }],
    ['search', { query: `pelican OR ${SECRET.slice(0, 12)}*` }],
    ['search', { query: `pelican /${SECRET.slice(4, 14)}/` }],
    ['search', { query: `/${USER}/` }],
    ['search', { query: 'tool:Read' }],
    ['read_session', { session: OTHER_ID, all: true }],
    ['read_session', { session: `${OTHER_ID.slice(0, -1)}` }],
    ['read_session', { session: 'no-such-session' }],
    ['recall_by_file', { path: 'ship.ts' }],
    ['recall_by_file', { path: USER }],
    ['cost', { by: ['project', 'session'] }],
    ['cost', { by: ['tool', 'model'] }],
  ];

  it.each(['strict', 'research'])('holds neither secret, nor user, nor folder: %s', async (profile) => {
    const client = await connect('--profile', profile);
    for (const [name, input] of QUESTIONS) {
      const { text } = await ask(client, name, input);
      for (const hidden of [SECRET, SECRET.slice(4, 16), USER, 'zephyrworks', home.path]) {
        expect([name, input, text.includes(hidden)]).toEqual([name, input, false]);
      }
    }
  });

  it('still holds what is around it', async () => {
    const { text } = await ask(strict, 'read_session', { session: OTHER_ID });
    expect(text).toMatch(/Deploy the pelican with token \[REDACTED:[a-z-]+\] from /);
  });

  it('does not tell of a secret by finding it', async () => {
    const nothing = { text: 'Nothing was found.', isError: false };
    for (const query of [SECRET, `${SECRET.slice(0, 9)}*`, `/${SECRET.slice(0, 9)}/`, `/${USER}/`, 'clients']) {
      expect([query, await ask(strict, 'search', { query })]).toEqual([query, nothing]);
    }
  });

  it('does not tell of a secret by leaving it out', async () => {
    const plain = await ask(strict, 'search', { query: 'walrus' });
    expect(plain.text).toContain('a walrus');
    for (const without of [`-${SECRET}`, `-${SECRET.slice(0, 9)}*`, `-/${SECRET.slice(0, 9)}/`]) {
      expect((await ask(strict, 'search', { query: `walrus ${without}` })).text).toContain('a walrus');
    }
    expect((await ask(strict, 'search', { query: 'walrus -done' })).text).toBe('Nothing was found.');
    const others = (await ask(strict, 'search', { query: '-walrus project:zephyrworks', hits: 10 })).text;
    expect(others).toContain('user_message: Deploy the pelican');
    expect(others).not.toContain('a walrus');
  });

  it('does not tell of a name by parts of it', async () => {
    for (const query of ['pelican project:zephyr', 'pelican title:ghp', `title:${USER.slice(0, 5)}`]) {
      expect([query, (await ask(strict, 'search', { query })).text]).toEqual([query, 'Nothing was found.']);
    }
    expect((await ask(strict, 'search', { query: 'pelican -project:zephyr' })).text).toContain('Deploy the pelican');
    for (const query of ['project:zephyr*', 'file:sh*']) {
      const { isError, text } = await ask(strict, 'search', { query });
      expect([isError, text]).toEqual([true, expect.stringContaining('whole names')]);
    }
    expect((await ask(strict, 'recall_by_file', { path: 'sh*' })).isError).toBe(true);
  });

  it('takes the project by the name that it has in answers', async () => {
    const { text } = await ask(strict, 'search', { query: 'walrus' });
    const name = /anon-repo-[0-9a-f]+/.exec(text)?.[0] as string;
    expect((await ask(strict, 'search', { query: `pelican project:${name}` })).text).toContain('Deploy the pelican');
    expect((await ask(strict, 'search', { query: `pelican -project:${name}` })).text).not.toContain('Deploy');
  });

  it('holds more by a profile that lets more through', async () => {
    const team = await connect('--profile', 'team');
    const { text } = await ask(team, 'read_session', { session: OTHER_ID });
    expect(text).toContain('print("hi")');
    expect(text).toContain(`${FOLDER}/src/ship.ts`);
    expect(text).not.toContain(SECRET);
    expect((await ask(strict, 'read_session', { session: OTHER_ID })).text).not.toContain('print("hi")');
  });

  it('is new when the session has grown', async () => {
    const id = '5f0c2a9e-0b1d-4c3e-8f7a-000000000003';
    const lines = sampleLines({ id, ask: 'An otter?', day: 3 }).trimEnd().split('\n');
    addSession(home.path, { id, lines: `${lines.slice(0, 2).join('\n')}\n` });
    expect(home.run(['sync']).status).toBe(0);
    expect((await ask(strict, 'read_session', { session: id })).text).not.toContain('It prints a greeting.');
    addSession(home.path, { id, lines: `${lines.join('\n')}\n` });
    expect(home.run(['sync']).status).toBe(0);
    expect((await ask(strict, 'read_session', { session: id })).text).toContain('It prints a greeting.');
  });
});

describe('hansard mcp, when something is wrong,', () => {
  it('answers with errors that say what to do', async () => {
    const wrong: [string, Record<string, unknown>, string][] = [
      ['search', { query: 'colour:red' }, 'There is no filter colour:'],
      ['search', { query: 'x', limit: 1000 }, 'limit'],
      ['search', {}, 'query'],
      ['read_session', { session: '../../etc/passwd' }, 'session'],
      ['read_session', { session: 'no-such-session' }, 'no session of that id'],
      ['recall_by_file', { path: '' }, 'path'],
      ['cost', { since: 'someday' }, 'no date or time'],
      ['cost', { agent: 'nobody' }, 'There is no agent'],
      ['cost', { by: ['moon'] }, 'by'],
    ];
    for (const [name, input, message] of wrong) {
      const { isError, text } = await ask(strict, name, input);
      expect([name, input, isError, text]).toEqual([name, input, true, expect.stringContaining(message)]);
    }
  });

  it('tells how to make an archive when there is none, and goes on when there is', async () => {
    const empty = new TestHome();
    const client = new Client({ name: 'test', version: '0' });
    const args = [BIN, 'mcp'];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: empty.env, cwd: empty.path }),
    );
    const { isError, text } = await ask(client, 'search', { query: 'pelican' });
    expect([isError, text]).toEqual([true, expect.stringContaining('hansard sync')]);
    addSession(empty.path, { ask: 'A pelican?' });
    expect(empty.run(['sync']).status).toBe(0);
    expect((await ask(client, 'search', { query: 'pelican' })).text).toContain('A pelican?');
    await client.close();
    empty.remove();
  });

  it('refuses a profile that takes nothing out, or that does not exist, before it begins', () => {
    const none = home.run(['mcp', '--profile', 'none'], { input: '' });
    expect([none.status, none.out]).toEqual([2, '']);
    expect(none.err).toContain('(profile-local)');
    expect(home.run(['mcp', '--profile', 'strickt'], { input: '' }).err).toContain('Did you mean strict?');
  });

  it('ends when nobody is there any more', () => {
    expect(home.run(['mcp'], { input: '' })).toEqual({ status: 0, out: '', err: '' });
  });
});
