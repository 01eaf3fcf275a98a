import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Transcript } from '@hansard/core';
import { transcriptCheck } from '@hansard/core/formats/transcript/validate.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { PLANTED_RULE, PLANTED_SECRET } from '../testing/planted-secret.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

const OTHER = '6f0c2a9e-0b1d-4c3e-8f7a-000000000002';
let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  addSession(home.path, { ask: `Use ${PLANTED_SECRET} to log in.`, cwd: '/home/maxine/secretproject' });
  home.run(['sync']);
});
afterEach(() => home.remove());

const STRICT_NOTE =
  'strict leaves out tool output, file contents, reasoning and images. For a colleague, use --profile team.\n';
const run = (...args: string[]) => home.run(['export', ...args]);
const asked = (text: string) =>
  (JSON.parse(text) as Transcript).events.find(({ type }) => type === 'user_message')?.text ?? '';
const shared = () => JSON.parse(home.run(['shared', '--json']).out).shared;

describe('export', () => {
  it('takes secrets and names out, and says so in the document', async () => {
    const { status, out, err } = run(SESSION_ID);
    expect([status, err]).toEqual([0, STRICT_NOTE]);
    const document = JSON.parse(out) as Transcript;
    expect((await transcriptCheck())(document)).toEqual([]);
    expect(document.privacy).toMatchObject({ profile: 'strict', redactionApplied: true });
    expect(document.privacy?.rulesApplied).toContain(PLANTED_RULE);
    for (const gone of [PLANTED_SECRET, 'maxine', 'secretproject']) expect(out).not.toContain(gone);
  });

  it('takes the profile from flag, then environment, then the configuration', () => {
    const profileOf = (args: string[], env?: Record<string, string>) =>
      (JSON.parse(home.run(['export', SESSION_ID, ...args], { env }).out) as Transcript).privacy?.profile;
    home.run(['config', 'set', 'profile', 'team']);
    expect(profileOf([])).toBe('team');
    expect(profileOf([], { HANSARD_PROFILE: 'raw-min' })).toBe('raw-min');
    expect(profileOf(['--profile', 'research'], { HANSARD_PROFILE: 'raw-min' })).toBe('research');
    expect(run(SESSION_ID, '--profile', 'reserch').err).toMatch(
      /no privacy profile "reserch".*research.*\n.*unknown-profile/,
    );
  });

  it('gives the same name the same pseudonym every time, and another machine another', () => {
    const folder = (where: TestHome) =>
      (JSON.parse(where.run(['export', SESSION_ID, '--profile', 'research']).out) as Transcript).session.environment
        ?.cwd;
    const mine = folder(home);
    expect(mine).toMatch(/anon-repo-/);
    expect(folder(home)).toBe(mine);
    const other = new TestHome();
    addSession(other.path, { cwd: '/home/maxine/secretproject' });
    other.run(['sync']);
    expect(folder(other)).not.toBe(mine);
    other.remove();
  });

  it.each(['transcript-lines', 'universal', 'entries', 'trace-record', 'html'])(
    'writes %s to a private file',
    (format) => {
      const path = home.file('out.file');
      expect(run(SESSION_ID, '--to', format, '-o', path, '--profile', 'team')).toMatchObject({ status: 0, err: '' });
      const text = readFileSync(path, 'utf8');
      expect(text).not.toContain(PLANTED_SECRET);
      expect(text).toContain('[REDACTED:');
      if (format === 'html') expect(text).toContain('data-is="viewer"');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(shared()[0]).toMatchObject({ format, hash: createHash('sha256').update(text).digest('hex') });
    },
  );

  it('writes a format that is a folder', () => {
    expect(run(SESSION_ID, '--to', 'run').err).toContain('name one with --output');
    expect(run(SESSION_ID, '--to', 'run', '-o', home.file('runs')).status).toBe(0);
    const files = readdirSync(home.file('runs'), { recursive: true }).map(String);
    expect(files.some((name) => name.endsWith('.jsonl'))).toBe(true);
    expect(
      files
        .map((name) => home.file('runs', name))
        .filter((path) => statSync(path).isFile())
        .some((path) => readFileSync(path, 'utf8').includes(PLANTED_SECRET)),
    ).toBe(false);
  });

  it('puts several sessions into a folder, or one after the other where the format can', () => {
    addSession(home.path, { id: OTHER, ask: 'the other question', day: 2 });
    home.run(['sync']);
    expect(run(SESSION_ID, OTHER, '-o', home.file('out')).status).toBe(0);
    expect(readdirSync(home.file('out'))).toHaveLength(2);
    expect(run(SESSION_ID, OTHER, SESSION_ID, '--to', 'transcript').out.trimEnd().split('\n')).toHaveLength(2);
    expect(run(SESSION_ID, OTHER, '--to', 'html', '-o', '-').err).toContain('bad-argument');
  });

  it('does not replace files by accident, and notes nothing when nothing left', () => {
    writeFileSync(home.file('mine.json'), 'mine');
    expect(run(SESSION_ID, '-o', home.file('mine.json')).err).toContain('output-exists');
    expect(readFileSync(home.file('mine.json'), 'utf8')).toBe('mine');
    expect(shared()).toEqual([]);
    expect(run(SESSION_ID, '-o', home.file('mine.json'), '--force').status).toBe(0);
    expect(shared()).toHaveLength(1);
  });

  it('tells what it wrote as JSON', () => {
    const { out } = run(SESSION_ID, '-o', home.file('out.json'), '--json');
    expect(JSON.parse(out)).toMatchObject({
      format: 'transcript',
      profile: 'strict',
      exported: [{ path: home.file('out.json'), bytes: statSync(home.file('out.json')).size, generation: 1 }],
    });
    expect(run(SESSION_ID, '--json').err).toContain('Name a file with --output');
  });
});

