/**
 * Commands that change files in ways that only their result shows: formatters, `sed`, generators. What they made of a file
 * is told from the states before and after, which history has.
 */
import { shellWords } from './shell-command.ts';

/** What a session ran, as far as it says something about later commits. */
export interface ChangingCommand {
  readonly kind: 'format' | 'substitute' | 'generate' | 'commit';
  /** The command, or the beginning of the commit's id. */
  readonly text: string;
}

const FORMATS =
  /\b(prettier\b[^;|&]*(--write|-w)\b|gofmt\b[^;|&]*-\w*w|goimports\b|rustfmt\b|cargo\s+fmt\b|black\b|ruff\s+(format|check\b[^;|&]*--fix)|isort\b|yapf\b|autopep8\b|clang-format\b[^;|&]*-i|biome\s+(format|check|lint)\b[^;|&]*--(write|fix|apply)|eslint\b[^;|&]*--fix|dprint\s+fmt|shfmt\b[^;|&]*-w|terraform\s+fmt|mix\s+format|swiftformat\b|ktlint\b[^;|&]*-F|stylelint\b[^;|&]*--fix|standard\b[^;|&]*--fix|(npm|pnpm|yarn|bun|make|just)\s+(run\s+)?(format|fmt|prettier|style)\b|(npm|pnpm|yarn|bun)\s+(run\s+)?lint\S*\b[^;|&]*--fix)/;
const SUBSTITUTES = /\bsed\s+[^;|]*-\w*i|\bsed\s+[^;|]*--in-place|\bperl\s+[^;|]*-\w*i/;
const GENERATES =
  /\b(go\s+generate|protoc\b|(npm|pnpm|yarn|bun|make|just)\s+(run\s+)?(gen\w*|codegen\w*)\b|openapi-generator\b|graphql-codegen\b|sqlc\s+generate|prisma\s+generate|buf\s+generate)/;
const MOST = 2000;

export function changingCommands(command: string): ChangingCommand[] {
  const found: ChangingCommand[] = [];
  const text = command.slice(0, MOST);
  if (SUBSTITUTES.test(command)) found.push({ kind: 'substitute', text });
  if (FORMATS.test(command)) found.push({ kind: 'format', text });
  if (GENERATES.test(command)) found.push({ kind: 'generate', text });
  return found;
}

const COMMITTED = /^\[[^\]\n]* ([0-9a-f]{7,64})\] /gm;

/** Jujutsu names the change, which stays when its commit is rewritten, and then the commit. */
const CHANGED =
  /^(?:Working copy +(?:\(@\) )?now at|Parent commit(?: \(@-\))?|Created new commit) *:? *([k-z]{8,64}) ([0-9a-f]{8,64})\b/gm;

/** The commits that a command made, as git and jj print them. */
export function commitsIn(command: string, output: string): ChangingCommand[] {
  return [...gitCommits(command, output), ...jjCommits(command, output)];
}

function jjCommits(command: string, output: string): ChangingCommand[] {
  if (!/\bjj\s+(?:-\S+\s+)*(commit|ci|describe|desc|squash|split|new|rebase|absorb)\b/.test(command)) return [];
  const found = [...output.matchAll(CHANGED)].flatMap(([, change, commit]) => [change as string, commit as string]);
  return [...new Set(found)].map((text) => ({ kind: 'commit', text }));
}

function gitCommits(command: string, output: string): ChangingCommand[] {
  const git = command.search(/\bgit\b/);
  if (git < 0 || !/\b(commit|cherry-pick|revert|am|merge|rebase)\b/.test(command.slice(git))) return [];
  return Array.from(output.matchAll(COMMITTED), ([, text]) => ({ kind: 'commit', text: text as string }));
}

/** A function that does what the `s` commands of `sed` in the text do to a line; undefined if it is not understood. */
export function substitution(command: string): ((line: string) => string) | undefined {
  const steps: ((line: string) => string)[] = [];
  for (const script of sedScripts(command)) {
    const step = stepOf(script);
    if (!step) return undefined;
    steps.push(step);
  }
  return steps.length === 0 ? undefined : (line) => steps.reduce((text, step) => step(text), line);
}

function sedScripts(command: string): string[] {
  const words = shellWords(command);
  const start = words.findIndex((word) => word === 'sed' || word === 'perl' || word.endsWith('/sed'));
  if (start < 0) return [];
  const rest = words.slice(start + 1);
  const until = rest.findIndex((word) => /^[;|&]+$/.test(word));
  const own = until < 0 ? rest : rest.slice(0, until);
  const given = own.flatMap((word, at) => (own[at - 1] === '-e' || /^-\w*e$/.test(own[at - 1] ?? '') ? [word] : []));
  const scripts = given.length > 0 ? given : own.filter((word) => !word.startsWith('-') && word !== '').slice(0, 1);
  return scripts.flatMap((script) => script.split(/(?<=[gI\d]?);\s*(?=s[^\w\s])/));
}

function stepOf(script: string): ((line: string) => string) | undefined {
  const match = /^s([^\w\s\\])((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1([gIiE]*)$/.exec(script.trim());
  if (!match) return undefined;
  const [, mark = '/', pattern = '', replacement = '', flags = ''] = match;
  // Patterns with groups and counts differ between the dialects; those are left alone.
  if (/[(){}+?|]/.test(pattern.replaceAll(/\\./g, '')) || /\\[(){}+?|<>wWbB\d]/.test(pattern)) return undefined;
  if (/\\[1-9nULEul]|(?<!\\)&/.test(replacement) || pattern.length > 500) return undefined;
  const plain = (text: string) => text.replaceAll(`\\${mark}`, mark);
  try {
    const regex = new RegExp(plain(pattern), `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`);
    const to = plain(replacement).replaceAll(/\\(.)/g, '$1');
    return (line) => (line.length > 10_000 ? line : line.replace(regex, () => to));
  } catch {
    return undefined;
  }
}
