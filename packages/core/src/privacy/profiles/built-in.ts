/**
 * The profiles that come with the program. `strict` stands on its own and says everything; each other says how it
 * differs from the one it extends.
 */
import { RULE_GROUPS, type RuleGroup } from '../rule.ts';
import type { Profile, ProfileDefinition } from './profile.ts';

export const ALL_GROUPS = Object.keys(RULE_GROUPS) as RuleGroup[];

/** Groups that are about names rather than secrets or personal data: the anonymise lever decides on them. */
export const NAME_GROUPS: readonly RuleGroup[] = ['abs-paths', 'hosts', 'identities', 'commits'];

const SECRET_GROUPS: readonly RuleGroup[] = [
  'api-keys',
  'aws',
  'cloud',
  'jwt',
  'private-keys',
  'connection-strings',
  'generic',
  'custom',
];

const without = (...left: readonly RuleGroup[]): RuleGroup[] => ALL_GROUPS.filter((group) => !left.includes(group));

export const DEFAULT_PROFILE = 'strict';

/** The root of all profiles. */
export const STRICT: Profile = {
  name: 'strict',
  purpose: 'For anybody to see: commands and messages only, no output, no file contents',
  local: false,
  rules: { groups: ALL_GROUPS, confidence: 'medium' },
  anonymise: { users: true, hosts: true, paths: true, repository: 'omit', commits: true },
  content: {
    toolOutput: 'metadata-only',
    head: 2_000,
    tail: 1_000,
    includeFileContents: false,
    reasoning: false,
    images: false,
  },
  scope: { onlyProjects: [], exceptProjects: [], exceptEvents: [] },
  identityLinked: false,
};

const NOBODY_ANONYMISED = { users: false, hosts: false, paths: false, repository: 'keep', commits: false } as const;

export const BUILT_IN: Readonly<Record<string, ProfileDefinition>> = {
  strict: {},
  research: {
    extends: 'strict',
    purpose: 'For people who study agents: reasoning and the shape of outputs stay',
    anonymise: { repository: 'pseudonym', commits: false },
    content: { toolOutput: 'truncated', reasoning: true },
  },
  'hiring-signal': {
    extends: 'strict',
    purpose: 'For showing one’s own work under one’s own name',
    anonymise: NOBODY_ANONYMISED,
    content: { toolOutput: 'full', includeFileContents: true, reasoning: true, images: true },
    rules: { groups: without(...NAME_GROUPS) },
    identityLinked: true,
  },
  'raw-min': {
    extends: 'strict',
    purpose: 'For trusted readers: everything but what is certainly a secret',
    rules: { groups: SECRET_GROUPS, confidence: 'high' },
    anonymise: NOBODY_ANONYMISED,
    content: { toolOutput: 'full', includeFileContents: true, reasoning: true, images: true },
  },
  team: {
    extends: 'strict',
    purpose: 'For colleagues: secrets and personal data go, paths and the repository stay',
    rules: { groups: without(...NAME_GROUPS, 'private-ips') },
    anonymise: NOBODY_ANONYMISED,
    content: { toolOutput: 'full', includeFileContents: true, reasoning: true, images: true },
  },
  none: {
    extends: 'raw-min',
    purpose: 'For files that stay on this machine: nothing is taken out',
    local: true,
    rules: { groups: [] },
  },
};
