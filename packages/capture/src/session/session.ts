/**
 * One session of a program: slices of typed items, and the one door through which everything comes in. What hooks record
 * goes through `dispatch` as well, so that what holds for one entry holds for all.
 */
import { PRIMARY_SOURCE, sourceBelow } from '@hansard/core/events/source-path.ts';
import { hash } from '@hansard/core/recording/hash.ts';
import { platform } from '../platform.ts';
import { Slice } from '../slices/slice.ts';
import { SliceFactoryConfig } from '../slices/slice-factory.ts';
import { nameOf, SlicePolicy, type SliceType, typeOf } from '../slices/slice-type.ts';
import { Admission, type CaptureStats, type Keep, type Limits } from './admission.ts';
import type { Bus } from './bus.ts';
import { currentScope, inScope } from './scope.ts';
import { TranscriptEntry } from './transcript-entry.ts';

export interface SessionOptions {
  /** A UUID by default, or the session that a parent process has named in `HANSARD_CAPTURE_SESSION`. */
  readonly id?: string;
  /** The program, as lists show it. */
  readonly agent?: string;
  readonly title?: string;
  /** What else is known of the program, such as `cwd` and `program`: it is told with the first entry. */
  readonly about?: Readonly<Record<string, string>>;
  /** Short for slices of logs in files below this folder, where the runtime has files. */
  readonly baseDir?: string;
  readonly sliceConfig?: SliceFactoryConfig;
  /** A bus of one's own: what is dispatched there reaches the session's reducers, and the other way round. */
  readonly bus?: Bus;
  /** Whether hooks record anything; true by default. */
  readonly captureTranscript?: boolean;
  /** Whether hooks record what runs in `subagent`; true by default. */
  readonly captureSubagentTranscripts?: boolean;
  readonly keep?: Keep;
  readonly limits?: Limits;
  /** The share of sessions that are recorded, from 0 to 1; decided by the session's id. */
  readonly sample?: number;
  /** Told of the first error inside the recording, of which the program sees nothing else. */
  readonly onError?: (error: unknown) => void;
  readonly clock?: () => Date;
}

/** What was in the slices of state. */
export interface Snapshot {
  readonly session_id: string;
  readonly created_at: string;
  readonly slices: Readonly<Record<string, readonly object[]>>;
}

export class Session {
  readonly agent: string | undefined;
  readonly title: string | undefined;
  readonly about: Readonly<Record<string, string>>;
  readonly captureTranscript: boolean;
  readonly captureSubagentTranscripts: boolean;
  readonly #sample: number;
  #id: string | undefined;
  #startedAt: string | undefined;
  readonly #config: SliceFactoryConfig;
  readonly #bus: Bus | undefined;
  readonly #clock: () => Date;
  readonly #onError: ((error: unknown) => void) | undefined;
  readonly #admission: Admission;
  readonly #policies = new Map<SliceType, SlicePolicy>([[TranscriptEntry, SlicePolicy.LOG]]);
  readonly #slices = new Map<SliceType, Slice<never>>();
  readonly #sequences = new Map<string, number>();
  readonly #subscriptions: (() => void)[] = [];
  readonly #subscribed = new Set<SliceType>();
  #dispatching: object | undefined;
  #headed = false;
  #errors = 0;

  constructor(options: SessionOptions = {}) {
    const joined = platform.env('HANSARD_CAPTURE_SESSION');
    this.#id = options.id ?? joined;
    this.agent = options.agent;
    this.title = options.title;
    this.about = options.about ?? {};
    this.#sample = options.sample ?? 1;
    this.captureTranscript = options.captureTranscript ?? true;
    this.captureSubagentTranscripts = options.captureSubagentTranscripts ?? true;
    this.#clock = options.clock ?? (() => new Date());
    const began = this.#clock();
    if (began.getTime() > 0) this.#startedAt = began.toISOString();
    this.#bus = options.bus;
    this.#onError = options.onError;
    this.#admission = new Admission(options.keep, options.limits);
    this.#config = options.sliceConfig ?? configOf(options.baseDir, options.id === undefined && joined !== undefined);
  }

  /** Made when it is asked for: on an edge, what is random has to wait for the first request, and so has the time. */
  get id(): string {
    this.#id ??= crypto.randomUUID();
    return this.#id;
  }

  get startedAt(): string {
    this.#startedAt ??= this.now();
    return this.#startedAt;
  }

  /** Whether this session is recorded at all. */
  get sampled(): boolean {
    return this.#sample >= 1 || shareOf(this.id) < this.#sample;
  }

  now(): string {
    return this.#clock().toISOString();
  }

  /** What slices of this type are; before the first item of it. */
  setPolicy(type: SliceType, policy: SlicePolicy): void {
    if (this.#slices.has(type) && this.#policyOf(type) !== policy) {
      throw new TypeError(`${nameOf(type)} has items already: its policy cannot change.`);
    }
    this.#policies.set(type, policy);
  }

