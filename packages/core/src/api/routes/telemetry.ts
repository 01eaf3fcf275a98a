/** Routes that take telemetry, as OpenTelemetry's exporters send it. */
import Type from 'typebox';
import { route } from '../route.ts';

/** Exporters send a few hundred records at a time; whole conversations in each of them add up. */
const MOST_BYTES = 64 * 1024 * 1024;

const ExportAnswer = Type.Object(
  {
    partialSuccess: Type.Optional(
      Type.Object(
        {
          rejectedSpans: Type.Optional(Type.String({ description: 'Spans that were not kept' })),
          rejectedLogRecords: Type.Optional(Type.String({ description: 'Log records that were not kept' })),
          errorMessage: Type.Optional(Type.String({ description: 'What was kept and belongs to no session, by name' })),
        },
        { description: 'What to know of it; absent where all is well' },
      ),
    ),
  },
  { description: 'The answer of the protocol (OTLP), in the media type of the request' },
);

const otlp = {
  method: 'POST',
  tag: 'server',
  streaming: ['application/json', 'application/x-protobuf'],
  bodyLimit: MOST_BYTES,
  answer: ExportAnswer,
  media: 'json',
  scope: 'ingest',
  cache: 'never',
  leaves: 'never',
} as const;

export const telemetryRoutes = [
  route({
    ...otlp,
    id: 'otlp-traces',
    path: '/v1/traces',
    summary:
      'Takes spans by OTLP, as JSON or Protocol Buffers, packed with gzip or not: calls of models become sessions',
  }),
  route({
    ...otlp,
    id: 'otlp-logs',
    path: '/v1/logs',
    summary:
      'Takes log records by OTLP, as JSON or Protocol Buffers, packed with gzip or not: what agents log becomes sessions',
  }),
  route({
    ...otlp,
    id: 'otlp-metrics',
    path: '/v1/metrics',
    summary:
      'Answers exporters that send metrics beside the rest, and keeps none: what they count is in spans and logs',
  }),
] as const;
