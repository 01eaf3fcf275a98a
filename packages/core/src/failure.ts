/**
 * An operation that could not be done: an error with a stable code and what to do about it. Trouble inside an input
 * is a Problem (data) instead, and a bug is an ordinary error. Only the programs on top turn a failure into an
 * exit status or an HTTP answer.
 */
export interface FailureKind {
  /** What happened, for the documentation. */
  readonly happened: string;
  /** What the user can do. */
  readonly remedy: string;
}

export const FAILURES = {
  'bad-argument': {
    happened: 'An option or argument is unknown, missing, or has an invalid value.',
    remedy: 'Run the command with --help to see what it takes.',
  },
  'unknown-command': {
    happened: 'There is no command with that name.',
    remedy: 'Run `hansard help` to see all commands.',
  },
  'file-not-found': {
    happened: 'The file or folder does not exist.',
    remedy: 'Check the path; `hansard sessions` lists the sessions on this machine with theirs.',
  },
  unreadable: {
    happened: 'The file or folder exists but cannot be read.',
    remedy: 'Check its permissions, and that it is a file and not a device.',
  },
  'not-recognised': {
    happened: 'The input is not in a format that a supported agent writes.',
    remedy: 'See `hansard agents` for what is supported; --agent ID reads it as that agent’s log anyway.',
  },
  'bad-flow': {
    happened: 'The file of a flow is not valid.',
    remedy: 'Run `hansard flow validate` with the file to see what is wrong, and where.',
  },
  'run-in-use': {
    happened: 'Another process is working on the run.',
    remedy: 'Wait for it, or stop the run by `hansard flow cancel RUN`.',
  },
  'not-resumable': {
    happened: 'The folder is not a run of a flow, or files that are needed to resume it are missing.',
    remedy: 'Check the id and --runs; if the run never began, run the flow again.',
  },
  'nothing-found': {
    happened: 'The folder holds no session of a supported agent.',
    remedy: 'See `hansard agents` for where agents keep their sessions.',
  },
  'needs-a-file': {
    happened: 'Databases can only be read from files, not from standard input.',
    remedy: 'Give the path of the database instead of -.',
  },
  'output-exists': {
    happened: 'The output file is already there.',
    remedy: 'Choose another name, or pass --force to replace it.',
  },
  'output-failed': {
    happened: 'The output could not be written.',
    remedy: 'Check the folder, its permissions and the free space.',
  },
  'bad-config': {
    happened: 'The configuration file is not valid, or a setting has a value of the wrong kind.',
    remedy: 'Fix the place named in the message, or run `hansard config unset KEY`.',
  },
  'unknown-setting': {
    happened: 'There is no setting with that name.',
    remedy: 'Run `hansard config list` to see all settings.',
  },
  'bad-prices': {
    happened: 'The file with your own prices cannot be read or is not valid.',
    remedy: 'Fix the file that the setting `prices` names, or pass --no-cost.',
  },
  'bad-query': {
    happened: 'The search query is not valid: an unknown filter, a bad value, or an open quote.',
    remedy: 'Put text in quotes to search for it literally; `hansard help search` lists the filters.',
  },
  'not-a-repository': {
    happened: 'The folder is not in a git repository.',
    remedy: 'Run it in a repository, or give the path of a file in one.',
  },
  'git-failed': {
    happened: 'Git could not be started, or could not read the repository.',
    remedy: 'See what git said; `git status` in the same folder says more.',
  },
  'hub-unusable': {
    happened: 'The hub’s folder or database cannot be opened or written.',
    remedy: 'Check the folder that --data names, or the address that --database gives.',
  },
  'hub-busy': {
    happened: 'The hub cannot reach its database or storage right now. Nothing was lost.',
    remedy: 'Send it again in a while; what was accepted before is there.',
  },
  'hub-full': {
    happened: 'The hub’s storage is full. What was accepted before is safe.',
    remedy: 'The operator of the hub has to make space; then send it again.',
  },
  'hub-unreachable': {
    happened: 'The hub does not answer.',
    remedy: 'Check the address and the network; `hansard push --queued` sends what is waiting later.',
  },
  'hub-refused': {
    happened: 'The hub refused something, and says why.',
    remedy: 'Do what the message names.',
  },
  'not-logged-in': {
    happened: 'There is no key for that hub on this machine.',
    remedy: 'Run `hansard login URL` with a key or an invite of the hub.',
  },
  'archive-unusable': {
    happened: 'The archive cannot be opened or written.',
    remedy:
      'Check the folder that HANSARD_HOME names (by default the user’s data folder), its permissions and free space.',
  },
  'archive-newer': {
    happened: 'The archive was written by a newer version of the program.',
    remedy: 'Update Hansard; nothing was changed.',
  },
  'archive-full': {
    happened: 'There is no space left on the disk that the archive is on. What was stored before is safe.',
    remedy: 'Make space, or move the archive to another disk and point HANSARD_HOME there; then run it again.',
  },
  'archive-locked': {
    happened: 'Another program has been writing to the archive for too long.',
    remedy: 'Wait until it is done, or end it, and run it again; nothing was lost.',
  },
  'archive-damaged': {
    happened: 'The archive file is damaged, or is not an archive.',
    remedy:
      'Put a backup in its place (`hansard backup` makes them); without one, move the file away and run `hansard sync`, ' +
      'which keeps again what the agents still have.',
  },
  'original-damaged': {
    happened: 'An original in the archive is damaged: what was read differs from what was stored.',
    remedy:
      'Run `hansard rebuild`, which mends it from the agent’s file where that is still there; otherwise ' +
      '`hansard import BACKUP` takes it from a backup.',
  },
  'no-archive': {
    happened: 'There is no archive yet.',
    remedy: 'Run `hansard sync` first: it keeps what the agents have on this machine.',
  },
  'unknown-session': {
    happened: 'No session in the archive matches.',
    remedy:
      'Give a number of the last list, the beginning of an id, #N, or the path of a file; `hansard sessions` lists them.',
  },
  'ambiguous-session': {
    happened: 'Several sessions match.',
    remedy: 'Give more of the id, or #N with the number shown.',
  },
  'unknown-run': {
    happened: 'There is no run with that id.',
    remedy: 'See /api/runs for all of them; `hansard import RUNDIR` adds one.',
  },
  'ambiguous-run': {
    happened: 'Several runs match.',
    remedy: 'Give the name of one of the folders, or its key as /api/runs lists it.',
  },
  'unknown-event': {
    happened: 'The session has no event with that id or number.',
    remedy: 'Give the id of an event, or its number in the session.',
  },
  'bad-sql': {
    happened: 'The SQL query is not valid, or does more than read.',
    remedy: 'Run `hansard query --schema` to see the views and their columns.',
  },
  'shares-file': {
    happened: 'The session is in one file with others, and cannot be erased without them.',
    remedy: 'Name the others as well, or leave them all.',
  },
  'erase-unfinished': {
    happened: 'Sessions were erased, but their remains could not be removed from the file.',
    remedy: 'Close other programs that use the archive, see that there is space, and run `hansard rm --finish`.',
  },
  'backup-older': {
    happened: 'The backup was written by an older version of the program.',
    remedy: 'Update Hansard on the machine it comes from, and make the backup again.',
  },
  'not-importable': {
    happened: 'The file cannot be imported.',
    remedy:
      'Give what `hansard backup` or `hansard export` has written. `hansard show FILE` reads agents’ own logs, and `hansard sync` keeps them.',
  },
  'not-archived': {
    happened: 'The archive has no original of that file.',
    remedy: 'Run `hansard sync` while the agent still has it; `hansard sessions` lists what there is.',
  },
  'unknown-profile': {
    happened: 'There is no privacy profile with that name.',
    remedy: 'Run `hansard profiles` to see all of them.',
  },
  'bad-profile': {
    happened: 'A privacy profile, redaction rule or exception of your own is not valid.',
    remedy: 'Fix the place named in the message; `hansard rules test` checks all of them.',
  },
  'profile-local': {
    happened: 'This profile must not be used for content that leaves the machine.',
    remedy: 'Choose another with --profile; `none` is for files that stay here.',
  },
  'out-of-scope': {
    happened: 'The privacy profile does not cover the folder the session ran in.',
    remedy: 'Choose another profile, or change the projects that its scope names.',
  },
  'cannot-listen': {
    happened: 'The server cannot listen on that address and port.',
    remedy: 'Choose another with --port or --host, or end the program that uses it.',
  },
  'not-running': {
    happened: 'No session with that id is running here.',
    remedy: '`hansard pending` and /v1/live list those that are; `hansard run AGENT` starts one.',
  },
  'session-exists': {
    happened: 'A session with that id already exists, with other options.',
    remedy: 'Choose another id.',
  },
  'session-ended': {
    happened: 'The session has ended and takes no more messages.',
    remedy: 'Resume it first, or start another one.',
  },
  'unknown-request': {
    happened: 'No request with that id is waiting for an answer in the session.',
    remedy: '`hansard pending` and /v1/pending list what waits.',
  },
  'already-answered': {
    happened: 'The request was answered before, or the agent no longer waits for it.',
    remedy: 'There is nothing left to do; the message says what was decided, and by whom.',
  },
  'unknown-agent': {
    happened: 'There is no driver for that agent.',
    remedy: 'The message and docs/live.md list the agents that can be run.',
  },
  'agent-not-installed': {
    happened: 'The program of the agent was not found.',
    remedy: 'Install the agent, or name its program in the setting `live.agents`. Hansard installs nothing.',
  },
  'agent-failed': {
    happened: 'The agent could not be started, or ended before it was ready.',
    remedy: 'See its last output in the message; run the agent on its own to check that it works.',
  },
  'mode-not-supported': {
    happened: 'The agent has no such mode, or cannot do that.',
    remedy: '/v1/agents lists what each agent can do.',
  },
  'directory-not-allowed': {
    happened: 'Agents may not be run in this folder.',
    remedy: 'Add it to the setting `live.directories`, or start the server in it.',
  },
  'no-daemon': {
    happened: 'No server that runs agents is running.',
    remedy: 'Start one with `hansard daemon start`, or with `hansard serve --live`.',
  },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof FAILURES;

interface FailureOptions {
  readonly remedy?: string;
  readonly cause?: unknown;
  readonly facts?: Readonly<Record<string, string>>;
}

export class Failure extends Error {
  readonly code: FailureCode;
  readonly remedy: string;
  /** What programs want to know of it, beside the message. */
  readonly facts: Readonly<Record<string, string>> | undefined;

  /** `message` says what happened here; the remedy is the table's unless a better one is known. */
  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.remedy = options.remedy ?? FAILURES[code].remedy;
    this.facts = options.facts;
  }
}
