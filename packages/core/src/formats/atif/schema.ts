/** The published JSON Schema of a trajectory. */
import { publishedSchema } from '../published-schema.ts';
import * as model from './trajectory.ts';

export function atifSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:atif:1.7',
    title: 'Trajectory',
    remark: 'ATIF 1.7, as it is written and read here.',
    schema: model.Trajectory,
    parts: {
      ContentPart: model.ContentPart,
      Agent: model.Agent,
      ToolCall: model.ToolCall,
      SubagentRef: model.SubagentRef,
      ObservationResult: model.ObservationResult,
      Metrics: model.Metrics,
      Step: model.Step,
      FinalMetrics: model.FinalMetrics,
    },
  });
}
