/**
 * Names as rules. The first list is what receipts call a known name; nothing is matched by these. The second finds
 * names where the text itself says that they are some: authors of commits, prompts of a shell, makers' host names.
 */
import type { Check, Rule, RuleGroup, RuleType } from '../rule.ts';

const known = (id: string, group: RuleGroup, type: RuleType, label: string): Rule => ({
  id,
  group,
  type,
  label,
  confidence: 'medium',
  placeholder: `[REDACTED:${id}]`,
  anchor: { at: 'whole' },
  keywords: [],
  pattern: '(?!)',
  examples: [],
});

export const USER_NAME = known('user-name', 'identities', 'identity', 'Name of a user');
export const HOST_NAME = known('host-name', 'hosts', 'host', 'Name of a machine');
export const REPOSITORY_NAME = known('repository-name', 'identities', 'identity', 'Name of a repository');
export const OWNER_NAME = known('owner-name', 'identities', 'identity', 'Owner of a repository');
export const FOLDER_NAME = known('folder-name', 'abs-paths', 'path', 'Folder on the way to a project');
export const PROJECT_PATH = known('project-path', 'abs-paths', 'path', 'Folder of a project');
export const COMMIT_HASH = known('commit-hash', 'commits', 'identity', 'Hash of a commit');
export const REFERENCE_ID = known('reference-id', 'identities', 'identity', 'Id with something in it that had to go');

/** Programs sign commits as well, with an address that nobody reads. */
const isPerson: Check = (name, text, start) => {
  const address = text.slice(start + name.length, start + name.length + 80);
  return !/^ {1,2}<[^>@]{0,40}(?:no-?reply|bot|actions)[^>@]{0,40}@/i.test(address) && !/\d{4}|^git/i.test(name);
};

const person = (id: string, label: string, given: Pick<Rule, 'keywords' | 'pattern' | 'examples'>): Rule => ({
  id,
  group: 'identities',
  type: 'identity',
  label,
  confidence: 'medium',
  placeholder: '[REDACTED:name]',
  pseudonym: 'user',
  anchor: { at: 'start' },
  edges: 'left',
  caseless: true,
  validate: [isPerson],
  ...given,
});

const NAME = '(?<secret>[^\\s<>"\'\\\\:,;()\\[\\]@][^<>"\\\\\\n:;()\\[\\]@]{1,58}[^\\s<>"\'\\\\:,;()\\[\\]@])';

export const NAMES_IN_TEXT: readonly Rule[] = [
  person('commit-author', 'Author of a commit', {
    keywords: ['author:', 'committer:', 'commit:', 'tagger:'],
    pattern: `(?:author|committer|commit|tagger): {1,8}${NAME} {1,2}<`,
    examples: ['Author: Jane Q. Doe <jane@corp.test>'],
  }),
  person('commit-trailer', 'Somebody named in a commit message', {
    keywords: ['co-authored-by:', 'signed-off-by:', 'reviewed-by:', 'acked-by:', 'tested-by:', 'reported-by:'],
    pattern: `(?:co-authored|signed-off|reviewed|acked|tested|reported)-by: {1,4}${NAME} {1,2}<`,
    examples: ['Co-authored-by: Jane Q. Doe <jane@corp.test>'],
  }),
  person('git-user-name', 'Name in the settings of git', {
    keywords: ['user.name'],
    pattern: `user\\.name["']?(?:=| {1,4}|\\s{0,2}=\\s{0,2})\\\\{0,2}["']?${NAME}(?=\\\\{0,2}["']|\\n|$)`,
    examples: ['git config user.name "Jane Q. Doe"'],
  }),
];

export const HOSTS_IN_TEXT: readonly Rule[] = [
  {
    id: 'shell-prompt-host',
    group: 'hosts',
    type: 'host',
    label: 'Machine named in a shell prompt',
    confidence: 'medium',
    placeholder: '[REDACTED:host]',
    pseudonym: 'host',
    anchor: { at: 'inside', back: 'a-z0-9_.-', reach: 32 },
    keywords: ['@'],
    pattern:
      '[a-z_][a-z0-9_.-]{0,31}@(?<secret>[A-Za-z][A-Za-z0-9-]{2,62})(?:\\.local)?:[~/][^\\s:$#]{0,200}[$#](?=\\s|$)',
    edges: 'left',
    examples: ['jdoe@janes-thinkpad:~/src$ ls'],
  },
  {
    id: 'device-name',
    group: 'hosts',
    type: 'host',
    label: 'Name that a maker gives to a machine',
    confidence: 'medium',
    placeholder: '[REDACTED:host]',
    pseudonym: 'host',
    anchor: { at: 'inside', back: 'A-Za-z0-9-', reach: 100 },
    keywords: ['-macbook', '-imac', '-mac-mini', 'desktop-', 'laptop-', '-thinkpad'],
    pattern:
      '(?:[A-Za-z0-9]{2,30}(?:-[A-Za-z0-9]{1,30}){0,2}-(?:MacBook(?:-(?:Pro|Air))?|iMac(?:-Pro)?|Mac-mini|ThinkPad)(?:-\\d{1,2})?(?:\\.local)?|(?:DESKTOP|LAPTOP)-[A-Z0-9]{7})',
    examples: ['Janes-MacBook-Pro.local', 'DESKTOP-7Q4K2LM'],
  },
];

