/**
 * What the writer keeps in `metadata.hansard`, on the way back. Whoever made the record can have written anything
 * there, so that a fact of the wrong shape is passed over.
 */
import Type, { type TSchema } from 'typebox';
import { type Json, objectOf } from '../../reading/native-values.ts';
import { AgentNode, Cost, Lineage, Privacy, RunReference, Submitter } from '../../transcript.ts';
import { type Check, checkerOf } from '../shape-check.ts';

const FACTS = {
  adapter: Type.String({ minLength: 1 }),
  adapter_version: Type.String({ minLength: 1 }),
  dialect: Type.String(),
  title: Type.String(),
  state: Type.String(),
  models: Type.Array(Type.String()),
  lineage: Lineage,
  run: RunReference,
  agents: Type.Array(AgentNode),
  cwd: Type.String(),
  repo_name: Type.String(),
  submitter: Submitter,
  privacy: Privacy,
  cost: Cost,
};

export type OwnFacts = { [Name in keyof typeof FACTS]?: Type.Static<(typeof FACTS)[Name]> };

/** Undefined when the record was written by something else. */
export async function ownFactsOf(metadata: unknown): Promise<OwnFacts | undefined> {
  const own = objectOf(metadata)['hansard'];
  if (own === undefined) return undefined;
  checks ??= compileAll();
  const valid = await checks;
  const facts: Json = {};
  for (const [name, value] of Object.entries(objectOf(own))) {
    if (valid.get(name)?.(value).length === 0) facts[name] = value;
  }
  return facts as OwnFacts;
}

let checks: Promise<ReadonlyMap<string, Check>> | undefined;

async function compileAll(): Promise<ReadonlyMap<string, Check>> {
  const compiled = Object.entries(FACTS).map(
    async ([name, schema]) => [name, await checkerOf(schema as TSchema)] as const,
  );
  return new Map(await Promise.all(compiled));
}
