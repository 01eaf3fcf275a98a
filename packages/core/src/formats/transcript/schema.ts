/** The published JSON Schema of the format: the model's own schemas, with names for the parts that have one. */
import type { TSchema } from 'typebox';
import * as model from '../../transcript.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Parts with a name of their own, smaller ones first, so that larger ones refer to them. */
const PARTS: Readonly<Record<string, TSchema>> = {
  Source: model.Source,
  Repo: model.Repo,
  Environment: model.Environment,
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

/** Plain JSON. Objects are open: no schema says `additionalProperties: false`. */
export function transcriptSchema(): Record<string, unknown> {
  const names = new Map(Object.entries(PARTS).map(([name, schema]) => [JSON.stringify(schema), name]));
  const parts = Object.entries(PARTS).map(([name, schema]) => [name, withReferences(plain(schema), names)] as const);
  const { description, ...document } = withReferences(plain(model.Transcript), names) as Record<string, unknown>;
  return {
    $schema: DIALECT,
    $id: `urn:hansard:schema:transcript:${model.SCHEMA_VERSION}`,
    title: 'Transcript',
    description: `${description}. Consumers ignore unknown fields and keep unknown types.`,
    ...document,
    $defs: Object.fromEntries(parts),
  };
}

const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

/** Replaces every named part below a schema by a reference to it. */
function withReferences(schema: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => referenceOr(item, names));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referenceOr(value, names)]));
}

function referenceOr(schema: unknown, names: ReadonlyMap<string, string>): unknown {
  const name = names.get(JSON.stringify(schema));
  return name ? { $ref: `#/$defs/${name}` } : withReferences(schema, names);
}
