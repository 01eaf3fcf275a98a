/** Routes about runs of flows: the four of the seed, those of the original studio, and what the page needs beyond them. */
import Type from 'typebox';
import {
  BackendList,
  FlowGraphAnswer,
  FlowList,
  RunCanceled,
  RunMarked,
  RunStartBody,
  RunStartedAnswer,
  StudioHealth,
} from '../flows.ts';
import { type Route, route } from '../route.ts';
import {
  RunComparison,
  RunEventEntry,
  RunEventList,
  RunSummaryAnswer,
  RunTimeline,
  RunTiming,
  StepReceipt,
  StepTranscript,
} from '../run-views.ts';
import { ReceiptFileList, RunAnswer, RunList, TranscriptFileList } from '../runs.ts';

const PLAIN = '^[^\\u0000-\\u001f\\u007f]+$';

const name = (description: string) => Type.String({ minLength: 1, maxLength: 300, pattern: PLAIN, description });

const run_id = name('Id of the run: the name of its folder, or another id that its files give it');
const RunParams = Type.Object({ run_id });
const flow_key = name('Key of the flow');
const step_id = name('Id of the step');
const agent_key = name('Key of the agent');
const StepParams = Type.Object({ run_id, flow_key, step_id });
const ReceiptParams = Type.Object({ ...StepParams.properties, agent_key });
const TranscriptParams = Type.Object({ ...ReceiptParams.properties, engine: name('Engine, such as claude') });
const version = Type.Optional(
  Type.Integer({ minimum: 1, description: 'An earlier version, from 1: what a loop has written over' }),
);
const VersionQuery = Type.Object({ version });

const SMALL = 256 * 1024;

const get = {
  method: 'GET',
  tag: 'runs',
  media: 'json',
  scope: 'read',
  cache: 'archive',
  leaves: 'gated',
} as const satisfies Partial<Route>;
const bytes = { ...get, media: 'file', cache: 'never' } as const;
const post = { tag: 'runs', media: 'json', method: 'POST', cache: 'never', leaves: 'gated' } as const;

