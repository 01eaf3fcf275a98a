/**
 * The names of one transcript: who worked, where, on what. They come from the machine, from the transcript's head, and
 * from what rules find in its texts; each becomes a value to look for everywhere, with its pseudonym. A name that is
 * also a word counts only where it stands as a name: as a part of a path, a host or an address.
 */
import type { KnownValue } from '../matching/known-values.ts';
import type { Rule } from '../rule.ts';
import { isPlaceholder, type PseudonymKind } from '../texts/placeholder.ts';
import { isDistinctive, isNobody } from './common-words.ts';
import { isPublicForge, parseRemote } from './git-remote.ts';
import {
  COMMIT_HASH,
  FOLDER_NAME,
  HOST_NAME,
  OWNER_NAME,
  PROJECT_PATH,
  REPOSITORY_NAME,
  USER_NAME,
} from './name-rules.ts';
import { projectRoot, writtenForms } from './project-root.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** A value to look for, and what becomes of it. */
export interface ReplacedValue extends KnownValue {
  readonly rule: Rule;
  readonly replacement: string;
}

/** Which names are replaced. */
export interface AnonymisedKinds {
  readonly users: boolean;
  readonly hosts: boolean;
  readonly paths: boolean;
  readonly repository: boolean;
  readonly commits: boolean;
}

/** What the machine says about its user; nothing of it is read here. */
export interface MachineNames {
  readonly users?: readonly string[];
  readonly hosts?: readonly string[];
  /** Names of people, as git knows them. */
  readonly people?: readonly string[];
}

export class KnownNames {
  private readonly kinds: AnonymisedKinds;
  private readonly pseudonyms: Pseudonyms;
  private readonly add: (value: ReplacedValue) => void;
  private readonly learnt = new Set<string>();

  constructor(kinds: AnonymisedKinds, pseudonyms: Pseudonyms, add: (value: ReplacedValue) => void) {
    this.kinds = kinds;
    this.pseudonyms = pseudonyms;
    this.add = add;
  }

  learnMachine({ users = [], hosts = [], people = [] }: MachineNames): void {
    for (const user of [...users, ...people]) this.learn('user', user);
    for (const host of hosts) this.learn('host', host);
  }

  /** A name of a kind that rules find. */
  learn(kind: PseudonymKind, name: string): void {
    const id = `${kind} ${name}`;
    if (this.learnt.has(id) || isPlaceholder(name) || isNobody(name)) return;
    this.learnt.add(id);
    if (kind === 'user' && this.kinds.users) this.learnWord('user', name, USER_NAME);
    if (kind === 'host' && this.kinds.hosts) this.learnHost(name);
    if (kind === 'repo' && this.kinds.repository) this.learnRepository(name);
    if (kind === 'org' && this.kinds.repository) this.learnWord('org', name, OWNER_NAME, isSegment);
    if (kind === 'commit' && this.kinds.commits) this.learnCommit(name);
  }

  /** A folder that somebody works in. */
  learnFolder(folder: string): void {
    if (!this.kinds.paths || this.learnt.has(folder)) return;
    this.learnt.add(folder);
    const root = projectRoot(folder);
    if (!root || isPlaceholder(root.name)) return;
    const replacement = this.pseudonyms.of('repo', root.name);
    for (const text of writtenForms(root)) {
      // A path that began at the top still does.
      const lead = text.startsWith('/') ? 1 : 0;
      this.add({ text, lead, caseless: false, whole: false, where: endsPath, rule: PROJECT_PATH, replacement });
    }
    // A folder may be called like its owner, who is replaced everywhere, or like the host of a forge, which is nobody's.
    const user = root.home?.split(/[\\/]/).at(-1) ?? '';
    if (user !== '') this.learn('user', user);
    for (const between of root.between) {
      if (between.toLowerCase() === user.toLowerCase() || isPublicForge(between)) continue;
      if (isDistinctive(between)) this.learnWord('folder', between, FOLDER_NAME, isSegmentOrHolds(root.name));
    }
    if (this.kinds.repository) this.learnRepository(root.name);
  }

  /** Address of a repository: `git@host:owner/repo.git`. */
  learnRemote(address: string): void {
    const remote = this.kinds.repository ? parseRemote(address) : undefined;
    if (!remote || isPlaceholder(remote.repo)) return;
    const parts = [...remote.owner.split('/'), remote.repo];
    const text = parts.join('/');
    let lead = 0;
    // Each is replaced by itself, so that the receipt has a record for each.
    for (const [i, part] of parts.entries()) {
      const isRepository = i === parts.length - 1;
      const rule = isRepository ? REPOSITORY_NAME : OWNER_NAME;
      const replacement = this.pseudonyms.of(isRepository ? 'repo' : 'org', part);
      const tail = text.length - lead - part.length;
      this.add({ text, lead, tail, caseless: true, whole: true, rule, replacement });
      if (!isRepository) this.learn('org', part);
      lead += part.length + 1;
    }
    this.learnRepository(remote.repo);
    if (!isPublicForge(remote.host)) this.learn('host', remote.host);
  }

  private learnRepository(name: string): void {
    // A repository that is called like a folder of every project is only known by its path and its address.
    if (isDistinctive(name) && !isPlaceholder(name)) this.learnWord('repo', name, REPOSITORY_NAME);
  }

  private learnHost(name: string): void {
    const [short] = name.split('.');
    for (const host of new Set([name, short!])) if (!isNobody(host)) this.learnWord('host', host, HOST_NAME);
  }

  /** Short forms mean the same commit; seven digits are the shortest that git writes. */
  private learnCommit(hash: string): void {
    const replacement = this.pseudonyms.of('commit', hash.slice(0, 7));
    for (const length of new Set([hash.length, 40, 12, 11, 10, 9, 8, 7])) {
      if (length > hash.length) continue;
      this.add({ text: hash.slice(0, length), caseless: true, whole: true, rule: COMMIT_HASH, replacement });
    }
  }

  private learnWord(kind: PseudonymKind, name: string, rule: Rule, where?: KnownValue['where']): void {
    const replacement = this.pseudonyms.of(kind, name);
    const base = { caseless: true, whole: true, rule, replacement };
    if (isDistinctive(name)) this.add({ ...base, text: name, where });
    else if (name.length >= 4) this.add({ ...base, text: name, where: isSegment });
    else if (name.length === 3) {
      for (const lead of LEADS) this.add({ ...base, text: lead + name, whole: false, lead: 1, where: endsWord });
    }
  }
}

/** What stands before a part of a path, a host, an address. */
const LEADS = ['/', '\\', '@', '~'];

/** An address of git may have a colon before it: `host:owner/repo`. */
const isSegment: NonNullable<KnownValue['where']> = (text, start, end) =>
  LEADS.includes(text[start - 1] ?? '') || text[end] === '@' || (text[start - 1] === ':' && text[end] === '/');

/** Clones often lie in a folder that is called like their owner: `owner/repo`, without a path before it. */
const isSegmentOrHolds = (project: string): NonNullable<KnownValue['where']> => {
  const behind = `/${project.toLowerCase()}`;
  return (text, start, end) =>
    isSegment(text, start, end) || text.slice(end, end + behind.length).toLowerCase() === behind;
};

const endsWord: NonNullable<KnownValue['where']> = (text, _, end) => !/[\p{L}\p{N}_-]/u.test(text[end] ?? '');

/** The folder itself, or something in it; not a longer name that begins like it. */
const endsPath: NonNullable<KnownValue['where']> = (text, _, end) => !/[\p{L}\p{N}_]/u.test(text[end] ?? '');
