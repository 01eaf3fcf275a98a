/** What a release writes into the changelog, and the versions that it takes. */
import { describe, expect, it } from 'vitest';
import { checkVersion, withRelease } from '../../../../scripts/lib/collect-changes.mjs';
import { repositoryUrl } from '../../../../scripts/lib/repository.mjs';

const BEFORE = `# Changelog

Words at the top.

## [Unreleased]

### Added

- What was noted by hand.

## [0.1.0] - 2026-01-01

### Added

- The first one.
`;

it('collects what has changed below its headings, above earlier releases', () => {
  const fragments = ['- A command.\n  With a second line.\n', '### Fixed\n\n- A number.\n\n### Added\n\n- A page.\n'];
  expect(withRelease(BEFORE, fragments, '0.2.0', '2026-02-03')).toBe(`# Changelog

Words at the top.

## [Unreleased]

## [0.2.0] - 2026-02-03

### Added

- What was noted by hand.
- A command.
  With a second line.
- A page.

### Fixed

- A number.

## [0.1.0] - 2026-01-01

### Added

- The first one.
`);
});

it('has nothing to release when nothing has changed', () => {
  const empty = BEFORE.replace('### Added\n\n- What was noted by hand.\n\n', '');
  expect(() => withRelease(empty, [], '0.2.0', '2026-02-03')).toThrow('changes/ is empty');
});

it('takes only a higher version', () => {
  expect(() => checkVersion('0.2.0', '0.1.9')).not.toThrow();
  expect(() => checkVersion('1.0.0', '0.9.9')).not.toThrow();
  for (const version of ['0.1.9', '0.1.8', '0.0.10'])
    expect(() => checkVersion(version, '0.1.9')).toThrow('not higher');
  expect(() => checkVersion('v1', '0.1.9')).toThrow('no version');
});

describe('the repository of a release', () => {
  it('is what is asked for, what the manifest says, or what CI knows', () => {
    const manifest = { repository: { url: 'git+https://git.example/team/hansard.git' } };
    expect(repositoryUrl([], manifest, {})).toBe('git+https://git.example/team/hansard.git');
    expect(repositoryUrl(['--repository', 'https://git.example/fork/'], manifest, {})).toBe(
      'git+https://git.example/fork.git',
    );
    const github = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'team/hansard' };
    expect(repositoryUrl([], {}, github)).toBe('git+https://git.example/team/hansard.git');
    expect(repositoryUrl([], {}, { CI_PROJECT_URL: 'https://git.example/a/b/c' })).toBe(
      'git+https://git.example/a/b/c.git',
    );
    expect(repositoryUrl([], {}, {})).toBeUndefined();
  });

  it('is an address of https', () => {
    for (const wrong of ['', 'hansard', 'ssh://git.example/x', 'https://git.example', 'https://a b/c'])
      expect(() => repositoryUrl(['--repository', wrong], {}, {})).toThrow('not the https address');
  });
});