export const runRoutes = [
  route({
    ...get,
    id: 'runs',
    path: '/api/runs',
    summary: 'Runs, newest first',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ description: 'How many; 100 unless said, taken as 1 to 500' })),
      offset: Type.Optional(Type.Integer({ description: 'Runs to leave out at the beginning' })),
      q: Type.Optional(
        Type.String({
          maxLength: 2000,
          description:
            'run: flow: step: engine: title: after: before: is:stub is:error is:starred, and words of titles',
        }),
      ),
    }),
    answer: RunList,
  }),
  route({
    ...get,
    id: 'runs-compare',
    path: '/api/runs/compare',
    summary: 'Two runs side by side: steps, times, tokens, money and artefacts',
    query: Type.Object({
      run_a: run_id,
      run_b: run_id,
      flow: Type.Optional(Type.String({ maxLength: 300, description: 'Only this flow' })),
    }),
    answer: RunComparison,
  }),
  route({
    ...get,
    id: 'run',
    path: '/api/runs/{run_id}',
    summary: 'A run with its steps and files',
    params: RunParams,
    answer: RunAnswer,
  }),
  route({
    ...get,
    id: 'run-transcripts',
    path: '/api/runs/{run_id}/transcripts',
    summary: 'Transcripts of a run',
    params: RunParams,
    answer: TranscriptFileList,
  }),
  route({
    ...get,
    id: 'run-receipts',
    path: '/api/runs/{run_id}/receipts',
    summary: 'Receipts of a run',
    params: RunParams,
    answer: ReceiptFileList,
  }),
  route({
    ...bytes,
    id: 'run-transcript',
    path: '/api/runs/{run_id}/transcript/{flow_key}/{step_id}/{agent_key}/{engine}',
    summary: 'A transcript: the file’s own bytes, one JSON object a line',
    params: TranscriptParams,
    query: VersionQuery,
    answer: Type.String({ contentMediaType: 'application/x-ndjson', description: 'The lines' }),
  }),
  route({
    ...bytes,
    id: 'run-receipt',
    path: '/api/runs/{run_id}/receipt/{flow_key}/{step_id}/{agent_key}',
    summary: 'A receipt: the file’s own bytes',
    params: ReceiptParams,
    query: VersionQuery,
    answer: Type.String({ contentMediaType: 'application/json', description: 'The receipt' }),
  }),
  route({
    ...bytes,
    id: 'run-file',
    path: '/api/runs/{run_id}/file',
    summary: 'Any file of a run, as a download',
    params: RunParams,
    query: Type.Object({
      file: Type.String({ minLength: 1, maxLength: 4096, pattern: PLAIN, description: 'Path below the run’s folder' }),
      version,
    }),
    answer: Type.String({ contentEncoding: 'binary', description: 'The content' }),
  }),
  route({
    ...get,
    id: 'run-summary',
    path: '/api/runs/{run_id}/summary',
    summary: 'Which files of which step are there',
    params: RunParams,
    answer: RunSummaryAnswer,
  }),
  route({
    ...get,
    id: 'step-transcript',
    path: '/api/runs/{run_id}/flows/{flow_key}/steps/{step_id}/transcript',
    summary: 'All transcripts of a step, as messages',
    params: StepParams,
    query: VersionQuery,
    answer: StepTranscript,
  }),
  route({
    ...get,
    id: 'step-receipt',
    path: '/api/runs/{run_id}/flows/{flow_key}/steps/{step_id}/receipt',
    summary: 'All receipts of a step',
    params: StepParams,
    query: VersionQuery,
    answer: StepReceipt,
  }),
  route({
    ...get,
    cache: 'never',
    id: 'run-events',
    path: '/api/runs/{run_id}/events',
    summary: 'Events of a run; as a stream that follows it for requests that accept text/event-stream',
    params: RunParams,
    query: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only events behind this line' })),
    }),
    answer: RunEventList,
  }),
  route({
    ...get,
    cache: 'never',
    media: 'sse',
    id: 'run-events-sse',
    path: '/api/runs/{run_id}/events/sse',
    summary: 'The same stream, for readers that cannot say what they accept',
    params: RunParams,
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Goes on behind this line, as Last-Event-ID does' }),
      ),
    }),
    answer: RunEventEntry,
  }),
  route({
    ...get,
    id: 'run-timeline',
    path: '/api/runs/{run_id}/timeline',
    summary: 'What happened in a run, in order',
    params: RunParams,
    answer: RunTimeline,
  }),
  route({
    ...get,
    id: 'run-timing',
    path: '/api/runs/{run_id}/timing',
    summary: 'How long a run took, its flows and its steps',
    params: RunParams,
    answer: RunTiming,
  }),
  route({
    ...post,
    scope: 'run',
    id: 'run-start',
    path: '/api/run',
    summary: 'Starts a run of flows',
    body: RunStartBody,
    bodyLimit: SMALL,
    answer: RunStartedAnswer,
  }),
  route({
    ...post,
    scope: 'run',
    id: 'run-cancel',
    path: '/api/runs/{run_id}/cancel',
    summary: 'Asks a run to stop',
    params: RunParams,
    answer: RunCanceled,
  }),
  route({
    ...post,
    scope: 'annotate',
    id: 'run-exemplar',
    path: '/api/runs/{run_id}/exemplar',
    summary: 'Marks a run as an example for others, or no longer',
    params: RunParams,
    query: Type.Object({
      is_exemplar: Type.Optional(Type.Boolean({ description: 'true unless said' })),
    }),
    answer: RunMarked,
  }),
  route({
    ...get,
    cache: 'never',
    id: 'backends',
    path: '/api/backends',
    summary: 'What can run steps here',
    answer: BackendList,
  }),
  route({
    ...get,
    cache: 'never',
    id: 'flows',
    path: '/api/flows',
    summary: 'Flows that are defined here, or that runs are of',
    answer: FlowList,
  }),
  route({
    ...get,
    cache: 'never',
    id: 'flow-graph',
    path: '/api/graph/{flow_key}',
    summary: 'A flow as a graph',
    params: Type.Object({ flow_key }),
    answer: FlowGraphAnswer,
  }),
  route({
    ...get,
    cache: 'never',
    id: 'studio-health',
    path: '/api/health',
    summary: 'That the server answers, and what it can do',
    answer: StudioHealth,
  }),
] as const;
