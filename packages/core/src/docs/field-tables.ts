/** The tables of fields in docs/format.md, one for each part of the published schema: `fields-Event` and so on. */
import { transcriptSchema } from '../formats/transcript/schema.ts';
import { code, markdownTable } from './markdown-table.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export function fieldTables(): Record<string, () => string> {
  const { $defs, ...document } = transcriptSchema() as unknown as Schema & { $defs: Record<string, Schema> };
  const parts = { Transcript: document, ...$defs };
  return Object.fromEntries(
    Object.entries(parts).map(([name, schema]) => [`fields-${name}`, () => fieldTable(schema, $defs)]),
  );
}

function fieldTable(schema: Schema, parts: Readonly<Record<string, Schema>>): string {
  return markdownTable(['field', 'type', 'required', 'meaning'], rowsOf(schema, parts, ''));
}

/** A row for each field; fields of objects that have no name of their own follow theirs. */
function rowsOf(schema: Schema, parts: Readonly<Record<string, Schema>>, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ? 'yes' : '';
    const meaning = field.description ?? parts[partName(field) ?? '']?.description ?? '';
    const inner = field.items ? [field.items, '[]'] : [field, ''];
    const [object, mark] = inner as [Schema, string];
    return [
      [code(prefix + name), typeOf(field), required, meaning],
      ...rowsOf(object, parts, `${prefix}${name}${mark}.`),
    ];
  });
}

function typeOf(schema: Schema): string {
  const part = partName(schema);
  if (part) return `[${part}](#${part.toLowerCase()})`;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.format === 'date-time') return 'time';
  if (schema.additionalProperties?.$ref) return `map to ${typeOf(schema.additionalProperties)}`;
  return schema.type === 'string' ? 'text' : (schema.type ?? 'any');
}

function partName(schema: Schema): string | undefined {
  return schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
}
