/** Runs of flows: what their folders hold, by the addresses of the original studio. */
import { Readable } from 'node:stream';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { compareTwo } from '@hansard/core/runs/compare-runs.ts';
import { runAnswer, runEntry } from '@hansard/core/runs/run-entry.ts';
import { runSummary } from '@hansard/core/runs/run-summary.ts';
import { eventEntry, runTimeline, runTiming } from '@hansard/core/runs/run-times.ts';
import { runTools } from '@hansard/core/runs/run-tools.ts';
import type { RunFileContent, RunRow } from '@hansard/core/store/runs.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Call, Handlers } from '../handler.ts';
import { actorOf } from '../live/actor.ts';
import { partOf } from '../parts.ts';
import { Refusal } from '../problems.ts';
import { followed, placeOf } from '../streams/follow.ts';
import { streamingOf } from '../streams/streaming.ts';
import { graphOf, knownFlows } from './flows.ts';
import { isCovered, namedRun, runsOf } from './named-run.ts';
import { leavingEvent, leavingRun } from './outgoing.ts';
import { artefactOut, ownFile, receiptOut, transcriptOut } from './run-files.ts';
import { RunStream } from './run-stream.ts';
import { engineOf, noFile, stepReceipt, stepsNamed, stepTranscript } from './steps.ts';

/** As the original takes them: clamped, not refused. */
const MOST = 500;
const USUAL = 100;

export const runHandlers: Handlers = {
  runs: async (app, { query, content }) => {
    const limit = Math.max(1, Math.min(query.limit ?? USUAL, MOST));
    const offset = Math.max(0, query.offset ?? 0);
    const clock = { now: Date.now(), timezone: app.timezone };
    const asked = query.q?.trim() ? parseQuery(query.q, clock) : undefined;
    const { runs, total } = await runsOf(app).page({ limit, offset, query: asked });
    const told = await covered(app, content, runs);
    const answer = { runs: told.map(runEntry), total, limit, offset, has_more: offset + limit < total };
    return content.answer(null, answer);
  },
  run: async (app, { params, content }) => {
    const run = await namedRun(app, content, params.run_id);
    return leavingRun(content, { ...runAnswer(run, app.prices), ...(await runTools(runsOf(app), run.key)) });
  },
  'runs-compare': async (app, { query, content }) => {
    const [a, b] = [await namedRun(app, content, query.run_a), await namedRun(app, content, query.run_b)];
    const flow = query.flow || undefined;
    const flows = [...new Set([...a.flows, ...b.flows])];
    if (flow !== undefined && !flows.includes(flow)) {
      const hint = `Flows of these runs: ${flows.join(', ').slice(0, 2000)}`;
      throw new Refusal('not-found', `Flow '${flow}' not found in these runs`, { extra: { hint } });
    }
    return content.answer(null, compareTwo(a, b, flow, app.prices));
  },
  'run-transcripts': async (app, { params, content }) => {
    const run = await namedRun(app, content, params.run_id);
    const files = new Map(run.files.map((file) => [file.path, file]));
    const transcripts = run.steps.flatMap((step) => {
      const file = files.get(step.transcript ?? '');
      if (!file) return [];
      const names = { flow_key: step.flow, step_id: step.step, agent_key: step.agent, engine: engineOf(step) };
      return [
        {
          ...names,
          path: file.path,
          size: file.bytes,
          hash: file.hash,
          versions: file.versions,
          session: step.session,
        },
      ];
    });
    return content.answer(null, { run_id: run.id, transcripts });
  },
  'run-receipts': async (app, { params, content }) => {
    const run = await namedRun(app, content, params.run_id);
    const files = new Map(run.files.map((file) => [file.path, file]));
    const receipts = run.steps.flatMap((step) => {
      const file = files.get(step.receipt ?? '');
      if (!file) return [];
      const { status, tokens, session } = step;
      const names = { flow_key: step.flow, step_id: step.step, agent_key: step.agent };
      return [
        {
          ...names,
          path: file.path,
          size: file.bytes,
          hash: file.hash,
          versions: file.versions,
          status,
          tokens,
          session,
        },
      ];
    });
    return content.answer(null, { run_id: run.id, receipts });
  },
  'run-transcript': async (app, { params, query, content, reply }) => {
    const run = await namedRun(app, content, params.run_id);
    const type = 'application/x-ndjson; charset=utf-8';
    for (const step of stepsNamed(run, params)) {
      const own = await ownFile(app, content, run, step.transcript, query.version);
      if (own) return sendLong(app, reply, own, type);
      const out = await transcriptOut(app, content, run, step, query.version);
      if (out) return sendFile(reply, out.body, type);
    }
    throw noFile(run, 'transcript', params);
  },
  'run-receipt': async (app, { params, query, content, reply }) => {
    const run = await namedRun(app, content, params.run_id);
    for (const step of stepsNamed(run, params)) {
      const out = await receiptOut(app, content, run, step, query.version);
      if (out) return sendFile(reply, out.body, 'application/json; charset=utf-8');
    }
    throw noFile(run, 'receipt', params);
  },
  'run-file': async (app, { params, query, content, reply }) => {
    const run = await namedRun(app, content, params.run_id);
    const file = await artefactOut(app, content, run, query.file, query.version);
    reply.header('content-disposition', 'attachment');
    return sendLong(app, reply, file, 'application/octet-stream');
  },
  'run-summary': async (app, { params, content }) =>
    content.answer(null, runSummary(await namedRun(app, content, params.run_id))),
  'step-transcript': async (app, { params, query, content }) =>
    stepTranscript(app, content, await namedRun(app, content, params.run_id), params, query.version),
  'step-receipt': async (app, { params, query, content }) =>
    stepReceipt(app, content, await namedRun(app, content, params.run_id), params, query.version),
  'run-events': async (app, call) => {
    const { params, query, content, request } = call;
    const run = await namedRun(app, content, params.run_id);
    if ((request.headers.accept ?? '').includes('text/event-stream')) return follow(app, call, run.key);
    const events = await runsOf(app).events(run.key, query.after);
    const told = await Promise.all(events.map((event) => leavingEvent(content, eventEntry(run.id, event))));
    return { run_id: run.id, events: told };
  },
  'run-events-sse': async (app, call) => follow(app, call, (await namedRun(app, call.content, call.params.run_id)).key),
  'run-timeline': async (app, { params, content }) => {
    const run = await namedRun(app, content, params.run_id);
    const timeline = runTimeline(run.id, await runsOf(app).events(run.key));
    if (content.profile === null) return timeline;
    return content.answer(null, { ...timeline, events: timeline.events.map(({ note: _note, ...event }) => event) });
  },
  'run-timing': async (app, { params, content }) =>
    content.answer(null, runTiming(await namedRun(app, content, params.run_id))),
  'run-start': async (app, call) => {
    const { flows, profile_id, backend, params, stub, resume } = call.body;
    const runner = partOf(app, 'flows', 'run flows');
    const request = {
      flows,
      backend: backend ?? undefined,
      profile: profile_id ?? undefined,
      params,
      stub,
      resume: resume ?? undefined,
    };
    const { run } = await runner.start(request, actorOf(call));
    return { run_id: run, status: 'started', message: `Run ${run} started with flows: ${flows.join(', ')}` };
  },
  'run-cancel': async (app, call) => {
    const runner = partOf(app, 'flows', 'run flows');
    // A run that has just begun may not be in the archive yet.
    const known = (await app.store.runs?.find(call.params.run_id)) ?? [];
    const id = known.length === 1 ? (known[0] as RunRow).id : call.params.run_id;
    if (await runner.cancel(id, actorOf(call))) return { status: 'cancelled', run_id: id };
    throw new Refusal('not-found', 'Run not found or already completed');
  },
  'run-exemplar': async (app, { params, query, content }) => {
    const run = await namedRun(app, content, params.run_id);
    const isExemplar = query.is_exemplar ?? true;
    await runsOf(app).mark(run.key, isExemplar, new Date().toISOString());
    return content.answer(null, { status: 'updated', run_id: run.id, is_exemplar: isExemplar });
  },
  backends: async (app) => {
    const backends = await partOf(app, 'flows', 'run flows').backends();
    return {
      backends: backends.map(({ id, label, engine, available, streaming, events, cancel, replay }) => ({
        ...{ id, label, engine, available, supports_streaming: streaming, supports_events: events },
        ...{ supports_cancel: cancel, supports_replay: replay },
      })),
    };
  },
  flows: async (app, { content }) => {
    const flows = await knownFlows(app, content);
    return content.answer(null, {
      flows: flows.map(({ key, title, description, steps, defined }) => ({
        ...{ key, title, description, step_count: steps.length, defined },
      })),
    });
  },
  'flow-graph': (app, { params, content }) => graphOf(app, content, params.flow_key),
  'studio-health': async (app, { content }) => {
    const flows = app.store.runs ? await knownFlows(app, content) : [];
    const agents = new Set(flows.flatMap(({ steps }) => steps.flatMap((step) => step.agents)));
    const runs = (await app.store.runs?.page({ limit: 1, offset: 0 }))?.total ?? 0;
    const has = app.store.runs !== undefined;
    return {
      ...{ status: 'ok', flows: flows.length, agents: agents.size, runs },
      capabilities: {
        runs: has,
        timeline: has,
        governance: false,
        validation: false,
        running: app.flows !== undefined,
      },
    };
  },
};

