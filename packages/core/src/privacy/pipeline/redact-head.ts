/** The transcript without its events, on its way out: the repository's names, attachments, submitter, receipt. */
import { adapterOf } from '../../adapters/index.ts';
import type { Environment, Git, Repo, Source } from '../../transcript.ts';
import { OWNER_NAME, REPOSITORY_NAME } from '../anonymise/name-rules.ts';
import type { Pseudonyms } from '../anonymise/pseudonyms.ts';
import { EventPolicy } from '../content/event-policy.ts';
import type { Profile } from '../profiles/profile.ts';
import { OldRecords, type ReceiptRecord } from '../receipt/old-records.ts';
import type { Rule } from '../rule.ts';
import { placeholdersIn } from '../texts/placeholder.ts';
import { HEAD_SHAPE } from '../walk/fields.ts';
import { redactAttachments } from './attachments.ts';
import { privacyBlock } from './privacy-block.ts';
import { NO_EVENT, type Run, type RunContext, type TranscriptHead } from './run.ts';

/** To be called when all events are through: the receipt sums them up. */
export function redactHead(head: TranscriptHead, run: Run, context: RunContext): TranscriptHead {
  const { profile, pseudonyms } = context;
  const old = OldRecords.of(head, head.privacy?.redactions);
  run.strings.begin(new EventPolicy(NO_EVENT, profile), old);
  const { attachments, privacy, submitter, ...rest } = head;
  const agents = ownWords(head.source);
  const rewritten = withWords(
    run.rewriter.rewrite(
      withHistory(withRepository(withoutWords(rest as TranscriptHead, agents), profile), profile),
      HEAD_SHAPE,
    ),
    head,
    agents,
  );
  const kept = attachments && redactAttachments(attachments, run, profile.content);
  const records: ReceiptRecord[] = [...run.strings.records, ...old.keys];
  const named = nameRepository(rewritten, profile, pseudonyms, records);
  run.count(records);
  return {
    ...named,
    submitter: { ...pseudonyms.submitter(), identityLinked: profile.identityLinked },
    privacy: privacyBlock(privacy, run, context, records),
    metrics: { ...named.metrics, eventCount: run.eventCount },
    ...(kept ? { attachments: kept } : {}),
  };
}

/** Ids of agents that are read here are words of the format, even to somebody whose project or name is the same. */
function ownWords(source: Source | undefined): ReadonlySet<string> {
  const isOwn = (id: unknown) => typeof id === 'string' && adapterOf(id) !== undefined;
  return new Set((['agent', 'adapter'] as const).filter((field) => isOwn(source?.[field])));
}

function withoutWords(head: TranscriptHead, words: ReadonlySet<string>): TranscriptHead {
  if (words.size === 0) return head;
  const others = Object.entries(head.source).filter(([field]) => !words.has(field));
  return { ...head, source: Object.fromEntries(others) as unknown as Source };
}

function withWords(redacted: TranscriptHead, before: TranscriptHead, words: ReadonlySet<string>): TranscriptHead {
  if (words.size === 0) return redacted;
  // In the order in which they were.
  const kept = Object.entries(before.source).map(([field, text]) => [field, words.has(field) ? text : undefined]);
  const source = { ...Object.fromEntries(kept), ...redacted.source };
  return { ...redacted, source };
}

/** Without what is said about the repository, when the profile wants it omitted. */
function withRepository(head: TranscriptHead, profile: Profile): TranscriptHead {
  if (profile.anonymise.repository !== 'omit' || !head.session) return head;
  const { git, ...session } = head.session;
  const environment = session.environment as Environment | undefined;
  if (!environment) return { ...head, session };
  const { repo, ...rest } = environment;
  return { ...head, session: { ...session, environment: rest } };
}

/** Without the code that commits hold, when the profile wants no contents of files. */
function withHistory(head: TranscriptHead, { content }: Profile): TranscriptHead {
  const { git } = head.session ?? {};
  if (content.includeFileContents || !git) return head;
  const { patch: _patch, diff: _diff, attribution, ...rest } = git;
  const files = attribution?.files?.map((file) => ({
    ...file,
    ranges: file.ranges?.map(({ text: _text, ...range }) => range),
  }));
  const kept = attribution ? { ...rest, attribution: { ...attribution, files: files ?? [] } } : rest;
  return { ...head, session: { ...head.session, git: kept } };
}

/** Its name and address are names here even when they are ordinary words, or in a form that nobody knows. */
function nameRepository(
  head: TranscriptHead,
  profile: Profile,
  pseudonyms: Pseudonyms,
  records: ReceiptRecord[],
): TranscriptHead {
  if (profile.anonymise.repository !== 'pseudonym' || !head.session) return head;
  const name = (path: string, field: string, text: unknown, rule: Rule) => {
    if (typeof text !== 'string' || text === '' || placeholdersIn(text).length > 0) return {};
    const placeholder = pseudonyms.of('repo', text);
    const place = { field: `${path}.${field}`, start: 0, end: placeholder.length };
    records.push({ ...place, ruleId: rule.id, type: rule.type, placeholder });
    return { [field]: placeholder };
  };
  const { environment, git } = head.session as { environment?: Environment; git?: Git };
  const repo: Repo | null | undefined = environment?.repo;
  const inRepo = (field: 'name' | 'remote', rule: Rule) => name('session.environment.repo', field, repo?.[field], rule);
  const renamed = repo && { ...repo, ...inRepo('name', REPOSITORY_NAME), ...inRepo('remote', OWNER_NAME) };
  const links = git?.links?.map((link, at) => ({
    ...link,
    ...name(`session.git.links.${at}`, 'url', link.url, OWNER_NAME),
  }));
  const remote = git && {
    ...git,
    ...name('session.git', 'remote', git.remote, OWNER_NAME),
    ...(links ? { links } : {}),
  };
  return {
    ...head,
    session: {
      ...head.session,
      ...(renamed ? { environment: { ...environment, repo: renamed } } : {}),
      ...(remote ? { git: remote } : {}),
    },
  };
}
