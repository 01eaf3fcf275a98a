/**
 * The types of the API for whoever installs the client alone, without the library that the schemas are in: written out from
 * the schemas, in a file of the client's own.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** However the compiler names the module that a type of the API comes from. */
const SOURCE = /(['"])@hansard\/core\/[^'"]+\1/g;
const OWN = "'./api.ts'";

/** Writes `api.d.ts` beside the client's types, which then refer to it. `api` is the library's module of that name. */
export function writeClientTypes(folder, api) {
  writeFileSync(join(folder, 'api.d.ts'), apiTypes(api));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts') || name === 'api.d.ts') continue;
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(SOURCE, OWN));
  }
}

function apiTypes(api) {
  const names = new Map(Object.entries(api).flatMap(([name, value]) => (isSchema(value) ? [[value, name]] : [])));
  const writer = new TypeWriter(names);
  const types = [...names].map(
    ([schema, name]) => `${comment(schema, '')}export type ${name} = ${writer.whole(schema)};`,
  );
  const ofRoutes = (field) =>
    api.routes
      .map((route) => `  '${route.id}': ${route[field] ? writer.of(route[field], '  ') : 'undefined'};`)
      .join('\n');
  return `${[
    '/** Types of the API, written out from its schemas. */',
    ...types,
    `interface Answers {\n${ofRoutes('answer')}\n}`,
    `interface Queries {\n${ofRoutes('query')}\n}`,
    `interface Bodies {\n${ofRoutes('body')}\n}`,
    'export type RouteId = keyof Answers;',
    'export type RouteAnswer<Id extends RouteId> = Answers[Id];',
    'export type RouteQuery<Id extends RouteId> = Queries[Id];',
    'export type RouteBody<Id extends RouteId> = Bodies[Id];',
    'export {};',
  ].join('\n')}\n`;
}

/** Not the lists of words that are exported beside the schemas. */
const isSchema = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && KEYWORDS.some((word) => word in value);
const KEYWORDS = ['type', 'anyOf', 'allOf', 'const', 'enum', 'properties'];

class TypeWriter {
  #names;

  constructor(names) {
    this.#names = names;
  }

  /** By its name where it has one. */
  of(schema, indent) {
    return this.#names.get(schema) ?? this.whole(schema, indent);
  }

  whole(schema, indent = '') {
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.anyOf) return this.#joined(schema.anyOf, ' | ', indent);
    if (schema.allOf) return this.#joined(schema.allOf, ' & ', indent);
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'number':
      case 'integer':
        return 'number';
      case 'array':
        return this.#array(schema, indent);
      case 'object':
        return this.#object(schema, indent);
      case undefined:
        return 'unknown';
      default:
        throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
    }
  }

  #joined(schemas, by, indent) {
    return `(${schemas.map((one) => this.of(one, indent)).join(by)})`;
  }

  #array({ items = {} }, indent) {
    if (Array.isArray(items)) return `[${items.map((one) => this.of(one, indent)).join(', ')}]`;
    return `Array<${this.of(items, indent)}>`;
  }

  #object({ properties = {}, required = [], additionalProperties, patternProperties = {} }, indent) {
    const inner = `${indent}  `;
    const fields = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${comment(schema, inner)}${inner}${JSON.stringify(name)}${mark}: ${this.of(schema, inner)};`;
    });
    const others = [additionalProperties, ...Object.values(patternProperties)].filter((one) => isObject(one));
    const record = others.map((one) => `Record<string, ${this.of(one, indent)}>`);
    if (fields.length === 0) return record[0] ?? (additionalProperties === false ? 'Record<string, never>' : 'object');
    return [`{\n${fields.join('\n')}\n${indent}}`, ...record].join(' & ');
  }
}

const isObject = (value) => typeof value === 'object' && value !== null;

const comment = ({ description }, indent) =>
  description ? `${indent}/** ${description.replaceAll('*/', '* /')} */\n` : '';