async function covered(app: App, content: Content, rows: readonly RunRow[]): Promise<RunRow[]> {
  if (content.profile === null) return [...rows];
  const told: RunRow[] = [];
  for (const row of rows) {
    const detail = await runsOf(app).detail(row.key);
    if (detail && (await isCovered(content, detail))) told.push(row);
  }
  return told;
}

type Followed = Pick<Call<'run-events'>, 'content' | 'query' | 'request' | 'reply'>;

function follow(app: App, { content, query, request, reply }: Followed, run: string): Promise<FastifyReply> {
  const { wakes } = streamingOf(app, content);
  return followed(app, wakes, reply, new RunStream(app, content, run, placeOf(request, query.after)));
}

/** What somebody wrote is never run: it is no page, whatever it says. */
const SAFE = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'no-store' };

function sendFile(reply: FastifyReply, body: Buffer, type: string): FastifyReply {
  return reply.headers(SAFE).header('content-type', type).send(body);
}

/** As it is read, at the pace of whoever takes it. */
function sendLong(app: App, reply: FastifyReply, file: RunFileContent, type: string): FastifyReply {
  reply.headers({ ...SAFE, 'content-type': type, 'content-length': file.bytes });
  const stream = Readable.from(copied(file.pieces()));
  const stop = () => stream.destroy();
  app.stopping.addEventListener('abort', stop, { once: true });
  stream.once('close', () => app.stopping.removeEventListener('abort', stop));
  return reply.send(stream);
}

async function* copied(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) yield Buffer.from(piece);
}
