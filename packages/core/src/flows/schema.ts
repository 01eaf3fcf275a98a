/** The published JSON Schema of flows: editors that know YAML check with it while one types. */
import { publishedSchema } from '../formats/published-schema.ts';
import { Flow, FlowInput, FlowLoop, FlowParam, FlowStep } from './flow.ts';

export function flowSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:flow:1',
    title: 'Flow',
    remark: 'Flows are YAML files whose names end with .flow.yaml.',
    schema: Flow,
    parts: { FlowStep, FlowInput, FlowLoop, FlowParam },
  });
}