  slice<T extends object>(type: SliceType<T>): Slice<T> {
    const known = this.#slices.get(type);
    if (known) return known as unknown as Slice<T>;
    const policy = this.#policyOf(type);
    const factory = policy === SlicePolicy.LOG ? this.#config.logFactory : this.#config.stateFactory;
    const slice = new Slice(type, policy, factory.open(type, this.id), (event) => this.#subscribe(event));
    this.#slices.set(type, slice as unknown as Slice<never>);
    return slice;
  }

  /** The one door: an entry is numbered and admitted, reducers change slices, and the bus is told. */
  dispatch(event: object): void {
    const admitted = event instanceof TranscriptEntry ? this.#admit(event) : event;
    if (!admitted) return;
    this.#reduce(admitted);
    if (!this.#bus) return;
    this.#dispatching = admitted;
    try {
      this.#bus.dispatch(admitted);
    } finally {
      this.#dispatching = undefined;
    }
  }

  /** Everything that `fn` does, also later, belongs to this session. */
  run<R>(fn: () => R): R {
    const scope = currentScope();
    return inScope({ session: this, source: scope?.session === this ? scope.source : 'primary' }, fn);
  }

  /** Everything that `fn` does belongs to a subagent of this session, or of the subagent that calls it. */
  subagent<R>(id: string, fn: () => R): R {
    const scope = currentScope();
    const above = scope?.session === this ? scope.source : PRIMARY_SOURCE;
    return inScope({ session: this, source: sourceBelow(above, id.replaceAll('/', '_')) }, fn);
  }

  /** What is in the slices of state, to go back to. */
  snapshot(): Snapshot {
    const states = [...this.#slices.values()].filter(({ policy }) => policy === SlicePolicy.STATE);
    const slices = Object.fromEntries(states.map((slice) => [nameOf(slice.type), Object.freeze([...slice.all()])]));
    return Object.freeze({ session_id: this.id, created_at: this.now(), slices: Object.freeze(slices) });
  }

  /** Rolls slices of state back. Logs stay as they are. */
  restore(snapshot: Snapshot): void {
    for (const slice of this.#slices.values()) {
      if (slice.policy === SlicePolicy.STATE) slice.seed((snapshot.slices[nameOf(slice.type)] ?? []) as never[]);
    }
  }

  stats(): CaptureStats {
    const { entries, cut, dropped } = this.#admission;
    return { entries, cut, dropped, errors: this.#errors };
  }

  /** @internal Runs what belongs to the recording: what goes wrong in it is counted, and never reaches the program. */
  guarded<R>(task: () => R): R | undefined {
    try {
      return task();
    } catch (error) {
      this.#errors++;
      if (this.#errors === 1) this.#tellError(error);
      return undefined;
    }
  }

  /** Files are written as entries come; this closes them. */
  close(): void {
    for (const end of this.#subscriptions.splice(0)) end();
    for (const slice of this.#slices.values()) slice.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  /** @internal The number that the next entry of this source gets. */
  nextSequence(source: string): number {
    return this.#sequences.get(source) ?? 0;
  }

  #policyOf(type: SliceType): SlicePolicy {
    return this.#policies.get(type) ?? SlicePolicy.STATE;
  }

  #admit(entry: TranscriptEntry): TranscriptEntry | undefined {
    const admitted = this.#admission.admit(this.#headed ? entry : withHeader(entry, this));
    if (!admitted) return undefined;
    this.#headed = true;
    const sequence = this.nextSequence(admitted.source);
    this.#sequences.set(admitted.source, sequence + 1);
    return admitted.sequence === sequence ? admitted : new TranscriptEntry({ ...admitted, sequence });
  }

  #reduce(event: object): void {
    this.slice(typeOf(event)).reduce(event);
    for (const slice of this.#slices.values()) if (slice.type !== typeOf(event)) slice.reduce(event);
  }

  #subscribe(type: SliceType): void {
    if (!this.#bus || this.#subscribed.has(type)) return;
    this.#subscribed.add(type);
    this.#subscriptions.push(
      this.#bus.subscribe(type, (event) => {
        if (event !== this.#dispatching) this.#reduce(event);
      }),
    );
  }

  #tellError(error: unknown): void {
    try {
      this.#onError?.(error);
    } catch {
      // It is the program's own, and is not to end the program either.
    }
  }
}

/** Who the session is, on its first entry: so that the file tells it by itself. */
function withHeader(entry: TranscriptEntry, session: Session): TranscriptEntry {
  const capture = {
    version: 1,
    session_id: session.id,
    started_at: session.startedAt,
    ...(session.agent ? { agent: session.agent } : {}),
    ...(session.title ? { title: session.title } : {}),
    ...session.about,
  };
  return new TranscriptEntry({ ...entry, metadata: { provenance: 'captured', ...entry.metadata, capture } });
}

function configOf(baseDir: string | undefined, joined: boolean): SliceFactoryConfig {
  if (baseDir === undefined) return new SliceFactoryConfig();
  if (!platform.files) throw new TypeError('This runtime has no files: give a sliceConfig instead of baseDir.');
  const writer = joined ? crypto.randomUUID().slice(0, 8) : undefined;
  return new SliceFactoryConfig({ logFactory: platform.files(baseDir, writer) });
}

/** A number from 0 to 1 that an id always has. */
const shareOf = (id: string): number => Number.parseInt(hash(`sample ${id}`).slice(0, 6), 36) / 2 ** 26;
