/** The published JSON Schema of trace records. The original publishes none; this is its model, field by field. */
import { publishedSchema } from '../published-schema.ts';
import * as model from './record.ts';

export function traceRecordSchema(): Record<string, unknown> {
  return publishedSchema({
    id: `urn:hansard:schema:trace-record:${model.RECORD_VERSION}`,
    title: 'TraceRecord',
    remark: 'One record a line. Unknown fields are allowed.',
    schema: model.TraceRecord,
    parts: {
      Task: model.Task,
      Agent: model.Agent,
      Vcs: model.Vcs,
      Environment: model.Environment,
      ToolCall: model.ToolCall,
      Observation: model.Observation,
      Snippet: model.Snippet,
      TokenUsage: model.TokenUsage,
      Step: model.Step,
      Outcome: model.Outcome,
      AttributionRange: model.AttributionRange,
      AttributionConversation: model.AttributionConversation,
      AttributionFile: model.AttributionFile,
      Attribution: model.Attribution,
      GitLink: model.GitLink,
      Metrics: model.Metrics,
      Security: model.Security,
    },
  });
}
