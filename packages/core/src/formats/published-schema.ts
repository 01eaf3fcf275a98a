/**
 * A published JSON Schema from the TypeBox objects of a format: plain JSON, with names for the parts that have one.
 * Objects are open: no schema says `additionalProperties: false`.
 */
import type { TSchema } from 'typebox';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

export interface PublishedSchema {
  /** Of the schema itself: `urn:hansard:schema:…`. */
  readonly id: string;
  readonly title: string;
  /** What is said beyond the description of the schema. */
  readonly remark: string;
  readonly schema: TSchema;
  /** Parts with a name of their own, smaller ones first, so that larger ones refer to them. */
  readonly parts: Readonly<Record<string, TSchema>>;
}

export function publishedSchema({ id, title, remark, schema, parts }: PublishedSchema): Record<string, unknown> {
  const names = new Map(Object.entries(parts).map(([name, part]) => [JSON.stringify(part), name]));
  const named = Object.entries(parts).map(([name, part]) => [name, withReferences(plain(part), names)] as const);
  const { description, ...document } = withReferences(plain(schema), names) as Record<string, unknown>;
  return {
    $schema: DIALECT,
    $id: id,
    title,
    description: `${description}. ${remark}`,
    ...document,
    $defs: Object.fromEntries(named),
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
