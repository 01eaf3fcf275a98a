/** What a stream tells of its session, gathered along the way: the header of the transcript. */
import { parentSource, subagentId } from '../../events/source-path.ts';
import { measure } from '../../reading/metrics.ts';
import { objectOf, textOf } from '../../reading/native-values.ts';
import { type AgentNode, type Event, SCHEMA_VERSION, type Session } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import type { UniversalEvent } from './event.ts';
import { something } from './requests.ts';

export const ADAPTER = { adapter: 'universal', adapterVersion: '1.0.0' };

/** As much of an event as totals need. */
type Counted = Pick<Event, 'id' | 'seq' | 'type' | 'timestamp' | 'usage'>;

export class HeaderFacts {
  readonly #first: UniversalEvent;
  readonly #counted: Counted[] = [];
  readonly #models = new Set<string>();
  readonly #agents = new Map<string, AgentNode>();
  readonly #calls = new Map<string, string>();
  #nativeId: string | undefined;
  #started: Record<string, unknown> = {};
  #ended: Extract<UniversalEvent, { type: 'session.ended' }> | undefined;
  #last: string;

  constructor(first: UniversalEvent) {
    this.#first = first;
    this.#last = first.time;
  }

  add(event: UniversalEvent): void {
    this.#nativeId ??= event.native_session_id ?? undefined;
    this.#last = event.time;
    if (event.type === 'session.started') this.#started = objectOf(event.data.metadata);
    if (event.type === 'session.ended') this.#ended = event;
  }

  count({ id, seq, type, timestamp, usage, model, source = 'primary', parentId = '', tool }: Event): void {
    this.#counted.push({ id, seq, type, timestamp, usage });
    if (model !== undefined) this.#models.add(model);
    if (!this.#agents.has(source)) this.#agents.set(source, agentOf(source, this.#calls.get(parentId)));
    if (type === 'tool_call' && tool?.callId !== undefined) this.#calls.set(id, tool.callId);
  }

  header(): TranscriptHeader {
    const said = this.#started;
    const agentVersion = textOf(said['agent_version']);
    return {
      schemaVersion: SCHEMA_VERSION,
      transcriptId: this.#first.session_id,
      source: {
        agent: textOf(said['agent']) || 'unknown',
        ...(agentVersion === undefined ? {} : { agentVersion }),
        ...ADAPTER,
      },
      session: this.#session(),
      submitter: null,
      privacy: UNREDACTED,
      metrics: measure(this.#counted),
    };
  }

  #session(): Session {
    const said = this.#started;
    const startedAt = this.#first.time;
    const endedAt = this.#ended?.time ?? this.#last;
    const model = textOf(said['model']);
    const environment = something({ cwd: textOf(said['cwd']), os: textOf(said['os']), shell: textOf(said['shell']) });
    return {
      startedAt,
      endedAt,
      capturedAt: endedAt,
      environment: environment ?? {},
      ...something({ nativeId: this.#nativeId, title: textOf(said['title']) }),
      ...(model === undefined ? {} : { models: [...new Set([model, ...this.#models])] }),
      state: this.#state(),
      ...(this.#agents.size > 1 ? { agents: [...this.#agents.values()] } : {}),
    };
  }

  #state(): string {
    if (!this.#ended || this.#ended.data.snapshot) return 'open';
    const { reason } = this.#ended.data;
    return reason === 'error' ? 'failed' : reason === 'terminated' ? 'interrupted' : 'ended';
  }
}

const UNREDACTED = {
  profile: 'none',
  redactionApplied: false,
  anonymizationApplied: false,
  rulesApplied: [],
  redactionCount: 0,
};

/** The first event of a subagent belongs to the call that spawned it. */
function agentOf(source: string, callId: string | undefined): AgentNode {
  if (source === 'primary') return { source };
  return {
    source,
    id: subagentId(source),
    ...(callId === undefined ? {} : { callId }),
    parent: parentSource(source),
  };
}
