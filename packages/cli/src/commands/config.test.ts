import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';

let home: TestHome;
let file: string;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  file = home.file('.config', 'hansard', 'config.json');
});
afterEach(() => home.remove());

const config = (...args: string[]) => home.run(['config', ...args]);
function write(text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('config', () => {
  it('finds the file by flag, variable, XDG folder or home', () => {
    const path = (env: Record<string, string>, ...args: string[]) =>
      home.run(['config', 'path', ...args], { env }).out.trim();
    expect(path({})).toBe(file);
    expect(path({ XDG_CONFIG_HOME: '/x' })).toBe('/x/hansard/config.json');
    expect(path({ XDG_CONFIG_HOME: '/x', HANSARD_CONFIG: '/y.json' })).toBe('/y.json');
    expect(path({ HANSARD_CONFIG: '/y.json' }, '--config', '/z.json')).toBe('/z.json');
  });

  it('lets the environment go before the file and the file before the default', () => {
    write('{ "sessions": { "limit": 7 }, "color": "never" }');
    const env = { HANSARD_SESSIONS_LIMIT: '9' };
    const { settings } = JSON.parse(home.run(['config', 'list', '--json'], { env }).out);
    expect(settings['sessions.limit']).toEqual({ value: 9, origin: 'environment' });
    expect(settings['color']).toEqual({ value: 'never', origin: 'file' });
    expect(settings['timezone']).toEqual({ value: 'local', origin: 'default' });
    expect(config('get', 'sessions.limit').out).toBe('7\n');
    expect(config('get', 'sessions.limit', '--json').out).toBe('{"value":7,"origin":"file"}\n');
    expect(config().out).toContain('File: ');
  });

  it('sets and unsets, keeping comments and layout', () => {
    write('{\n  // mine\n  "color": "never", // why not\n}\n');
    expect(config('set', 'sessions.limit', '12').status).toBe(0);
    expect(config('set', 'exclude.agents', 'codex, amp').status).toBe(0);
    expect(config('unset', 'color').status).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('// mine');
    expect(config('get', 'exclude.agents').out).toBe('codex,amp\n');
    expect(config('get', 'sessions.limit').out).toBe('12\n');
    expect(config('get', 'color').out).toBe('auto\n');
  });

  it('takes an empty file for one without settings', () => {
    write(' \n');
    expect(home.run(['sessions'])).toMatchObject({ status: 0, err: '' });
    expect(config('list').status).toBe(0);
  });

  it('says why the file cannot be read', () => {
    mkdirSync(file, { recursive: true });
    expect(home.run(['sessions'])).toMatchObject({ status: 2, err: expect.stringContaining('EISDIR') });
  });

  it('makes a private file where there was none', () => {
    expect(config('set', 'color', 'always').status).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ color: 'always' });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('reports unknown names with their place, and goes on', () => {
    write('{\n  "colour": "never",\n  "sessions": {\n    "limt": 3\n  },\n  "sessions.limit": 4\n}\n');
    const { status, err } = config('list');
    expect(status).toBe(1);
    expect(err).toContain(`${file}:2:3: unknown setting "colour". Did you mean color?`);
    expect(err).toContain(`${file}:4:5: unknown setting "sessions.limt". Did you mean sessions.limit?`);
    expect(err).toContain(`${file}:6:3: unknown setting "sessions.limit". Write it as`);
    expect(home.run(['sessions'])).toMatchObject({ status: 0, err: expect.stringContaining(':2:3: unknown setting') });
  });

  it.each([
    [
      'a value of the wrong type',
      '{\n  "sessions": { "limit": "ten" } }',
      '2:26: sessions.limit: expected a whole number from 1',
    ],
    ['a value outside the choices', '{ "color": "blue" }', '1:12: color: expected one of auto, always, never'],
    ['a zone that is none', '{ "timezone": "Mars" }', '1:15: timezone: not a time zone'],
    ['a group that is no object', '{ "exclude": 3 }', '1:14: exclude: expected an object'],
    ['broken JSON', '{ "color" "never" }', '1:11: colon expected'],
    ['a file that ends too soon', '{ "color": "never"', '1:19: close brace expected'],
    ['no object at all', '[1]', '1:1: expected an object'],
  ])('stops at %s and says where', (_name, text, message) => {
    write(text);
    const { status, err } = home.run(['sessions']);
    expect(status).toBe(2);
    expect(err).toContain(`${file}:${message}`);
    expect(err).toContain('(bad-config)');
    const listed = config('list');
    expect(listed).toMatchObject({ status: 1, err: expect.stringContaining(message) });
    const lines = listed.err.trimEnd().split('\n');
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('refuses unknown settings, wrong values and wrong variables', () => {
    expect(config('get', 'sesions.limit')).toMatchObject({
      status: 2,
      err: expect.stringContaining('Did you mean sessions.limit?'),
    });
    expect(config('set', 'sessions.limit', 'many')).toMatchObject({
      status: 2,
      err: expect.stringContaining('whole number'),
    });
    expect(config('set', 'color')).toMatchObject({ status: 2, err: expect.stringContaining('needs a value') });
    expect(config('sett', 'color')).toMatchObject({ status: 2, err: expect.stringContaining('Did you mean set?') });
    const wrong = home.run(['sessions'], { env: { HANSARD_COLOR: 'pink' } });
    expect(wrong).toMatchObject({ status: 2, err: expect.stringContaining('HANSARD_COLOR is "pink"') });
    expect(config('set', 'exclude.agents', 'codx')).toMatchObject({
      status: 2,
      err: expect.stringContaining('Did you mean codex?'),
    });
    expect(config('path', 'color')).toMatchObject({ status: 2, err: expect.stringContaining('does not take "color"') });
    expect(config('get', 'color', 'x')).toMatchObject({ status: 2, err: expect.stringContaining('does not take "x"') });
    write('{ broken');
    expect(config('set', 'color', 'never')).toMatchObject({ status: 2, err: expect.stringContaining('by hand') });
  });
});
