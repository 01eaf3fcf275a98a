/**
 * The privacy gate: everything that a program needs to let transcripts out of the machine. Kept out of the library's
 * main entry, because compiling the rules takes time that reading does not need.
 */
export type { MachineNames } from './anonymise/known-names.ts';
export { type Digest, Pseudonyms, SHORTEST_KEY, type SubmitterId } from './anonymise/pseudonyms.ts';
export {
  Gate,
  type GateOptions,
  type LearntSession,
  type RedactedStream,
  type TranscriptSource,
} from './pipeline/gate.ts';
export { isRedacted, type Redacted } from './pipeline/redacted.ts';
export type { TranscriptHead } from './pipeline/run.ts';
export { BUILT_IN, DEFAULT_PROFILE } from './profiles/built-in.ts';
export type { Profile, ProfileDefinition } from './profiles/profile.ts';
export { type ProfileTable, profileNames, resolveProfile } from './profiles/resolve-profile.ts';
export { isInScope } from './profiles/scope.ts';
export { strictestOf } from './profiles/strictest.ts';
export { textOf } from './receipt/field-text.ts';
export { RULE_GROUPS, type Rule, type RuleGroup } from './rule.ts';
export { rules } from './rules/index.ts';
export { type FoundSecret, SecretSearch, type SecretSearchOptions } from './search/secret-search.ts';
export { EVENT_SHAPE, FIXED_NAMES, HEAD_SHAPE, type Shape } from './walk/fields.ts';