describe('sessions found', () => {
  beforeEach(() => {
    addSession(home.path, { id: OTHER, ask: 'Sort the <shelves> by colour.', day: 2, cwd: '/home/maxine/library' });
    home.run(['sync']);
  });
  const files = (folder: string) => readdirSync(home.file(folder)).sort();

  it('by a query go into a folder, with names that people can read and an index', () => {
    const { status, out, err } = run('project:library', '--to', 'html', '--profile', 'team', '--out', home.file('out'));
    expect([status, err]).toEqual([0, '']);
    expect(files('out')).toEqual([
      expect.stringMatching(/^2026-\d\d-\d\d-library-sort-the-shelves-by-colour-[0-9a-f]{8}\.html$/),
      'index.html',
    ]);
    const index = readFileSync(home.file('out', 'index.html'), 'utf8');
    expect(index).toContain(`href="./${files('out')[0]}">Sort the &lt;shelves&gt; by colour.</a>`);
    expect(index).not.toContain('<script');
    expect(out).toContain('team: ');
    expect(shared()).toMatchObject([{ destination: home.file('out', files('out')[0] as string), format: 'html' }]);
  });

  it('by words, by --all, without a place: a folder of their own where they cannot be joined', () => {
    expect(run('shelves', 'colour').out.trimEnd().split('\n')).toHaveLength(1);
    const { status, out } = run('--all', '--to', 'html', '--profile', 'team');
    expect(status).toBe(0);
    expect(files('hansard-export')).toHaveLength(3);
    expect(out).toMatch(/\nExported 2 sessions, [\d.]+ [KM]B, team: \d+ redactions\.\nOpen ~.*index\.html\n$/);
    expect(shared()).toHaveLength(3);
    const again = run('--all', '--to', 'html', '--profile', 'team');
    expect([again.status, again.err.match(/output-exists/g)?.length]).toEqual([1, 2]);
    expect(run('--all', '--to', 'html', '--profile', 'team', '--force').status).toBe(0);
  });

  it('not by a slip in an id, not by nothing, and not by both', () => {
    expect(run('6f0c2a9e-ffff', '-o', home.file('out')).err).toContain('unknown-session');
    expect(run(SESSION_ID, 'shelves').err).toContain('unknown-session');
    expect(run('nowhere-to-be-found').err).toContain('none matches the query');
    expect(run().err).toMatch(/bad-argument|--all/);
    expect(run('--all', SESSION_ID).err).toContain('only one of them');
    expect(existsSync(home.file('out'))).toBe(false);
    expect(shared()).toEqual([]);
  });

  it('keep names out of the names of files that the profile keeps out', () => {
    addSession(home.path, { id: OTHER, ask: `Use ${PLANTED_SECRET} at maxine's`, day: 2, cwd: '/home/maxine/library' });
    home.run(['sync']);
    expect(run('--all', '--out', home.file('out')).status).toBe(0);
    for (const name of files('out')) expect(name).not.toMatch(/maxine|library|ghp/);
  });
});