/** Names of machines that only a network of one’s own knows, where a command or an address takes one. */
const isOfNetwork: Check = (name, text, start) => {
  const behind = text.slice(start + name.length, start + name.length + 2);
  return !PUBLIC_HOSTS.test(name) && !/^[\w(]|^\.\w/.test(behind) && !/[.$\w]/.test(text.charAt(start - 1));
};
/** Of other schemes the first part is no machine: `chrome://settings`. */
const isInAddress: Check = (_name, text, start) => {
  const scheme = /([a-z+]{2,20}):\/\/(?:[^\s@/]{1,100}@)?$/i.exec(text.slice(Math.max(0, start - 130), start))?.[1];
  return scheme === undefined || SCHEMES.test(scheme);
};
const SCHEMES =
  /^(?:https?|wss?|ssh|git|git\+ssh|s?ftp|ldaps?|smb|rdp|vnc|amqps?|rediss?|postgres(?:ql)?|mysql|mongodb|nfs|mqtt|tcp|udp)$/i;
const PUBLIC_HOSTS =
  /^(?:(?:host|gateway|kubernetes|vm)\.docker\.internal|metadata\.google\.internal|kubernetes(?:\.default(?:\.svc(?:\.cluster\.local)?)?)?|(?:[a-z.]{1,20}\.)?cluster\.local|localhost|(?:www|api|example|test|foo|bar|host|hostname|server|proxy|registry|db|web|app)\d{0,2})$/i;

const isBehindCommand: Check = (_name, text, start) =>
  /(?:^|[\s;|&("'`$])(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id) [^\n]{0,160}$/.test(
    text.slice(Math.max(0, start - 180), start),
  );

const network = (
  id: string,
  label: string,
  given: Pick<Rule, 'anchor' | 'keywords' | 'pattern' | 'examples'>,
  ...checks: readonly Check[]
): Rule => ({
  id,
  group: 'hosts',
  type: 'host',
  label,
  confidence: 'medium',
  placeholder: '[REDACTED:host]',
  pseudonym: 'host',
  edges: 'none',
  caseless: true,
  validate: [isOfNetwork, isInAddress, ...checks],
  ...given,
});

export const HOSTS_OF_NETWORK: readonly Rule[] = [
  network('internal-host', 'Machine of a network of one’s own', {
    anchor: { at: 'inside', back: 'A-Za-z0-9.-', reach: 200 },
    keywords: ['.internal', '.corp', '.lan', '.intranet', '.intra', '.home.arpa', '.localdomain'],
    pattern:
      '[A-Za-z0-9][A-Za-z0-9-]{1,62}(?:\\.[A-Za-z0-9-]{1,63}){0,6}\\.(?:internal|corp|lan|intranet|intra|home\\.arpa|localdomain)',
    examples: ['psql -h db7.prod.acme.internal -U app'],
  }),
  network('address-host', 'Machine of a network of one’s own in an address', {
    anchor: { at: 'start' },
    keywords: ['://'],
    pattern: '://(?:git@)?(?<secret>[A-Za-z][A-Za-z0-9-]{2,62}(?:\\.local)?)(?=[:/"\'\\s]|$)',
    examples: ['curl http://buildbox7:8080/job/x'],
  }),
  network(
    'command-host',
    'Machine of a network of one’s own in a command',
    {
      anchor: { at: 'inside', back: 'A-Za-z0-9_.-', reach: 32 },
      keywords: ['@'],
      pattern: '[a-z_][a-z0-9_.-]{0,31}@(?<secret>[A-Za-z][A-Za-z0-9-]{2,62}(?:\\.local)?)(?=[:\\s"\']|$)',
      examples: ['ssh -i ~/.ssh/id deploy@buildbox7'],
    },
    isBehindCommand,
  ),
];

/** Logs of most agents do not name the remote; what git printed does. Addresses elsewhere may be anybody's. */
export const REMOTES_IN_TEXT: readonly Rule[] = [
  {
    id: 'remote-owner',
    group: 'identities',
    type: 'identity',
    label: 'Owner of a repository in the output of git',
    confidence: 'medium',
    placeholder: '[REDACTED:owner]',
    pseudonym: 'org',
    anchor: { at: 'inside', back: 'A-Za-z0-9@:/._~%+-', reach: 300 },
    keywords: [' (fetch)', ' (push)'],
    pattern:
      '(?:[a-z]{2,5}://)?(?:[^\\s@/]{1,100}@)?[A-Za-z0-9.-]{3,80}(?::\\d{2,5}/|[:/])(?<secret>[\\w.-]{1,60})(?:/[\\w.-]{1,60}){1,4} \\((?:fetch|push)\\)',
    edges: 'none',
    examples: [
      'origin\tgit@github.com:acme-labs/gloamwire.git (fetch)',
      'origin  https://gitlab.com/acme-labs/web/gloamwire (push)',
    ],
  },
];

export const COMMITS_IN_TEXT: readonly Rule[] = [
  {
    id: 'commit-line',
    group: 'commits',
    type: 'identity',
    label: 'Commit named in the output of git',
    confidence: 'medium',
    placeholder: '[REDACTED:commit]',
    pseudonym: 'commit',
    anchor: { at: 'start' },
    keywords: ['commit ', 'merge: ', 'head is now at ', 'updating '],
    pattern: '(?:commit|Merge:|HEAD is now at|Updating) (?<secret>[0-9a-f]{7,40})(?![0-9a-f])',
    edges: 'left',
    examples: ['commit 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'],
  },
  {
    id: 'commit-argument',
    group: 'commits',
    type: 'identity',
    label: 'Commit named in a command',
    confidence: 'medium',
    placeholder: '[REDACTED:commit]',
    pseudonym: 'commit',
    anchor: { at: 'start' },
    keywords: ['git '],
    pattern: 'git [a-z][a-z-]{2,20}(?: -{1,2}[A-Za-z][\\w=.-]{0,40}){0,6} (?<secret>[0-9a-f]{7,40})(?![0-9a-f])',
    edges: 'left',
    examples: ['git show --stat 0f1e2d3c4b5a', 'git revert --no-edit 0f1e2d3'],
  },
];
