/**
 * Rules of permission. "Always" is a rule of ours: the agent is answered once, the rule is kept here, and every use of it is
 * in the record. What agents make of "always" themselves differs from one command to everything for ever.
 */
import type { PermissionAsk } from '../drivers/contract.ts';
import { isPlainly, mayHold, startsWith } from './commands.ts';

export type Verdict = 'deny' | 'ask' | 'allow';

export interface Rule {
  readonly id: string;
  readonly kind: PermissionAsk['kind'] | 'any';
  /** Name of the tool; any unless said. */
  readonly tool?: string;
  /** The exact command. */
  readonly command?: string;
  /** First words of a simple command. */
  readonly prefix?: string;
  /** A file, or a pattern with `*` and `**`, seen from the session's folder. */
  readonly path?: string;
  /** These very files, as they were asked for. */
  readonly files?: readonly string[];
  /** Only what names neither a command nor a file. */
  readonly bare?: true;
}

/** What "always" means for a request: the very same command, the same files of the same tool, or the same tool. */
export function ruleFor(ask: PermissionAsk, id: string): Rule {
  const { kind, tool, command, paths = [] } = ask;
  if (command !== undefined) return { id, kind, tool, command };
  return paths.length > 0 ? { id, kind, tool, files: paths } : { id, kind, tool, bare: true };
}

/** Whether a rule that allows covers all of a request. */
export function matches(rule: Rule, ask: PermissionAsk): boolean {
  const { kind, tool, command, prefix, path, files, bare } = rule;
  const { paths = [] } = ask;
  if ((kind !== 'any' && kind !== ask.kind) || (tool !== undefined && tool !== ask.tool)) return false;
  if (command !== undefined && command !== ask.command) return false;
  if (prefix !== undefined && !startsWith(ask.command, prefix)) return false;
  if (path !== undefined && (paths.length === 0 || !paths.every((one) => fits(one, path)))) return false;
  if (files !== undefined && (paths.length === 0 || !paths.every((one) => files.includes(one)))) return false;
  return !bare || (ask.command === undefined && paths.length === 0);
}

/** Whether a rule against something is about a request, or about a part of it. */
function concerns(rule: Rule, ask: PermissionAsk): boolean {
  const { kind, tool, command, prefix, path } = rule;
  if ((kind !== 'any' && kind !== ask.kind) || (tool !== undefined && tool !== ask.tool)) return false;
  if (command !== undefined && ask.command?.trim() !== command) return false;
  if (prefix !== undefined && !isPlainly(ask.command, prefix)) return false;
  return path === undefined || (ask.paths ?? []).some((one) => fits(one, path));
}

function fits(path: string, pattern: string): boolean {
  if (path.split(/[\\/]/).includes('..')) return false;
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escaped(part)));
  return new RegExp(`^${source.join('')}$`, 's').test(path);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The strictest verdict of the policy that fits: deny before ask before allow; nothing fits: undefined. */
export function decide(policy: Policy, ask: PermissionAsk): { verdict: Verdict; rule: Rule } | undefined {
  for (const verdict of ['deny', 'ask'] as const) {
    const rule = policy[verdict].find((one) => concerns(one, ask));
    if (rule) return { verdict, rule };
  }
  const rule = policy.allow.find((one) => matches(one, ask));
  if (!rule) return undefined;
  const hidden = hiddenIn(policy, ask);
  return hidden ? { verdict: 'ask', rule: hidden } : { verdict: 'allow', rule };
}

/**
 * A rule against something that a request may hold in a way that nobody can tell without running it: whatever else allows it does
 * not know either. Somebody has to look.
 */
function hiddenIn({ deny, ask: asks }: Policy, { kind, command }: PermissionAsk): Rule | undefined {
  if (command === undefined) return undefined;
  return [...deny, ...asks].find((rule) => {
    const words = rule.prefix ?? rule.command;
    if (words === undefined || (rule.kind !== 'any' && rule.kind !== kind)) return false;
    return mayHold(command, words);
  });
}

export interface Policy {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly allow: readonly Rule[];
}

export const NO_POLICY: Policy = { deny: [], ask: [], allow: [] };
