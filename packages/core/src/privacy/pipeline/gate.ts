/**
 * The gate: a profile made ready to run. Whatever leaves the machine goes through one, as a whole transcript or as a
 * stream of events that can be read twice. It is made once and used for many transcripts.
 */
import { Failure } from '../../failure.ts';
import type { Event, Transcript } from '../../transcript.ts';
import type { MachineNames } from '../anonymise/known-names.ts';
import { type Digest, Pseudonyms, type ToHub } from '../anonymise/pseudonyms.ts';
import type { Profile } from '../profiles/profile.ts';
import { isInScope } from '../profiles/scope.ts';
import type { Rule } from '../rule.ts';
import { rules as catalogue } from '../rules/index.ts';
import type { Shape } from '../walk/fields.ts';
import { attachedTexts } from './attachments.ts';
import { type Allow, findersOf } from './finders.ts';
import { redactHead } from './redact-head.ts';
import { markRedacted, type Redacted } from './redacted.ts';
import { Run, type RunContext, type TranscriptHead } from './run.ts';

export interface GateOptions {
  readonly profile: Profile;
  /** The submitter's secret key: pseudonyms are made with it. At least 16 bytes. */
  readonly key: Uint8Array;
  /** SHA-256 in hex, as a `Host` has it. */
  readonly digest: Digest;
  /** Names of the machine's users and of itself, as the caller knows them. */
  readonly machine?: MachineNames;
  /** The user's own rules; they go before the built-in ones. */
  readonly ownRules?: readonly Rule[];
  /** Values that are never taken out. */
  readonly allow?: Allow;
  /** The hub that it is for, which gets pseudonyms of its own. */
  readonly hub?: ToHub | undefined;
}

/** A transcript that can be read event by event, more than once. */
export interface TranscriptSource {
  head(): TranscriptHead | Promise<TranscriptHead>;
  events(): Iterable<Event> | AsyncIterable<Event>;
}

export interface RedactedStream {
  /** To be read once, to the end. */
  readonly events: AsyncIterable<Redacted<Event>>;
  /** Everything else, with the receipt: known when all events have been read. */
  head(): Redacted<TranscriptHead>;
}

/** A session on its way out that is not over: more that belongs to it may follow. */
export interface LearntSession {
  readonly transcript: Redacted<Transcript>;
  /**
   * Any value with texts of the session in it: what was learnt from all of the session goes from every string. Names of
   * fields are such strings, but for those that the shape says are given.
   */
  redact<T>(value: T, shape?: Shape): T;
}

export class Gate {
  private readonly context: RunContext;

  constructor({ profile, key, digest, machine = {}, ownRules = [], allow = () => false, hub }: GateOptions) {
    if (profile.local) {
      throw new Failure('profile-local', `The profile ${profile.name} takes nothing out; what leaves needs another.`);
    }
    const finders = findersOf(profile, catalogue, ownRules, allow);
    const own = new Pseudonyms(digest, key);
    this.context = { profile, finders, pseudonyms: hub ? own.forHub(hub) : own, machine, allow };
  }

  /** Redacts a transcript that is in memory. */
  redactTranscript(transcript: Transcript): Redacted<Transcript> {
    return this.learn(transcript).transcript;
  }

  /** Redacts a transcript that is in memory, and stays ready for what else is said about the same session. */
  learn(transcript: Transcript): LearntSession {
    this.checkScope(transcript);
    return this.learnTexts(transcript);
  }

  /** The same for texts that are no session's: which projects the profile covers says nothing about them. */
  learnTexts(transcript: Transcript): LearntSession {
    const { events, ...head } = transcript;
    const run = this.start(head, true);
    for (const event of events) run.learnEvent(event);
    run.endLearning();
    const redacted = events.map((event) => run.redactEvent(event));
    redacted.push(...run.takeNotes());
    return {
      transcript: markRedacted({ ...redactHead(head, run, this.context), events: redacted }),
      redact: (value, shape) => run.redactValue(value, shape),
    };
  }

  /** Redacts a transcript that is read twice: once to learn, once to be rewritten. */
  async redact(source: TranscriptSource): Promise<RedactedStream> {
    const head = await source.head();
    this.checkScope(head);
    const run = this.start(head);
    for await (const event of source.events()) run.learnEvent(event);
    run.endLearning();
    let finished = false;
    const events = async function* () {
      for await (const event of source.events()) yield markRedacted(run.redactEvent(event));
      for (const note of run.takeNotes()) yield markRedacted(note);
      finished = true;
    };
    return {
      events: events(),
      head: () => {
        if (!finished) throw new Error('the head of a redacted stream is known when its events have been read');
        return markRedacted(redactHead(head, run, this.context));
      },
    };
  }

  private checkScope(head: Pick<Transcript, 'session'>): void {
    const { profile } = this.context;
    if (isInScope(profile, head)) return;
    throw new Failure('out-of-scope', `The profile ${profile.name} does not cover this session’s folder.`);
  }

  private start(head: TranscriptHead, inMemory = false): Run {
    const run = new Run(this.context, inMemory);
    run.learnHead(head);
    for (const text of attachedTexts(head.attachments)) run.learnText(text);
    return run;
  }
}
