/** The transcript without its events, on its way out: the repository's names, attachments, submitter, receipt. */
import { adapterOf } from '../../adapters/index.ts';
import type { Environment, Repo, Source } from '../../transcript.ts';
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
    run.rewriter.rewrite(withRepository(withoutWords(rest as TranscriptHead, agents), profile), HEAD_SHAPE),
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
  const environment = head.session?.environment as Environment | undefined;
  if (profile.anonymise.repository !== 'omit' || !environment) return head;
  const { repo, ...rest } = environment;
  return { ...head, session: { ...head.session, environment: rest } };
}

/** Its name and address are names here even when they are ordinary words, or in a form that nobody knows. */
function nameRepository(
  head: TranscriptHead,
  profile: Profile,
  pseudonyms: Pseudonyms,
  records: ReceiptRecord[],
): TranscriptHead {
  const repo = head.session?.environment?.repo as Repo | null | undefined;
  if (profile.anonymise.repository !== 'pseudonym' || !repo) return head;
  const name = (field: 'name' | 'remote', rule: Rule) => {
    const text = repo[field];
    if (typeof text !== 'string' || text === '' || placeholdersIn(text).length > 0) return {};
    const placeholder = pseudonyms.of('repo', text);
    const place = { field: `session.environment.repo.${field}`, start: 0, end: placeholder.length };
    records.push({ ...place, ruleId: rule.id, type: rule.type, placeholder });
    return { [field]: placeholder };
  };
  const renamed = { ...repo, ...name('name', REPOSITORY_NAME), ...name('remote', OWNER_NAME) };
  return { ...head, session: { ...head.session, environment: { ...head.session.environment, repo: renamed } } };
}
