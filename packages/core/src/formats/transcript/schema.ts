/** The published JSON Schema of the format: the model's own schemas, with names for the parts that have one. */
import type { TSchema } from 'typebox';
import * as model from '../../transcript.ts';
import { publishedSchema } from '../published-schema.ts';

/** Parts with a name of their own, smaller ones first, so that larger ones refer to them. */
const PARTS: Readonly<Record<string, TSchema>> = {
  Source: model.Source,
  Repo: model.Repo,
  Environment: model.Environment,
  Git: model.Git,
  Lineage: model.Lineage,
  Problem: model.Problem,
  Input: model.Input,
  AgentNode: model.AgentNode,
  RunReference: model.RunReference,
  Session: model.Session,
  Submitter: model.Submitter,
  Redaction: model.Redaction,
  Privacy: model.Privacy,
  Tokens: model.Tokens,
  ModelCost: model.ModelCost,
  Cost: model.Cost,
  Metrics: model.Metrics,
  Usage: model.Usage,
  Tool: model.Tool,
  ToolDefinition: model.ToolDefinition,
  Part: model.Part,
  Permission: model.Permission,
  Question: model.Question,
  EventError: model.EventError,
  Native: model.Native,
  Chunk: model.Chunk,
  Pricing: model.Pricing,
  Event: model.Event,
  Attachment: model.Attachment,
};

export function transcriptSchema(): Record<string, unknown> {
  return publishedSchema({
    id: `urn:hansard:schema:transcript:${model.SCHEMA_VERSION}`,
    title: 'Transcript',
    remark: 'Consumers ignore unknown fields and keep unknown types.',
    schema: model.Transcript,
    parts: PARTS,
  });
}
