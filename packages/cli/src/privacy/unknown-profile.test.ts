import { expect, it } from 'vitest';
import { unknownProfile } from './unknown-profile.ts';

it('suggests the profile that was meant', () => {
  expect(unknownProfile('strikt', {}).message).toBe('There is no privacy profile "strikt". Did you mean strict?');
});

it('never suggests one that redacts nothing', () => {
  for (const typed of ['nope', 'non', 'nonee', 'None'])
    expect(unknownProfile(typed, {}).message).not.toContain('Did you mean none');
  const own = { mine: { local: true, rules: { groups: [] } }, mint: {} };
  expect(unknownProfile('minx', own).message).toContain('mint');
});
