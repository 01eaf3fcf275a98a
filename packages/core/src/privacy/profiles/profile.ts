/**
 * A profile says what is taken out before a transcript leaves, in four levers: which rules run, which names become
 * pseudonyms, which content goes along, and which sessions and events are meant at all. Profiles are data; the built-in
 * ones are in `built-in.ts`, the user's own in the configuration, and all of them may extend another.
 */
import type { RuleGroup } from '../rule.ts';

export const TOOL_OUTPUTS = ['full', 'truncated', 'metadata-only', 'none'] as const;
export type ToolOutput = (typeof TOOL_OUTPUTS)[number];

export interface RuleLever {
  /** Groups of rules that run. */
  readonly groups: readonly RuleGroup[];
  /** `high`: only rules that leave no doubt. */
  readonly confidence: 'high' | 'medium';
}

export interface AnonymiseLever {
  /** Names of users. */
  readonly users: boolean;
  readonly hosts: boolean;
  /** Folders of projects, and the way to them. */
  readonly paths: boolean;
  /** `omit` leaves out what is said about the repository; its name becomes a pseudonym wherever else it stands. */
  readonly repository: 'keep' | 'pseudonym' | 'omit';
  /** Hashes of commits, in git fields, commands and their output. */
  readonly commits: boolean;
}

export interface ContentLever {
  readonly toolOutput: ToolOutput;
  /** `truncated`: how many characters stay at the beginning and at the end. */
  readonly head: number;
  readonly tail: number;
  /** Contents of files that the agent read or wrote, diffs, and attachments. */
  readonly includeFileContents: boolean;
  readonly reasoning: boolean;
  readonly images: boolean;
}

export interface ScopeLever {
  /** Sessions in these folders only; none named means all. `*` stands for anything within a name, `**` for any depth. */
  readonly onlyProjects: readonly string[];
  readonly exceptProjects: readonly string[];
  /** Types of events that are left out. */
  readonly exceptEvents: readonly string[];
}

export interface Profile {
  readonly name: string;
  /** What it is for, in a sentence. */
  readonly purpose: string;
  /** Nothing is taken out: for files that stay on the machine. What leaves cannot use it. */
  readonly local: boolean;
  readonly rules: RuleLever;
  readonly anonymise: AnonymiseLever;
  readonly content: ContentLever;
  readonly scope: ScopeLever;
  /** The submitter wants to be known. */
  readonly identityLinked: boolean;
}

/** A profile as it is written: what it does not say, the one that it extends says. */
export interface ProfileDefinition {
  readonly extends?: string;
  readonly purpose?: string;
  readonly local?: boolean;
  readonly rules?: Partial<RuleLever>;
  readonly anonymise?: Partial<AnonymiseLever>;
  readonly content?: Partial<ContentLever>;
  readonly scope?: Partial<ScopeLever>;
  readonly identityLinked?: boolean;
}
