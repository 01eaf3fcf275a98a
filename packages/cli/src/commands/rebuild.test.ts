import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';
import { addStore } from '../testing/sample-store.ts';

let home: TestHome;
let path: string;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  path = addSession(home.path, {});
  addStore(home.path);
  home.run(['sync']);
});
afterEach(() => home.remove());

const json = (...args: string[]) => JSON.parse(home.run([...args, '--json']).out);

/** As if an earlier version of the adapter had read otherwise. */
function change(sql: string): void {
  const { DatabaseSync } =
    process.getBuiltinModule('node:sqlite') ?? createRequire(import.meta.url)('@photostructure/sqlite');
  const database = new DatabaseSync(home.file('.local', 'share', 'hansard', 'archive.db'));
  database.exec(sql);
  database.close();
}

describe('rebuild', () => {
  it('reads all originals again, also of files that are gone', () => {
    const before = home.run(['show', SESSION_ID]).out;
    rmSync(path);
    expect(home.run(['rebuild'])).toMatchObject({
      status: 0,
      err: '',
      out: 'Read 3 originals again: the number of events is the same.\n',
    });
    expect(home.run(['show', SESSION_ID]).out).toBe(before);
  });

  it('brings back what was read otherwise before, of some sessions or of all that are outdated', () => {
    change("UPDATE input SET adapter_version = '0.0.1'; UPDATE event SET time = 5; UPDATE session SET title = 'wrong'");
    expect(json('rebuild', '--outdated')).toMatchObject({ inputs: 3 });
    expect(json('rebuild', '--outdated')).toMatchObject({ inputs: 0 });
    expect(json('rebuild', SESSION_ID)).toMatchObject({ inputs: 1, problems: [] });
    expect(json('star', SESSION_ID).starred[0].title).not.toBe('wrong');
  });

  it('happens by itself at the next sync when a newer version of Hansard reads better, once', () => {
    rmSync(path);
    change("UPDATE input SET adapter_version = '0.0.1'; UPDATE event SET time = 5; UPDATE session SET title = 'wrong'");
    expect(home.run(['sync']).out).toContain('Read 3 originals again');
    expect(json('rebuild', '--outdated')).toMatchObject({ inputs: 0 });
    expect(json('sync').readAgain).toBeUndefined();
    expect(json('star', SESSION_ID).starred[0].title).not.toBe('wrong');
  });

  it('loses nothing when it is killed at any moment, and goes on where it stopped', async () => {
    for (let n = 0; n < 8; n++) {
      const id = `7f0c2a9e-0b1d-4c3e-8f7a-0000000000${n}0`;
      const lines = Array.from({ length: 150 }, (_, i) =>
        sampleLines({ id: id.replace(/.{4}$/, String(1000 + i)), ask: `question ${i}` }),
      );
      addSession(home.path, { id, lines: lines.join('').replaceAll(/"sessionId":"[^"]*"/g, `"sessionId":"${id}"`) });
    }
    home.run(['sync']);
    const counted = () =>
      home.run(['query', 'SELECT count(*) AS n, sum(log_seq) AS seqs, max(time) AS last FROM events', '--json']).out;
    const before = counted();
    expect(JSON.parse(before).n).toBeGreaterThan(4800);
    for (const delay of [250, 350, 450]) {
      const child = spawn(process.execPath, [BIN, 'rebuild'], { env: home.env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await setTimeout(delay);
      child.kill('SIGKILL');
      await ended;
      expect(counted()).toEqual(before);
    }
    expect(json('rebuild')).toMatchObject({ problems: [], newEvents: 0 });
    expect(counted()).toEqual(before);
    expect(json('diff-adapters').inputs).toEqual([]);
  });

  it('keeps tags and notes', () => {
    home.run(['tag', SESSION_ID, 'add', 'kept']);
    home.run(['rebuild']);
    expect(json('tag', SESSION_ID).tags).toEqual(['kept']);
  });

  it('refuses a session that is not there', () => expect(home.run(['rebuild', 'nowhere']).status).toBe(2));
});

describe('diff-adapters', () => {
  it('says that nothing would change', () => {
    expect(home.run(['diff-adapters'])).toMatchObject({ status: 0, out: 'A rebuild would change nothing.\n' });
  });

  it('tells what a rebuild would change, and changes nothing', () => {
    change('UPDATE event SET time = 5 WHERE id = 1; DELETE FROM event_text WHERE rowid = 3');
    const archive = home.file('.local', 'share', 'hansard', 'archive.db');
    const { inputs } = json('diff-adapters');
    expect(inputs).toHaveLength(1);
    expect(inputs[0]).toMatchObject({ added: {}, gone: {}, problems: {} });
    expect(
      Object.values(inputs[0].changed)
        .flatMap((fields) => Object.keys(fields as object))
        .sort(),
    ).toEqual(['text', 'time']);
    const before = readFileSync(archive);
    const { out } = home.run(['diff-adapters']);
    expect(out).toContain('changed');
    expect(out).toContain('In 1 original:');
    expect(readFileSync(archive).equals(before)).toBe(true);
    expect(json('diff-adapters').inputs).toEqual(inputs);
    home.run(['rebuild']);
    expect(json('diff-adapters').inputs).toEqual([]);
  });

  it('can be of some sessions', () => {
    writeFileSync(path, sampleLines({ ask: 'changed since' }));
    change('UPDATE event SET time = 5');
    expect(json('diff-adapters', 'ses_1').inputs).toMatchObject([{ part: 'ses_1' }]);
  });
});
