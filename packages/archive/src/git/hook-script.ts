/**
 * The hooks: a shell script that runs what was there before, appends one line to a spool, and starts Hansard behind git's
 * back at most. It never fails and never waits.
 */
import { createHash } from 'node:crypto';

/** Those that tell of new commits. */
export const HOOKS = ['post-commit', 'post-rewrite', 'post-merge'] as const;
export type Hook = (typeof HOOKS)[number];

/** Other hooks that git knows: a folder for all repositories stands in the way of each repository's own. */
export const OTHER_HOOKS = [
  'applypatch-msg',
  'commit-msg',
  'post-applypatch',
  'post-checkout',
  'pre-applypatch',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'prepare-commit-msg',
  'reference-transaction',
  'sendemail-validate',
] as const;

/** The name under which an earlier hook is kept beside ours. */
export const BEFORE = '.before-hansard';
const MARK = '# hansard git hook';
const HEAD = `#!/bin/sh\n${MARK}\n# \`hansard git uninstall\` takes it away and brings back what was here before.\n`;
/** Shows whether somebody has changed the lines below it. */
const SUM = '# SHA-256 of the lines below: ';
const LAST = '\nexit "$status"\n';

export interface HookOptions {
  /** File that lines are appended to. */
  readonly spool: string;
  /** Program and arguments that take the spool in; nothing is started without. */
  readonly start?: readonly string[] | undefined;
  /** Program and arguments that write a trailer into the file of a message, which comes last; none is written without. */
  readonly trailer?: readonly string[] | undefined;
  /** For the folder of all repositories: the repository's own hook is run. */
  readonly global?: boolean;
}

/** The hook that may write a trailer. */
export const TRAILER_HOOK = 'commit-msg';
const TRAILER_MARK = '# Writes a trailer; whatever goes wrong with it, the message stays as it is.';

export const writesTrailer = (script: string): boolean => isOurs(script) && script.includes(`\n${TRAILER_MARK}\n`);
export const isOurs = (script: string): boolean => script.includes(`\n${MARK}\n`);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function hookScript(name: string, { spool, start, trailer, global = false }: HookOptions): string {
  const isSpooled = (HOOKS as readonly string[]).includes(name);
  // Only this one is given lines on its standard input that both need.
  const hasInput = name === 'post-rewrite';
  const before = global ? '"$(git rev-parse --git-common-dir 2>/dev/null)/hooks/$(basename "$0")"' : `"$0${BEFORE}"`;
  // The repository's own hook has its own name; what was put aside is run under the name that it had.
  const run = `${hasInput ? 'printf \'%s\\n\' "$input" | ' : ''}${global ? '"$before" "$@"' : 'run_before "$@"'}`;
  const lines: string[] = [];
  if (hasInput) lines.push('input=$(cat)');
  if (!global) lines.push(...RUN_BEFORE);
  lines.push('status=0', `before=${before}`, `if [ -x "$before" ]; then ${run}; status=$?; fi`);
  if (isSpooled) {
    lines.push(
      `spool=${quoted(spool)}`,
      '{',
      '  top=$(git rev-parse --show-toplevel) && head=$(git rev-parse HEAD) &&',
      `  printf '%s\\t%s\\t%s\\t%s\\n' "$(date +%s)" ${name} "$head" "$top" >> "$spool"`,
      ...(start ? startLines(start) : []),
      '} >/dev/null 2>&1 </dev/null || :',
    );
  }
  if (name === TRAILER_HOOK && trailer) {
    const run = `${trailer.map(quoted).join(' ')} "$1" >/dev/null 2>&1 </dev/null`;
    lines.push(TRAILER_MARK, `if [ "$status" = 0 ]; then ${run} || :; fi`);
  }
  const body = `${lines.join('\n')}${LAST}`;
  return `${HEAD}${SUM}${sumOf(body)}\n${body}`;
}

/** What others wrote into a hook of ours since it was installed; undefined when they left it alone. */
export interface HookChange {
  /** Lines below ours, which are all as they were. */
  readonly added?: string;
}

export function changeOf(script: string): HookChange | undefined {
  const last = script.indexOf(LAST);
  const [head, ours] = last < 0 ? [script, ''] : splitHead(script.slice(0, last + LAST.length));
  // Before there was a sum, hooks had the first three lines alone.
  const isAsWritten = head === HEAD ? !ours.startsWith(SUM) : head === `${HEAD}${SUM}${sumOf(ours)}\n`;
  if (last < 0 || !isAsWritten) return {};
  const added = script.slice(last + LAST.length);
  return added === '' ? undefined : { added };
}

function splitHead(script: string): [string, string] {
  const end = script.startsWith(`${HEAD}${SUM}`) ? script.indexOf('\n', HEAD.length) + 1 : HEAD.length;
  return [script.slice(0, end), script.slice(end)];
}

const sumOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/**
 * Hooks of husky and others find their scripts by `$0`, their own name and folder. A shell is told another `$0` when it
 * reads a script as a part of a command; other programs are run as they are.
 */
const RUN_BEFORE = [
  'run_before() {',
  '  first=',
  '  IFS= read -r first < "$before" || :',
  '  flags=',
  `  case "$first" in *' -'*) flags="-\${first##* -}" ;; esac`,
  '  case "$first" in',
  `    '#!'*bash*) bash $flags -c '. "$0${BEFORE}"' "$0" "$@" ;;`,
  `    '#!'*/sh*|'#!'*' sh'*|'#!'*dash*) sh $flags -c '. "$0${BEFORE}"' "$0" "$@" ;;`,
  '    *) "$before" "$@" ;;',
  '  esac',
  '}',
];

/** One at a time: a rebase makes fifty commits in a second. The lock of a process that died is taken away. */
function startLines(start: readonly string[]): string[] {
  return [
    '  find "$spool.lock" -prune -mmin +5 -exec rmdir {} \\;',
    `  if mkdir "$spool.lock"; then ( ${start.map(quoted).join(' ')} & ) ; fi`,
  ];
}
