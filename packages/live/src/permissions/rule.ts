/**
 * Rules of permission. "Always" is a rule of ours: the agent is answered once, the rule is kept here, and every use of it is
 * in the record. What agents make of "always" themselves differs from one command to everything for ever.
 */
import { isAbsolute, relative, sep } from 'node:path';
import type { PermissionAsk } from '../drivers/contract.ts';

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
}

/** What "always" means for a request: the very same command, files of the same tool, or the same tool. */
export function ruleFor(ask: PermissionAsk, id: string): Rule {
  const { kind, tool, command, path } = ask;
  if (command !== undefined) return { id, kind, tool, command };
  return path === undefined ? { id, kind, tool } : { id, kind, tool, path };
}

export function matches(rule: Rule, ask: PermissionAsk): boolean {
  if (rule.kind !== 'any' && rule.kind !== ask.kind) return false;
  if (rule.tool !== undefined && rule.tool !== ask.tool) return false;
  if (rule.command !== undefined && rule.command !== ask.command) return false;
  if (rule.prefix !== undefined && !begins(ask.command, rule.prefix)) return false;
  if (rule.path !== undefined && (ask.path === undefined || !fits(ask.path, rule.path))) return false;
  // A rule for a command or a file says nothing about what has none.
  return true;
}

/** Anything by which a shell does more than run one program. */
const COMPOUND = /[;&|<>`$(){}\n\r\\]|^\s*(?:env|eval|exec|sudo|xargs|sh|bash|zsh)\b/;

/** A compound command never fits the beginning of a simple one. */
function begins(command: string | undefined, prefix: string): boolean {
  if (command === undefined || COMPOUND.test(command)) return false;
  return command === prefix || command.startsWith(`${prefix} `);
}

function fits(path: string, pattern: string): boolean {
  if (path.split(/[\\/]/).includes('..')) return false;
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escaped(part)));
  return new RegExp(`^${source.join('')}$`, 's').test(path);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The request as rules see it: files inside the folder by their way from there. */
export function seenFrom(ask: PermissionAsk, folder: string): PermissionAsk {
  if (ask.path === undefined || !isAbsolute(ask.path)) return ask;
  const way = relative(folder, ask.path);
  const isInside = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return isInside ? { ...ask, path: way.split(sep).join('/') } : ask;
}

/** The strictest verdict of the policy that fits: deny before ask before allow; nothing fits: undefined. */
export function decide(policy: Policy, ask: PermissionAsk): { verdict: Verdict; rule: Rule } | undefined {
  for (const verdict of ['deny', 'ask', 'allow'] as const) {
    const rule = policy[verdict].find((one) => matches(one, ask));
    const hidden = verdict === 'allow' && rule ? hiddenIn(policy, ask) : undefined;
    if (hidden) return { verdict: 'ask', rule: hidden };
    if (rule) return { verdict, rule };
  }
  return undefined;
}

/**
 * A rule against a command that a compound one may hold: it fits no prefix, and whatever else allows it does not know either.
 * Somebody has to look.
 */
function hiddenIn({ deny, ask: asks }: Policy, { command }: PermissionAsk): Rule | undefined {
  if (command === undefined || !COMPOUND.test(command)) return undefined;
  const words = ` ${command.replace(/[^\w./-]+/g, ' ')} `;
  return [...deny, ...asks].find(({ prefix }) => prefix !== undefined && words.includes(` ${prefix.trim()} `));
}

export interface Policy {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly allow: readonly Rule[];
}

export const NO_POLICY: Policy = { deny: [], ask: [], allow: [] };
