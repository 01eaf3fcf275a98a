import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remainsOf } from '../../../archive/src/testing/remains.ts';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

const OTHER = '6f0c2a9e-0b1d-4c3e-8f7a-000000000002';
const KEY_BODY = 'Zq8vN2mXw4LkP0sRt6Yb1Hc3Jd5Fg7Aa9EeQw3Er5Ty7Ui9Op1As2Df4Gh6Jk8Lz0Xc2Vb4Nm6Qa8Ws1Ed3Rf5Tg7';
const KEY = `sk-ant-api03-${KEY_BODY}1AA`;

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

const projects = (root = home.path) => join(root, '.claude', 'projects', '-home-dev-demo');
const fileOf = (id: string, root?: string) => join(projects(root), id, 'tool-results', 'out.txt');

/** A session whose tool's output names a file, and has only the beginning of it. */
function addSpilling(options: { id?: string; names?: string; text?: string } = {}): string {
  const { id = SESSION_ID, names = fileOf(id), text } = options;
  const lines = sampleLines({ id }).replace(
    '"toolUseResult":"print(\\"hi\\")"',
    () => `"toolUseResult":${JSON.stringify({ stdout: 'beginning', stderr: '', persistedOutputPath: names })}`,
  );
  const path = addSession(home.path, { id, lines });
  if (text !== undefined) {
    mkdirSync(dirname(fileOf(id)), { recursive: true });
    writeFileSync(fileOf(id), text);
  }
  return path;
}

const found = (...query: string[]) =>
  JSON.parse(home.run(['search', '--json', ...query]).out).sessions.map(
    ({ nativeId, hits }: { nativeId: string; hits: { snippet: { text: string } | null }[] }) => [
      nativeId,
      hits.map(({ snippet }) => snippet?.text),
    ],
  );

describe('search in spilled output', () => {
  it('finds the event that it belongs to, by words and by expressions, and shows where', () => {
    addSpilling({ text: `${'line of noise\n'.repeat(900)}the marzipan gave out\n` });
    home.run(['sync']);
    for (const query of ['marzipan', '/marzi[p]an gave/']) {
      expect(found(query)).toEqual([[SESSION_ID, [expect.stringContaining('the marzipan gave out')]]]);
    }
    expect(home.run(['search', 'marzipan']).out).toContain('Read output');
  });

  it('finds it when the home was somewhere else', () => {
    addSpilling({ names: fileOf(SESSION_ID, '/home/elsewhere'), text: 'the marzipan' });
    home.run(['sync']);
    expect(found('marzipan')).toHaveLength(1);
  });

  it('finds what came later, and no longer what is gone', () => {
    addSpilling();
    home.run(['sync']);
    addSpilling({ text: 'first marzipan' });
    home.run(['sync']);
    expect(found('marzipan')).toHaveLength(1);
    appendFileSync(fileOf(SESSION_ID), ', then nougat');
    home.run(['sync']);
    expect(found('nougat')).toHaveLength(1);
    writeFileSync(fileOf(SESSION_ID), 'only nougat is left of it');
    home.run(['sync']);
    expect([found('marzipan').length, found('nougat').length]).toEqual([0, 1]);
    home.run(['rebuild']);
    expect([found('marzipan').length, found('nougat').length]).toEqual([0, 1]);
  });

  it('gives a session nothing of what another has spilled', async () => {
    addSpilling({ text: 'the marzipan' });
    addSpilling({ id: OTHER, names: fileOf(SESSION_ID) });
    home.run(['sync']);
    expect(found('marzipan').map(([id]: [string]) => id)).toEqual([SESSION_ID]);
    home.run(['rm', SESSION_ID, '--yes']);
    expect(found('marzipan')).toEqual([]);
    expect(await remainsOf('marzipan', home.file('.local', 'share', 'hansard'))).toEqual([]);
  });

  it('leaves images out, and what is no text', () => {
    addSpilling({ text: 'marzipan\0\u0001' });
    home.run(['sync']);
    expect(found('marzipan')).toEqual([]);
  });

  it('finds no secret that was removed from it', async () => {
    addSpilling({ text: `export ANTHROPIC_API_KEY=${KEY}\nand marzipan\n` });
    home.run(['sync']);
    const word = KEY_BODY.toLowerCase();
    expect(found(`${word}1AA`)).toHaveLength(1);
    expect(home.run(['scrub', '--all', '--yes']).status).toBe(0);
    expect(found(`${word}1AA`)).toEqual([]);
    expect(found('marzipan')).toHaveLength(1);
    expect(await remainsOf(word, home.file('.local', 'share', 'hansard'))).toEqual([]);
  });
});
