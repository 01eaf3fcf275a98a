/** Puts events of the stream into their envelope, and numbers them. */
import type { Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import type { UniversalData, UniversalEvent, UniversalType } from './event.ts';

export interface Told {
  /** Tells the events apart that one event of the transcript becomes. */
  readonly suffix: string;
  /** Default: that of the transcript's event, else of the event before. */
  readonly time?: string;
  readonly synthetic?: boolean;
  /** The stream's own, though it is about an event of the transcript. */
  readonly own?: boolean;
}

export class Emitter {
  readonly #header: TranscriptHeader;
  readonly #raw: boolean;
  readonly #prefix: string;
  #out: UniversalEvent[] = [];
  #sequence = 0;
  /** The transcript's event whose raw form was not told yet. */
  #untold: Event | undefined;
  /** Of the last event. */
  time: string;

  constructor(header: TranscriptHeader, raw: boolean) {
    this.#header = header;
    this.#raw = raw;
    this.#prefix = idPrefix(header.transcriptId);
    this.time = header.session.startedAt;
  }

  /** What was emitted since the last time. */
  take(): UniversalEvent[] {
    const taken = this.#out;
    this.#out = [];
    return taken;
  }

  /** What comes now is told because of this event. */
  about(event: Event | undefined): void {
    this.#untold = event;
  }

  /** Without an event it is the stream's own. */
  emit<T extends UniversalType>(type: T, data: UniversalData<T>, event: Event | undefined, told: Told): void {
    const synthetic = told.synthetic || told.own || !event || event.native?.synthetic === true;
    this.time = told.time ?? event?.timestamp ?? this.time;
    const { nativeId } = this.#header.session;
    const emitted = {
      event_id: `${this.#prefix}${told.own ? '' : (event?.id ?? '')}.${told.suffix}`,
      sequence: ++this.#sequence,
      time: this.time,
      session_id: this.#header.transcriptId,
      native_session_id: nativeId,
      source: synthetic ? 'daemon' : 'agent',
      synthetic,
      type,
      data,
    } as UniversalEvent;
    if (event && !isPrimary(event)) emitted.agent_source = event.source;
    const raw = this.#raw ? this.#rawOf(event) : undefined;
    if (raw) emitted.raw = raw;
    this.#out.push(emitted);
  }

  /** The header beside the first event, each event of the transcript beside the first that it becomes. */
  #rawOf(event: Event | undefined): object | undefined {
    const first = this.#sequence === 1 ? { transcript: this.#header } : undefined;
    if (!event || event !== this.#untold) return first;
    this.#untold = undefined;
    return { ...first, event };
  }
}

/** Ids of events are unique in a session; with this before them they are unique beyond it. */
export const idPrefix = (transcriptId: string): string => `${transcriptId.slice(0, 8)}.`;

export const isPrimary = ({ source }: Event): boolean => source === undefined || source === 'primary';
