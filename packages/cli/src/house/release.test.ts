/** What a release writes into the changelog, and the versions that it takes. */
import { expect, it } from 'vitest';
import { checkVersion, withRelease } from '../../../../scripts/lib/collect-changes.mjs';

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