describe('a page with a password', () => {
  const lock = (...args: string[]) =>
    run(SESSION_ID, '--to', 'html', '--profile', 'team', '--out', `${home.file('out')}/`, ...args);
  const written = () =>
    readdirSync(home.file('out')).map((name) => [name, readFileSync(home.file('out', name), 'utf8')]);

  it('is locked by a file, the environment or standard input, down to its name', () => {
    writeFileSync(home.file('secret'), 'correct horse\nnot this\n');
    expect(lock('--password-file', home.file('secret'))).toMatchObject({ status: 0, err: '' });
    const [[name, html] = []] = written();
    expect(name).toMatch(/^session-[0-9a-f]{8}\.html$/);
    expect(html).toContain('<title>Locked session</title>');
    expect(html).not.toMatch(/log in|secretproject|correct horse/);
    expect(shared()[0]).toMatchObject({
      format: 'html',
      hash: createHash('sha256')
        .update(html ?? '')
        .digest('hex'),
    });
    const args = ['export', SESSION_ID, '--to', 'html', '--out', home.file('again.html')];
    expect(home.run(args, { env: { HANSARD_EXPORT_PASSWORD: 'correct horse' } }).status).toBe(0);
    expect(readFileSync(home.file('again.html'), 'utf8')).toContain('<title>Locked session</title>');
    expect(home.run([...args, '-f', '--password-file', '-'], { input: 'correct horse\n' }).status).toBe(0);
  });

  it('is refused where nothing would be locked, or nobody can be asked', () => {
    writeFileSync(home.file('short'), '1234567\n');
    expect(lock('--password-file', home.file('short')).err).toContain('at least 8 characters');
    expect(lock('--password-file', home.file('missing')).err).toContain('cannot be read');
    expect(lock('--lock').err).toContain('no terminal to ask');
    expect(run(SESSION_ID, '--lock').err).toContain('Only HTML can be locked');
    expect(existsSync(home.file('out'))).toBe(false);
    expect(shared()).toEqual([]);
  });
});

it('knows the user’s name from git', () => {
  writeFileSync(home.file('.gitconfig'), '[user]\n\tname = Quirina Zoltanova\n');
  addSession(home.path, { id: OTHER, ask: 'Sign it as Quirina Zoltanova, please.' });
  home.run(['sync']);
  expect(asked(run(OTHER, '--profile', 'research').out)).toMatch(/^Sign it as anon-user-[0-9a-f]+, please\.$/);
});

