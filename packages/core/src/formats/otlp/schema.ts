/** The published JSON Schema of the spans of a session. */
import { publishedSchema } from '../published-schema.ts';
import { SEMCONV_VERSION } from './names.ts';
import * as model from './span.ts';

export function otlpSchema(): Record<string, unknown> {
  return publishedSchema({
    id: `urn:hansard:schema:otlp:${SEMCONV_VERSION}`,
    title: 'TracesData',
    remark: `Attributes are those of OpenTelemetry’s conventions for generative AI, version ${SEMCONV_VERSION}.`,
    schema: model.TracesData,
    parts: {
      KeyValue: model.KeyValue,
      SpanEvent: model.SpanEvent,
      Span: model.Span,
      ScopeSpans: model.ScopeSpans,
      ResourceSpans: model.ResourceSpans,
    },
  });
}
