/** Commands about hubs: running one, and sending sessions to one. */
import type { CommandSpec } from '../../command.ts';
import type { OptionSpec } from '../../command-shape.ts';
import { JSON_OPTION, PROFILE_OPTION } from './options.ts';

const TO_OPTION: OptionSpec = {
  name: 'to',
  value: 'URL',
  description: 'The hub; default: the one that was last logged in to.',
};
const ROLES = ['submitter', 'reader', 'analyst', 'admin', 'auditor'];

export const hubCommands: readonly CommandSpec[] = [
  {
    name: 'push',
    summary: 'Send sessions to a hub, through the privacy gate',
    description:
      'Takes out of the sessions what the privacy profile says, shows what is about to be sent, asks, and sends it to the ' +
      'hub. What is sent is entered in the archive before the first byte leaves (see `shared`). Only what the hub does not ' +
      'have is sent; an interrupted push continues where it stopped. The hub looks for secrets again, and answers with a signed ' +
      'receipt. Sessions of projects with a .hansardignore are not sent. When the hub does not answer, sessions are queued: ' +
      '--queued sends them.',
    arguments: [
      {
        name: 'SESSION|QUERY',
        completes: 'file',
        optional: true,
        repeats: true,
        minus: true,
        description:
          'sessions (a number of the last list, the beginning of an id, #N, a path), or a query that finds them',
      },
    ],
    options: [
      TO_OPTION,
      PROFILE_OPTION,
      { name: 'project', value: 'NAME', description: 'Project on the hub; default: default.' },
      { name: 'all', short: 'a', description: 'Send all sessions of the archive.' },
      { name: 'changed', description: 'Send again what was sent to this hub before and has grown since.' },
      { name: 'queued', description: 'Send what could not be sent before, with the options used then.' },
      {
        name: 'numbers',
        description: 'Send sums by week, model and tool, and no content, title or name.',
      },
      {
        name: 'automatic',
        description:
          'Send new and changed sessions of the projects in the setting push.projects; for timers and hooks.',
      },
      { name: 'dry-run', description: 'Show what would be sent, and send nothing.' },
      { name: 'yes', short: 'y', description: 'Do not ask.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Two sessions of the last list', line: 'hansard push 1 2 --profile team' },
      { does: 'What would be sent', line: 'hansard push project:shop --dry-run' },
      { does: 'What has grown since', line: 'hansard push --changed --yes' },
      { does: 'Only sums', line: 'hansard push --all --numbers' },
    ],
    leaves: 'gated',
    load: () => import('../push.ts'),
  },
  {
    name: 'login',
    summary: 'Keep a key for a hub on this machine',
    description:
      'Takes a key (hsk_…) or an invite (hsi_…) from standard input, a file, HANSARD_HUB_KEY or the terminal, tries it, and ' +
      'keeps the key beside the archive, for you only. An invite is redeemed for a key that nobody can link to it.',
    arguments: [{ name: 'URL', description: 'address of the hub' }],
    options: [
      {
        name: 'key-file',
        value: 'FILE',
        completes: 'file',
        description: 'Read the key or the invite from the first line of this file; - is standard input.',
      },
      JSON_OPTION,
    ],
    examples: [{ does: 'With an invite', line: 'hansard login https://hub.example --key-file invite.txt' }],
    leaves: 'never',
    load: () => import('../login.ts'),
  },
  {
    name: 'logout',
    summary: 'Remove the key for a hub from this machine',
    description: 'The key itself still works until it is revoked: `hansard keys revoke` does that.',
    arguments: [{ name: 'URL', optional: true, description: 'address of the hub; not needed when only one is known' }],
    options: [JSON_OPTION],
    examples: [{ does: 'Of the only hub', line: 'hansard logout' }],
    leaves: 'never',
    load: () => import('../logout.ts'),
  },
  {
    name: 'keys',
    summary: 'Show, rotate and revoke keys of a hub',
    description:
      'Lists the key that this machine has for a hub, and all keys for an admin. `rotate` gives a key another secret: the ' +
      'one before no longer works. `revoke` ends it at once. `export` and `import` carry your own key, by which hubs know you ' +
      'under one pseudonym each, to another machine of yours.',
    arguments: [
      {
        name: 'ACTION',
        optional: true,
        choices: ['list', 'rotate', 'revoke', 'export', 'import'],
        description: 'list, rotate, revoke, export or import',
      },
      { name: 'KEY', optional: true, description: 'id of a key; default: your own' },
    ],
    options: [
      TO_OPTION,
      {
        name: 'file',
        value: 'FILE',
        completes: 'file',
        description: 'With export and import: the file of your own key.',
      },
      JSON_OPTION,
    ],
    examples: [{ does: 'Another secret for the own key', line: 'hansard keys rotate' }],
    leaves: 'never',
    load: () => import('../keys.ts'),
  },
  {
    name: 'audit',
    summary: 'Check a transcript against a hub’s receipt and log',
    description:
      'Recomputes the root of a transcript, checks the signature of its receipt, that the receipt is in the hub’s log, and ' +
      'that the log goes on from what this machine has seen before; follows every redaction, and looks for secrets again. ' +
      'Takes the id of a transcript on the hub, or a file with one. Ends with 1 when anything is wrong.',
    arguments: [
      { name: 'ID|FILE', completes: 'file', description: 'id of a transcript, a file, or - for standard input' },
    ],
    options: [TO_OPTION, JSON_OPTION],
    examples: [{ does: 'As the hub has it', line: 'hansard audit 9f1c2a9e-0b1d-4c3e-8f7a-000000000001' }],
    leaves: 'never',
    load: () => import('../audit.ts'),
  },
  {
    name: 'hub',
    summary: 'Run and manage a hub for a team',
    description:
      '`serve` runs a hub until it is stopped; its first start prints the key of an admin, once. It keeps everything in one ' +
      'folder, or in PostgreSQL, where several may run on one database. The other actions take the same --data or --database ' +
      'and work while it runs: `key` makes a key of a role, `invite` makes invites that become keys without a link to a ' +
      'person, `keys` lists, `revoke` ends a key, `quota` says what it may bring, `export` prints everything that the hub has of ' +
      'it, `forget` takes all of that back, `webhook` lists, adds and removes addresses that are told of what happens, `project` shows projects and changes who sees them and for how long they are kept, ' +
      '`move` copies a hub from its folder to an empty PostgreSQL, byte for byte. See docs/hub.md.',
    arguments: [
      {
        name: 'ACTION',
        optional: true,
        choices: [
          'serve',
          'key',
          'invite',
          'keys',
          'revoke',
          'quota',
          'export',
          'forget',
          'webhook',
          'project',
          'move',
        ],
        description: 'serve, key, invite, keys, revoke, quota, export, forget, webhook, project or move',
      },
      {
        name: 'ID',
        optional: true,
        description:
          'with revoke, quota, export and forget: id of a key; with project: its name; with webhook: an address, or the id of one',
      },
    ],
    options: [
      {
        name: 'data',
        value: 'DIR',
        completes: 'file',
        description: 'Keep everything in this folder; default: beside the archive.',
      },
      {
        name: 'database',
        value: 'URL',
        description: 'Keep everything in PostgreSQL 15 or newer: postgres://…; also HANSARD_HUB_DATABASE.',
      },
      {
        name: 'bodies',
        value: 'S3',
        description:
          'Keep the bodies of sessions in S3-compatible storage: s3://BUCKET or s3://BUCKET/PREFIX; also HANSARD_HUB_BODIES.',
      },
      { name: 'host', value: 'ADDRESS', description: 'With serve: listen on this address; default 127.0.0.1.' },
      { name: 'port', value: 'PORT', description: 'With serve: listen on this port; default 7430. 0 takes any.' },
      {
        name: 'host-name',
        value: 'NAME',
        repeats: true,
        description: 'With serve: answer requests for this name only, as behind a proxy; default: any.',
      },
      {
        name: 'status-port',
        value: 'PORT',
        description: 'With serve: the port of /livez, /readyz and /metrics; default: the one after --port.',
      },
      {
        name: 'proxies',
        value: 'N',
        integer: true,
        description: 'With serve: how many proxies stand before it, whose X-Forwarded-For is believed; default 0.',
      },
      {
        name: 'oidc',
        value: 'URL',
        description: 'With serve: let people sign in by this OpenID provider; also HANSARD_HUB_OIDC_ISSUER.',
      },
      {
        name: 'oidc-role',
        value: 'ROLE',
        choices: ['submitter', 'reader', 'analyst', 'auditor', 'none'],
        description: 'With serve: the role of somebody who signs in and has no key yet; default submitter.',
      },
      {
        name: 'webhook-host',
        value: 'HOST',
        repeats: true,
        description: 'With serve: webhooks may lead to this host though its address is private.',
      },
      { name: 'url', value: 'URL', description: 'With serve: the address by which people reach the hub.' },
      { name: 'to', value: 'URL', description: 'With move: the PostgreSQL to move to; also HANSARD_HUB_DATABASE.' },
      { name: 'role', value: 'ROLE', choices: ROLES, description: 'With key and invite: what it may do.' },
      { name: 'project', value: 'NAME', description: 'With key and invite: only this project.' },
      { name: 'name', value: 'NAME', description: 'With key: what it is for.' },
      {
        name: 'expires',
        value: 'WHEN',
        description: 'With key and invite: until when it works, such as 30d or 2027-01-31.',
      },
      { name: 'count', value: 'N', integer: true, description: 'With invite: how many; default 1.' },
      {
        name: 'visibility',
        value: 'WHO',
        choices: ['numbers', 'readers', 'team'],
        description: 'With project: who sees it: only sums, readers, or all who submit as well.',
      },
      {
        name: 'retention',
        value: 'DAYS',
        description: 'With project: remove sessions so many days after they were last sent; off keeps them.',
      },
      {
        name: 'hold',
        value: 'STATE',
        choices: ['on', 'off'],
        description: 'With project: under a legal hold nothing is removed or replaced.',
      },
      {
        name: 'share-days',
        value: 'DAYS',
        description: 'With project: for how long share links work at most; off allows none. Default 30.',
      },
      {
        name: 'documents-an-hour',
        value: 'N',
        description: 'With quota: what a key may bring; without one, as usual.',
      },
      {
        name: 'kind',
        value: 'KIND',
        repeats: true,
        choices: ['accept', 'retract', 'key', 'policy', 'read', 'share'],
        description: 'With webhook and an address: of what it is told; default: accept and retract.',
      },
      { name: 'remove', description: 'With webhook and an id: remove it.' },
      { name: 'bytes-a-day', value: 'N', description: 'With quota: what a key may bring; without one, as usual.' },
      { name: 'yes', short: 'y', description: 'With forget and move: do not ask.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Start one', line: 'hansard hub serve --data /srv/hub --host 0.0.0.0' },
      { does: 'A key for somebody who submits', line: 'hansard hub key --role submitter --data /srv/hub' },
      { does: 'To PostgreSQL', line: 'hansard hub move --data /srv/hub --to postgres://hub@db/hub' },
      { does: 'Keep a project for a year', line: 'hansard hub project web --retention 365 --data /srv/hub' },
      { does: 'Ten invites', line: 'hansard hub invite --count 10 --data /srv/hub' },
    ],
    removes: true,
    leaves: 'never',
    load: () => import('../hub.ts'),
  },
];