describe('the profile none', () => {
  it('is for a local file, and has to be said', () => {
    expect(run(SESSION_ID, '--profile', 'none').err).toContain('profile-local');
    expect(run(SESSION_ID, '--profile', 'none', '-o', '-').err).toContain('profile-local');
    if (process.platform !== 'win32') {
      expect(run(SESSION_ID, '--profile', 'none', '-o', '/dev/null').err).toContain('a pipe or a device');
    }
    const env = { HANSARD_PROFILE: 'none' };
    const path = home.file('faithful.json');
    expect(home.run(['export', SESSION_ID, '-o', path], { env }).err).toContain('has to be named with --profile');
    expect(existsSync(path)).toBe(false);
    expect(run(SESSION_ID, '--profile', 'none', '-o', path).status).toBe(0);
    expect(asked(readFileSync(path, 'utf8'))).toContain(PLANTED_SECRET);
    expect(shared()).toMatchObject([{ profile: 'none', destination: path }]);
  });
});

describe('the user’s own rules and profiles', () => {
  it('hold for exports, and one with a fault lets nothing out', () => {
    const file = home.file('privacy.json');
    const rules = [{ id: 'acme-ticket', pattern: 'ACME-[0-9]{4}', keywords: ['acme-'] }];
    writeFileSync(file, JSON.stringify({ rules, profiles: { ours: { extends: 'team' } } }));
    home.run(['config', 'set', 'privacy.file', file]);
    addSession(home.path, { id: OTHER, ask: 'See ACME-1234.' });
    home.run(['sync']);
    expect(asked(run(OTHER, '--profile', 'ours').out)).toBe('See [REDACTED:acme-ticket].');
    writeFileSync(file, JSON.stringify({ rules: [{ ...rules[0], pattern: '(a+)+' }] }));
    const { status, out, err } = run(OTHER);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/privacy\.json:1:\d+: pattern: .*\n.*bad-profile/);
  });

  it('that leave a folder out of their scope let the other sessions through', () => {
    const file = home.file('privacy.json');
    const scope = { exceptProjects: ['/home/maxine/**'] };
    writeFileSync(file, JSON.stringify({ profiles: { ours: { extends: 'team', scope } } }));
    addSession(home.path, { id: OTHER, ask: 'the other question' });
    home.run(['sync']);
    const env = { HANSARD_PRIVACY_FILE: file };
    mkdirSync(home.file('out'));
    const args = ['export', SESSION_ID, OTHER, '--profile', 'ours', '-o', home.file('out')];
    expect(home.run(args, { env })).toMatchObject({ status: 1, err: expect.stringContaining('out-of-scope') });
    expect(readdirSync(home.file('out'))).toHaveLength(1);
  });
});

describe('--report', () => {
  it('lists what the format has no place for, without exporting', () => {
    const { out } = run(SESSION_ID, '--to', 'universal', '--report', '--json');
    const { losses } = JSON.parse(out).exported[0];
    expect(losses).toContainEqual({ of: 'document', field: 'metrics', count: 1 });
    expect(run(SESSION_ID, '--to', 'universal', '--report').out).toMatch(
      /Universal events has no place for:\n(.*\n)*document +metrics +1\n/,
    );
    expect(run(SESSION_ID, '--to', 'universal', '--with', 'raw', '--report').out).toContain('holds everything');
    expect(shared()).toEqual([]);
  });
});

it('raises the generation when a changed session is exported again', () => {
  const generation = () => (JSON.parse(run(SESSION_ID).out) as Transcript).session.generation;
  expect([generation(), generation()]).toEqual([undefined, undefined]);
  const more = sampleLines({ day: 5 })
    .split('\n')
    .slice(0, 1)
    .map((line) => line.replaceAll(/"uuid":"[^"]*"/g, '"uuid":"new-1"'));
  const cwd = '/home/maxine/secretproject';
  addSession(home.path, {
    cwd,
    lines: `${sampleLines({ cwd, ask: `Use ${PLANTED_SECRET} to log in.` })}${more.join('')}\n`,
  });
  home.run(['sync']);
  expect(shared()[0].changed).toBe(true);
  expect([generation(), generation()]).toEqual([2, 2]);
  expect(shared().map((one: { generation: number }) => one.generation)).toEqual([2, 2, 1, 1]);
});
