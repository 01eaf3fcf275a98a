/** What a hub counts of itself for Prometheus: requests, what was accepted and refused, and the process. No content, no names. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HubStore } from '../store/contract.ts';

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];

export class HubMetrics {
  readonly registry = new Registry();
  readonly #seconds: Histogram;
  readonly #accepted: Counter;
  readonly #refused: Counter;
  readonly #events: Counter;
  readonly #tended: Counter;

  constructor(store: Pick<HubStore, 'state'>) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#seconds = new Histogram({
      name: 'hansard_hub_request_seconds',
      help: 'Time until a request was answered',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    });
    this.#accepted = new Counter({
      name: 'hansard_hub_transcripts_total',
      help: 'Transcripts that were sent and taken',
      labelNames: ['outcome'],
      registers,
    });
    this.#refused = new Counter({
      name: 'hansard_hub_refused_total',
      help: 'What was sent and not taken, by the code of the problem',
      labelNames: ['code'],
      registers,
    });
    this.#events = new Counter({
      name: 'hansard_hub_events_total',
      help: 'Events of transcripts that were new',
      registers,
    });
    this.#tended = new Counter({
      name: 'hansard_hub_tended_total',
      help: 'Rounds of cleaning up',
      labelNames: ['result'],
      registers,
    });
    new Gauge({
      name: 'hansard_hub_log_size',
      help: 'Leaves of the log',
      registers,
      async collect() {
        this.set((await store.state()).change);
      },
    });
  }

  /** `route` is the pattern of an address: what stands in it is nobody's business. */
  answered(method: string, route: string, status: number, seconds: number): void {
    this.#seconds.observe({ method, route, status: String(status) }, seconds);
  }

  accepted(outcome: string, events: number): void {
    this.#accepted.inc({ outcome });
    if (outcome !== 'same') this.#events.inc(events);
  }

  refused(code: string): void {
    this.#refused.inc({ code });
  }

  tended(result: 'done' | 'failed'): void {
    this.#tended.inc({ result });
  }
}
