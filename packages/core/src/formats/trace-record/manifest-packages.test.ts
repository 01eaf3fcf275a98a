import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../git/canonical-url.ts';
import type { Event } from '../../transcript.ts';
import { flagsIn } from './classify.ts';
import { readPackages, writtenPackages } from './manifest-packages.ts';

const call = (kind: string, path: string, more: object = {}): Event => ({
  id: 'e',
  seq: 1,
  timestamp: '2026-01-01T00:00:00.000Z',
  type: 'tool_call',
  tool: { name: 'T', kind, input: { file_path: path, ...more } },
});

describe('packages of a manifest', () => {
  it.each([
    [
      'package.json',
      '{"dependencies":{"react":"^19"},"devDependencies":{"@types/node":"1"}}',
      ['react', '@types/node'],
    ],
    ['requirements-dev.txt', '# tools\nrequests[socks]==2.0\n-r other.txt\nnumpy >= 1 # fast\n', ['requests', 'numpy']],
    [
      'Cargo.toml',
      '[package]\nname = "x"\n[dependencies]\nserde = { version = "1" }\n[dev-dependencies]\nrand = "0"',
      ['serde', 'rand'],
    ],
    ['pyproject.toml', '[project]\nname = "x"\ndependencies = [\n  "httpx>=0.1",\n  "rich",\n]\n', ['httpx', 'rich']],
    ['go.mod', 'module x\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n', ['github.com/a/b']],
    ['Gemfile', "source 'https://rubygems.org'\ngem 'rails', '~> 8'\n", ['rails']],
    ['notes.txt', 'requests==2.0', []],
  ])('are read from %s', (name, text, expected) => {
    expect(writtenPackages(call('write', `/home/dev/app/${name}`, { content: text }))).toEqual(expected);
    const numbered = text.split('\n').map((line, at) => `${String(at + 1).padStart(6)}→${line}`);
    expect(readPackages(call('read', `/home/dev/app/${name}`).tool, numbered.join('\n'))).toEqual(expected);
  });

  it('are found in an edit, which has only a part of the file', () => {
    const edit = call('edit', 'package.json', {
      old_string: '',
      new_string: '    "zod": "^4.1.0",\n    "version": "1.0.0",',
    });
    expect(writtenPackages(edit)).toEqual(['zod']);
  });

  it('are none of a command or of a huge file', () => {
    expect(writtenPackages(call('shell', 'package.json', { content: '{"dependencies":{"a":"1"}}' }))).toEqual([]);
    expect(readPackages(call('read', 'Gemfile').tool, "gem 'a'\n".repeat(100_000))).toEqual([]);
  });
});

it.each([
  ['git@github.com:owner/repo.git', 'https://github.com/owner/repo'],
  ['ssh://git@gitlab.com:22/group/sub/repo.git', 'https://gitlab.com/group/sub/repo'],
  ['https://user:token@GitHub.com/owner/repo/', 'https://github.com/owner/repo'],
  ['/srv/git/repo.git', undefined],
])('the address of %s', (remote, url) => {
  expect(canonicalUrl(remote)).toBe(url);
});

it('flags marks of a company’s inside, each kind once', () => {
  const said = (text: string): Event => ({ id: 'e', seq: 1, timestamp: '', type: 'user_message', text });
  expect(flagsIn(said('ssh build-7.eu.corp and build-8.eu.corp at 10.1.2.3'))).toBe(2);
  expect(flagsIn(said('npm run build'))).toBe(0);
});
