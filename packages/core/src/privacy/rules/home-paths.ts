/**
 * Home folders, with the names of their users. Only the name goes: what lies below stays readable. Accounts that
 * every machine of a kind has (CI runners, containers) name nobody.
 */
import type { Check, Rule } from '../rule.ts';

const SHARED =
  /^(?:runner|runneradmin|node|ubuntu|debian|ec2-user|azureuser|vscode|codespace|gitpod|circleci|jenkins|travis|vagrant|docker|app|appuser|linuxbrew|nonroot|coder|sandbox|workspace|public|shared|default|default user|all users|guest|defaultappuser)$/i;
/** Pages of the web that live under `/home/`. */
const PAGES =
  /^(?:index|about|dashboard|settings|profile|login|logout|page|main|news|search|help|contact)(?:\.\w{1,5}){0,3}$/i;
const isPerson: Check = (name) => !SHARED.test(name) && !PAGES.test(name) && !/^[.$<{%*~]|[*>}%]$/.test(name);

const common = {
  group: 'abs-paths',
  type: 'path',
  confidence: 'high',
  placeholder: '[REDACTED:user]',
  pseudonym: 'user',
} as const;
const NAME = '[A-Za-z0-9_](?:[A-Za-z0-9_.@-]{0,62}[A-Za-z0-9_-])?';

export const homePaths: readonly Rule[] = [
  {
    ...common,
    id: 'home-folder-windows',
    label: 'Home folder on Windows',
    anchor: { at: 'inside', back: 'A-Za-z:/\\\\', reach: 10 },
    keywords: [':\\users\\', ':\\\\users\\\\', ':/users/', ':\\\\\\\\users\\\\\\\\'],
    pattern:
      '[A-Za-z]:(?:\\\\[Uu]sers\\\\|\\\\{2}[Uu]sers\\\\{2}|\\\\{4}[Uu]sers\\\\{4}|/[Uu]sers/)(?<secret>[A-Za-z0-9_][A-Za-z0-9_.@ -]{0,63}?)(?=[\\\\/"\'`;,:\\n\\r)<>|]|$)',
    edges: 'left',
    validate: [isPerson],
    examples: ['C:\\Users\\jdoe\\AppData', 'C:\\\\Users\\\\Jane Doe\\\\src', 'c:/Users/jdoe/src/app'],
  },
  {
    ...common,
    id: 'home-folder',
    label: 'Home folder on Linux or macOS',
    anchor: { at: 'start' },
    keywords: ['/home/', '/users/'],
    pattern: `(?<![.~$}@*-])/(?:home|Users)/(?<secret>${NAME})(?=[^A-Za-z0-9_.@-]|\\.?$|\\.[^A-Za-z0-9])`,
    edges: 'left',
    validate: [isPerson],
    examples: ['/home/jane/src/app/main.ts', '/Users/jdoe/Library', 'file:///home/jane/x', 'cd "/Users/jane doe"'],
  },
  {
    ...common,
    id: 'home-folder-mounted',
    label: 'Home folder of Windows as Linux sees it, of Linux as Windows sees it, or on a server',
    anchor: { at: 'start' },
    keywords: [
      '/mnt/',
      '/var/home/',
      '/export/home/',
      '/usr/home/',
      '/c/users/',
      '/d/users/',
      '/e/users/',
      '/f/users/',
      '/host_mnt/',
      '\\home\\',
    ],
    pattern: `(?:/(?:mnt|host_mnt)/[a-z]/[Uu]sers/|/[c-f]/[Uu]sers/|/(?:var|export|usr)/home/|\\\\{1,2}home\\\\{1,2})(?<secret>${NAME})(?=[/\\\\\\s"'\`:;,)\\]}<>|]|$)`,
    edges: 'none',
    validate: [isPerson],
    examples: [
      '/mnt/c/Users/jdoe/src',
      '/var/home/jane/.config',
      '\\\\wsl$\\Ubuntu\\home\\jane\\src',
      '/c/Users/jdoe/app',
    ],
  },
  {
    ...common,
    id: 'home-folder-slug',
    label: 'Home folder in the name of an agent’s project folder',
    anchor: { at: 'start' },
    keywords: ['-home-', '-users-'],
    pattern: '-(?:home|Users)-(?<secret>[A-Za-z0-9_]{2,32})-',
    edges: 'none',
    confidence: 'medium',
    validate: [
      isPerson,
      (_name, text, start) => /[/\\"'\s]-(?:home|Users)-$/.test(text.slice(Math.max(0, start - 8), start)),
    ],
    examples: ['~/.claude/projects/-home-jane-src-app/1.jsonl'],
  },
];
