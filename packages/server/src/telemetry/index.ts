/** Telemetry as exporters of OpenTelemetry send it. The answer is in the media type of the request, as the protocol wants it. */
import type { TelemetryTaken } from '@hansard/core/store/intake.ts';
import { readExport, type Signal, writeAnswer } from '@hansard/core/telemetry/otlp-messages.ts';
import { ProtobufError } from '@hansard/core/telemetry/protobuf.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Handlers } from '../handler.ts';
import { partOf } from '../parts.ts';
import { Refusal } from '../problems.ts';
import { isLoopback } from '../security/hosts.ts';
import { LOCAL_USER, type Principal } from '../security/principal.ts';
import { unpacked } from './unpacked.ts';

const PROTOBUF = 'application/x-protobuf';
const LISTS: Readonly<Record<Signal, string>> = { traces: 'resourceSpans', logs: 'resourceLogs' };

interface ExportCall {
  readonly principal: Principal;
  readonly body: AsyncIterable<Uint8Array>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const isPacked = (request: FastifyRequest): boolean => (request.headers['content-type'] ?? '').startsWith(PROTOBUF);

/** In the media type of the request; the message where there is something to know. */
function answered(reply: FastifyReply, isProtobuf: boolean, message: string): FastifyReply {
  reply.header('cache-control', 'no-store').header('content-type', isProtobuf ? PROTOBUF : 'application/json');
  if (isProtobuf) return reply.send(Buffer.from(writeAnswer(message === '' ? undefined : { rejected: 0, message })));
  return reply.send(JSON.stringify(message === '' ? {} : { partialSuccess: { errorMessage: message } }));
}

/** Who sets one address for all of its telemetry sends these too, and would report a refusal each time. */
async function leaveMetrics({ principal, body, request, reply }: ExportCall): Promise<FastifyReply> {
  admit(principal, request);
  const bytes = await unpacked(body, request.headers['content-encoding']);
  if (!isPacked(request)) parsed('resourceMetrics', bytes);
  const message =
    'Metrics are not kept: what they count is in spans and log records. OTEL_METRICS_EXPORTER=none ends this.';
  return answered(reply, isPacked(request), message);
}

function admit(principal: Principal, request: FastifyRequest): void {
  // The server's own token is for this machine: others send with one that was made for it.
  if (principal.id === LOCAL_USER.id && !isLoopback(request.ip)) {
    throw new Refusal(
      'missing-scope',
      'From another machine, telemetry needs a token of its own with the scope ingest: make one with `hansard token`.',
    );
  }
}

async function take(app: App, signal: Signal, { principal, body, request, reply }: ExportCall): Promise<FastifyReply> {
  const intake = partOf(app, 'telemetry', 'take telemetry');
  admit(principal, request);
  const isProtobuf = isPacked(request);
  const bytes = await unpacked(body, request.headers['content-encoding']);
  const data = isProtobuf ? decoded(signal, bytes) : parsed(LISTS[signal], bytes);
  const taken = await intake.take(signal, data, new Date().toISOString());
  return answered(reply, isProtobuf, messageOf(taken, signal));
}

function decoded(signal: Signal, bytes: Uint8Array): Record<string, unknown> {
  try {
    return readExport(signal, bytes);
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    throw new Refusal('bad-request', `The body is no request of the protocol: ${error.message}.`);
  }
}

function parsed(list: string, bytes: Uint8Array): Record<string, unknown> {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Refusal('bad-request', `The body is no JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  const found = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
  if (!found || Array.isArray(data)) throw new Refusal('bad-request', `The body is no object with ${list}.`);
  if (!Array.isArray(found[list])) {
    throw new Refusal('bad-request', `${list} is no list.`, { pointer: `/${list}` });
  }
  return found;
}

/** Empty where everything has its place. */
function messageOf({ unplaced, names }: TelemetryTaken, signal: Signal): string {
  if (unplaced === 0) return '';
  const what = signal === 'traces' ? 'span' : 'log record';
  const called = names.map((name) => JSON.stringify(name)).join(', ');
  const [count, verb] = unplaced === 1 ? [`1 ${what} belongs`, 'is'] : [`${unplaced} ${what}s belong`, 'are'];
  return `${count} to no session and ${verb} kept apart: ${called}.`;
}

export const telemetryHandlers: Handlers = {
  'otlp-traces': (app, call) => take(app, 'traces', call),
  'otlp-logs': (app, call) => take(app, 'logs', call),
  'otlp-metrics': (_app, call) => leaveMetrics(call),
};
