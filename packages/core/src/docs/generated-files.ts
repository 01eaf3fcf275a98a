/**
 * The files of the repository that come from code: the published schemas, and the tables in docs/ between
 * `<!-- generated:NAME -->` and `<!-- /generated -->`. `scripts/generate.mjs` writes them; a test compares them.
 */
import { hubOpenapiDocument, openapiDocument } from '../api/openapi.ts';
import { flowSchema } from '../flows/schema.ts';
import { agentTraceSchema } from '../formats/agent-trace/schema.ts';
import { anthropicMessagesSchema } from '../formats/anthropic-messages/schema.ts';
import { atifSchema } from '../formats/atif/schema.ts';
import { entriesSchema } from '../formats/entries/schema.ts';
import { openAiMessagesSchema } from '../formats/openai-messages/schema.ts';
import { otlpSchema } from '../formats/otlp/schema.ts';
import { runReceiptSchema, runTranscriptSchema } from '../formats/run/schema.ts';
import { sessionTraceSchema } from '../formats/session-trace/schema.ts';
import { traceRecordSchema } from '../formats/trace-record/schema.ts';
import { transcriptSchema } from '../formats/transcript/schema.ts';
import { universalSchema } from '../formats/universal/schema.ts';
import type { Tables } from './tables.ts';

const BLOCK = /<!-- generated:([\w-]+) -->\n[\s\S]*?<!-- \/generated -->/g;

/** Name of a published schema to what makes it, one line each. */
const SCHEMAS: Readonly<Record<string, () => Record<string, unknown>>> = {
  transcript: transcriptSchema,
  universal: universalSchema,
  entries: entriesSchema,
  'trace-record': traceRecordSchema,
  'run-transcript': runTranscriptSchema,
  'run-receipt': runReceiptSchema,
  flow: flowSchema,
  atif: atifSchema,
  otlp: otlpSchema,
  'openai-messages': openAiMessagesSchema,
  'anthropic-messages': anthropicMessagesSchema,
  'session-trace': sessionTraceSchema,
  'agent-trace': agentTraceSchema,
};

/** Path to text: the schemas, the APIs' documents, and each page with its tables as they should be. */
export function generatedFiles(pages: Readonly<Record<string, string>>, tables: Tables): Record<string, string> {
  const filled = Object.entries(pages).map(([path, text]) => [path, fillTables(text, tables)]);
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => [
    `schema/${name}.schema.json`,
    `${JSON.stringify(schema(), null, 2)}\n`,
  ]);
  const apis = Object.entries({ openapi: openapiDocument(), 'hub-openapi': hubOpenapiDocument() });
  const documents = apis.map(([name, document]) => [`schema/${name}.json`, `${JSON.stringify(document, null, 2)}\n`]);
  return Object.fromEntries([...schemas, ...documents, ...filled]);
}

/** Tables of other packages' lists are left as they are. */
export function fillTables(page: string, tables: Tables): string {
  return page.replaceAll(BLOCK, (block, name: string) => {
    const table = tables[name];
    return table ? `<!-- generated:${name} -->\n\n${table()}\n\n<!-- /generated -->` : block;
  });
}

/** Names of the tables that a page asks for. */
export function tablesOf(page: string): string[] {
  return [...page.matchAll(BLOCK)].map(([, name]) => name as string);
}
