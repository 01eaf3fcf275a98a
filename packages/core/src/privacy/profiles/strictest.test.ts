/** Two profiles at once: nothing is let through that either of them takes out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_GROUPS, BUILT_IN } from './built-in.ts';
import { type Profile, TOOL_OUTPUTS } from './profile.ts';
import { resolveProfile } from './resolve-profile.ts';
import { isInScope } from './scope.ts';
import { strictestOf } from './strictest.ts';

const named = (name: string) => resolveProfile(name, BUILT_IN) as Profile;
const FOLDERS = ['/a', '/a/b', '/b', '/b/c'];
const EVENTS = ['thinking', 'tool_result'];
const REPOSITORY = ['keep', 'pseudonym', 'omit'] as const;

const anyProfile: fc.Arbitrary<Profile> = fc.record({
  name: fc.constantFrom('one', 'other'),
  purpose: fc.constant(''),
  local: fc.boolean(),
  rules: fc.record({
    groups: fc.subarray(ALL_GROUPS),
    confidence: fc.constantFrom('high', 'medium'),
  }),
  anonymise: fc.record({
    users: fc.boolean(),
    hosts: fc.boolean(),
    paths: fc.boolean(),
    repository: fc.constantFrom(...REPOSITORY),
    commits: fc.boolean(),
  }),
  content: fc.record({
    toolOutput: fc.constantFrom(...TOOL_OUTPUTS),
    head: fc.nat(100),
    tail: fc.nat(100),
    includeFileContents: fc.boolean(),
    reasoning: fc.boolean(),
    images: fc.boolean(),
  }),
  scope: fc.record({
    onlyProjects: fc.subarray(FOLDERS),
    exceptProjects: fc.subarray(FOLDERS),
    exceptEvents: fc.subarray(EVENTS),
  }),
  identityLinked: fc.boolean(),
});

const NOW = '2026-01-01T00:00:00.000Z';
const TIMES = { startedAt: NOW, endedAt: NOW, capturedAt: NOW };
const covers = (profile: Profile, cwd: string) => isInScope(profile, { session: { ...TIMES, environment: { cwd } } });

/** Everything that a profile lets through, as things that may or may not be there. */
function letThrough({ local, rules, anonymise, content, scope, identityLinked }: Profile): Record<string, number> {
  const { repository, ...names } = anonymise;
  const { toolOutput, head, tail, ...kinds } = content;
  return {
    local: Number(local),
    identityLinked: Number(identityLinked),
    ...Object.fromEntries(ALL_GROUPS.map((group) => [group, Number(!rules.groups.includes(group))])),
    doubtful: Number(rules.confidence === 'high'),
    repository: -REPOSITORY.indexOf(repository),
    ...Object.fromEntries(Object.entries(names).map(([name, isHidden]) => [name, Number(!isHidden)])),
    toolOutput: -TOOL_OUTPUTS.indexOf(toolOutput),
    head,
    tail,
    ...Object.fromEntries(Object.entries(kinds).map(([name, isShown]) => [name, Number(isShown)])),
    ...Object.fromEntries(EVENTS.map((type) => [type, Number(!scope.exceptEvents.includes(type))])),
  };
}

describe('the strictest of two profiles', () => {
  it('lets nothing through that one of them takes out', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, (one, other) => {
        const both = strictestOf(one, other);
        for (const profile of [one, other]) {
          const most = letThrough(profile);
          for (const [what, much] of Object.entries(letThrough(both))) {
            expect([what, much <= (most[what] as number)]).toEqual([what, true]);
          }
          for (const cwd of [...FOLDERS, '/c']) if (covers(both, cwd)) expect(covers(profile, cwd)).toBe(true);
        }
      }),
    );
  });

  it('is one of them where that does all', () => {
    for (const name of Object.keys(BUILT_IN)) {
      expect(strictestOf(named('strict'), named(name)).name).toBe('strict');
      expect(strictestOf(named(name), named('strict')).name).toBe('strict');
      expect(strictestOf(named(name), named(name)).name).toBe(name);
    }
    expect(strictestOf(named('team'), named('raw-min')).name).toBe('team');
  });

  it('is a third one where each takes out something else', () => {
    const quiet: Profile = { ...named('team'), name: 'quiet', content: { ...named('team').content, reasoning: false } };
    const both = strictestOf(named('research'), quiet);
    expect([both.name, both.content.reasoning, both.anonymise.paths]).toEqual(['research+quiet', false, true]);
  });

  it('covers no session where the projects of both have nothing in common', () => {
    const only = (folder: string): Profile => ({
      ...named('team'),
      scope: { onlyProjects: [folder], exceptProjects: [], exceptEvents: [] },
    });
    const both = strictestOf(only('/a'), only('/b'));
    for (const cwd of FOLDERS) expect(covers(both, cwd)).toBe(false);
  });
});
