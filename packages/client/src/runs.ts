/** Runs of flows: their steps, files and events, and starting them where the server runs flows. */
import type { RouteAnswer, RouteBody, RouteId, RouteQuery } from '@hansard/core/api/index.ts';
import { type AskOptions, type Connection, part } from './connection.ts';
import { type FollowOptions, follow } from './follow.ts';

type Answer<Id extends RouteId> = Promise<RouteAnswer<Id>>;

/** A step of a flow, as addresses name it. */
export interface StepName {
  readonly flow: string;
  readonly step: string;
}

/** What the stream of a run tells: `connected`, an event of its log by its name, or `run:changed` for its files. */
export interface RunMessage {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const ofRun = (id: string, rest = '') => `/api/runs/${part(id)}${rest}`;
const ofStep = (id: string, { flow, step }: StepName, what: string) =>
  ofRun(id, `/flows/${part(flow)}/steps/${part(step)}/${what}`);

export const runMethods = (to: Connection) => ({
  runs: (query: RouteQuery<'runs'> = {}, ask?: AskOptions): Answer<'runs'> => to.json('/api/runs', { ...ask, query }),
  run: (id: string, ask?: AskOptions): Answer<'run'> => to.json(ofRun(id), ask),
  compareRuns: (query: RouteQuery<'runs-compare'>, ask?: AskOptions): Answer<'runs-compare'> =>
    to.json('/api/runs/compare', { ...ask, query }),
  runTranscripts: (id: string, ask?: AskOptions): Answer<'run-transcripts'> => to.json(ofRun(id, '/transcripts'), ask),
  runReceipts: (id: string, ask?: AskOptions): Answer<'run-receipts'> => to.json(ofRun(id, '/receipts'), ask),
  /** A transcript as it was written. */
  runTranscript: async (
    id: string,
    { flow, step, agent, engine }: StepName & { readonly agent: string; readonly engine: string },
    ask?: AskOptions,
  ): Promise<string> => {
    const path = ofRun(id, `/transcript/${part(flow)}/${part(step)}/${part(agent)}/${part(engine)}`);
    return (await to.ask(path, { ...ask, accept: '*/*' })).text();
  },
  /** A receipt as it was written. */
  runReceipt: async (
    id: string,
    { flow, step, agent }: StepName & { readonly agent: string },
    ask?: AskOptions,
  ): Promise<string> => {
    const path = ofRun(id, `/receipt/${part(flow)}/${part(step)}/${part(agent)}`);
    return (await to.ask(path, { ...ask, accept: '*/*' })).text();
  },
  /** Any file of a run. */
  runFile: async (id: string, query: RouteQuery<'run-file'>, ask?: AskOptions): Promise<Blob> =>
    (await to.ask(ofRun(id, '/file'), { ...ask, query, accept: '*/*' })).blob(),
  /** Address of a file, for a link in a page that has the cookie. */
  runFileUrl: (id: string, query: RouteQuery<'run-file'>): string => to.url(ofRun(id, '/file'), query),
  runSummary: (id: string, ask?: AskOptions): Answer<'run-summary'> => to.json(ofRun(id, '/summary'), ask),
  stepTranscript: (
    id: string,
    name: StepName,
    query: RouteQuery<'step-transcript'> = {},
    ask?: AskOptions,
  ): Answer<'step-transcript'> => to.json(ofStep(id, name, 'transcript'), { ...ask, query }),
  stepReceipt: (
    id: string,
    name: StepName,
    query: RouteQuery<'step-receipt'> = {},
    ask?: AskOptions,
  ): Answer<'step-receipt'> => to.json(ofStep(id, name, 'receipt'), { ...ask, query }),
  runEvents: (id: string, query: RouteQuery<'run-events'> = {}, ask?: AskOptions): Answer<'run-events'> =>
    to.json(ofRun(id, '/events'), { ...ask, query }),
  /** Events of a run from a line on, and those that come. Connections that break are made again. */
  followRun: async function* (
    id: string,
    { after, ...options }: FollowOptions & { readonly after?: number } = {},
  ): AsyncGenerator<RunMessage> {
    const path = ofRun(id, '/events/sse');
    for await (const { event, data } of follow(to, { path, ...(after === undefined ? {} : { after }) }, options))
      yield { event, data: JSON.parse(data) as RunMessage['data'] };
  },
  runTimeline: (id: string, ask?: AskOptions): Answer<'run-timeline'> => to.json(ofRun(id, '/timeline'), ask),
  runTiming: (id: string, ask?: AskOptions): Answer<'run-timing'> => to.json(ofRun(id, '/timing'), ask),
  /** Needs a server that runs flows. */
  startRun: (body: RouteBody<'run-start'>, ask?: AskOptions): Answer<'run-start'> =>
    to.json('/api/run', { ...ask, method: 'POST', body }),
  cancelRun: (id: string, ask?: AskOptions): Answer<'run-cancel'> =>
    to.json(ofRun(id, '/cancel'), { ...ask, method: 'POST' }),
  markRun: (id: string, isExemplar: boolean, ask?: AskOptions): Answer<'run-exemplar'> =>
    to.json(ofRun(id, '/exemplar'), { ...ask, method: 'POST', query: { is_exemplar: String(isExemplar) } }),
  backends: (ask?: AskOptions): Answer<'backends'> => to.json('/api/backends', ask),
  flows: (ask?: AskOptions): Answer<'flows'> => to.json('/api/flows', ask),
  flowGraph: (flow: string, ask?: AskOptions): Answer<'flow-graph'> => to.json(`/api/graph/${part(flow)}`, ask),
  studioHealth: (ask?: AskOptions): Answer<'studio-health'> => to.json('/api/health', ask),
});
