/**
 * The part of OTLP/JSON that is read and written here. TypeBox objects are the published schema
 * (`schema/otlp.schema.json`), the types and the check at once; everything is open for what else the protocol has.
 */
import Type from 'typebox';

const text = (description: string) => Type.String({ description });
const nanos = (description: string) =>
  Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Integer({ minimum: 0 })], { description });

export const KeyValue = Type.Object(
  { key: text('Name'), value: Type.Optional(Type.Unknown({ description: 'Value, in an object that says its type' })) },
  { description: 'An attribute' },
);
const attributes = Type.Optional(Type.Array(KeyValue, { description: 'Attributes' }));

export const SpanEvent = Type.Object(
  { name: Type.Optional(text('What happened')), timeUnixNano: Type.Optional(nanos('When')), attributes },
  { description: 'Something that happened during a span' },
);

export const Span = Type.Object(
  {
    traceId: text('The trace: one session'),
    spanId: text('The span'),
    parentSpanId: Type.Optional(text('The span around it')),
    name: text('Operation and model, tool or agent'),
    kind: Type.Optional(Type.Unknown({ description: '1 internal, 3 client' })),
    startTimeUnixNano: nanos('Begin, in nanoseconds since 1970'),
    endTimeUnixNano: nanos('End, in nanoseconds since 1970'),
    attributes,
    events: Type.Optional(Type.Array(SpanEvent, { description: 'Failures' })),
    status: Type.Optional(
      Type.Object(
        { code: Type.Optional(Type.Unknown({ description: '2 for an error' })), message: Type.Optional(text('Why')) },
        { description: 'How it ended' },
      ),
    ),
  },
  { description: 'An agent at work, an answer of a model, or a tool at work' },
);

export const ScopeSpans = Type.Object(
  {
    scope: Type.Optional(
      Type.Object({ name: Type.Optional(text('Who wrote the spans')) }, { description: 'Their writer' }),
    ),
    spans: Type.Array(Span, { description: 'Spans' }),
    schemaUrl: Type.Optional(text('Version of the conventions')),
  },
  { description: 'Spans of one writer' },
);

export const ResourceSpans = Type.Object(
  {
    resource: Type.Optional(Type.Object({ attributes }, { description: 'What ran' })),
    scopeSpans: Type.Array(ScopeSpans, { description: 'Its spans' }),
    schemaUrl: Type.Optional(text('Version of the conventions')),
  },
  { description: 'Spans of one program' },
);

export const TracesData = Type.Object(
  { resourceSpans: Type.Array(ResourceSpans, { description: 'Spans by program' }) },
  { description: 'Spans of a session: one line of a file' },
);

/** Log records: only what tells of the session is looked at, whatever else is in them. */
export const LogRecord = Type.Object({
  timeUnixNano: Type.Optional(nanos('When')),
  observedTimeUnixNano: Type.Optional(nanos('When it was noticed')),
  eventName: Type.Optional(text('What happened')),
  traceId: Type.Optional(text('The trace that it is of')),
  spanId: Type.Optional(text('The span that it is about')),
  body: Type.Optional(Type.Unknown({ description: 'What it says' })),
  attributes,
});
export const LogsData = Type.Object({
  resourceLogs: Type.Array(
    Type.Object({
      resource: Type.Optional(Type.Object({ attributes })),
      scopeLogs: Type.Optional(Type.Array(Type.Object({ logRecords: Type.Optional(Type.Array(LogRecord)) }))),
    }),
  ),
});

export type LogRecord = Type.Static<typeof LogRecord>;
export type LogsData = Type.Static<typeof LogsData>;
export type TracesData = Type.Static<typeof TracesData>;
export type ReadSpan = Type.Static<typeof Span>;
