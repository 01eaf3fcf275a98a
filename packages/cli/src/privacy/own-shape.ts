/** What may stand in the file with the user's own profiles, rules and exceptions. */
import { RULE_GROUPS, type Rule } from '@hansard/core/privacy/index.ts';
import { TOOL_OUTPUTS } from '@hansard/core/privacy/profiles/profile.ts';
import { RULE_TYPES, type RuleType } from '@hansard/core/privacy/rule.ts';
import type { Shape } from './checked-file.ts';

export interface RuleDefinition {
  readonly id: string;
  readonly pattern: string;
  readonly keywords: readonly string[];
  readonly label?: string;
  readonly type?: RuleType;
  readonly anchor?: OwnAnchor;
  readonly confidence?: Rule['confidence'];
  readonly placeholder?: string;
  readonly pseudonym?: Rule['pseudonym'];
  readonly caseless?: boolean;
  readonly edges?: Rule['edges'];
  readonly allow?: readonly string[];
  readonly examples?: readonly string[];
}

/** One of the two. */
export interface AllowDefinition {
  readonly text?: string;
  readonly pattern?: string;
}

export const OWN_ANCHORS = ['start', 'assignment', 'whole'] as const;
type OwnAnchor = (typeof OWN_ANCHORS)[number];

const TEXT: Shape = { is: 'text' };
const FLAG: Shape = { is: 'flag' };
const COUNT: Shape = { is: 'count' };
const TEXTS: Shape = { is: 'list', of: TEXT };
const oneOf = (...choices: readonly string[]): Shape => ({ is: 'text', choices });

const PROFILE: Shape = {
  is: 'object',
  fields: {
    extends: TEXT,
    purpose: TEXT,
    local: FLAG,
    identityLinked: FLAG,
    rules: {
      is: 'object',
      fields: {
        groups: { is: 'list', of: oneOf(...Object.keys(RULE_GROUPS)) },
        confidence: oneOf('high', 'medium'),
      },
    },
    anonymise: {
      is: 'object',
      fields: { users: FLAG, hosts: FLAG, paths: FLAG, repository: oneOf('keep', 'pseudonym', 'omit'), commits: FLAG },
    },
    content: {
      is: 'object',
      fields: {
        toolOutput: oneOf(...TOOL_OUTPUTS),
        head: COUNT,
        tail: COUNT,
        includeFileContents: FLAG,
        reasoning: FLAG,
        images: FLAG,
      },
    },
    scope: { is: 'object', fields: { onlyProjects: TEXTS, exceptProjects: TEXTS, exceptEvents: TEXTS } },
  },
};

const RULE: Shape = {
  is: 'object',
  required: ['id', 'pattern', 'keywords'],
  fields: {
    id: TEXT,
    label: TEXT,
    type: oneOf(...RULE_TYPES),
    pattern: TEXT,
    keywords: TEXTS,
    anchor: oneOf(...OWN_ANCHORS),
    confidence: oneOf('high', 'medium'),
    placeholder: TEXT,
    pseudonym: oneOf('user', 'host', 'repo', 'org', 'commit'),
    caseless: FLAG,
    edges: oneOf('both', 'left', 'right', 'none'),
    allow: TEXTS,
    examples: TEXTS,
  },
};

export const OWN_SHAPE: Shape = {
  is: 'object',
  fields: {
    profiles: { is: 'table', of: PROFILE },
    rules: { is: 'list', of: RULE },
    allow: { is: 'list', of: { is: 'object', fields: { text: TEXT, pattern: TEXT } } },
  },
};

/** What is not said has the value that takes out most. */
export function toRule(definition: RuleDefinition): Rule {
  const { id, anchor = 'whole', keywords, ...rest } = definition;
  return {
    label: id,
    type: 'secret',
    confidence: 'high',
    placeholder: `[REDACTED:${id}]`,
    examples: [],
    ...rest,
    id,
    group: 'custom',
    keywords: keywords.map((keyword) => keyword.toLowerCase()),
    anchor: { at: anchor },
  };
}
