/** The APIs of a server and of a hub as OpenAPI 3.1 documents, made from the same routes and schemas that they register. */
import type { TObject, TSchema } from 'typebox';
import * as universal from '../formats/universal/event.ts';
import * as transcript from '../transcript.ts';
import * as events from './events.ts';
import * as journal from './journal.ts';
import * as numbers from './numbers.ts';
import { PROBLEM_MEDIA, ProblemDetails } from './problem.ts';
import type { Media, Route } from './route.ts';
import { hubRoutes } from './routes/hub.ts';
import { routes } from './routes.ts';
import { SCOPE_NAMES, SCOPES } from './scope.ts';
import * as search from './search.ts';
import * as server from './server.ts';
import * as session from './session.ts';
import * as sharing from './sharing.ts';
import * as views from './views.ts';

type Json = Record<string, unknown>;

/** Every schema that these files export has its name in the document. */
const MODULES = [universal, events, journal, numbers, search, server, session, sharing, views];
const EVENT_PARTS = [
  'Redaction',
  'Usage',
  'Tool',
  'Part',
  'Permission',
  'Question',
  'EventError',
  'Native',
  'Chunk',
  'Pricing',
  'Event',
];

const MEDIA: Record<Media, string> = {
  json: 'application/json',
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  file: 'application/octet-stream',
  html: 'text/html',
};

/** Of the API, not of the program: it changes when a program that uses it has to. */
const API_VERSION = '1.0.0';

/** What `hansard serve` answers. */
export function openapiDocument(): Json {
  return documentOf({
    title: 'Hansard',
    summary: 'The verbatim record of coding agents',
    access:
      'Everything but `/v1/health` needs the token that `hansard serve` prints, or one that `hansard token create` made. ' +
      `Each operation names the scope that a token must have for it: ${SCOPE_NAMES.join(', ')}.`,
    bearer: scopesText(),
    routes,
  });
}

/** What `hansard hub serve` answers: the same routes, and its own. */
export function hubOpenapiDocument(): Json {
  return documentOf({
    title: 'Hansard hub',
    summary: 'Redacted sessions of a team, by role',
    access:
      'Everything but `/v1/health`, login and `POST /v1/keys` (with an invite) needs a key of the hub. The role of the key ' +
      'gives its scopes; each operation names the one it needs. A hub keeps no originals, runs no agents and has no ' +
      'journal: routes for these answer 501 or 404.',
    bearer: `A key, \`hsk_…\`. ${scopesText()}`,
    routes: [...routes, ...hubRoutes],
  });
}

interface Described {
  readonly title: string;
  readonly summary: string;
  /** Who may ask. */
  readonly access: string;
  readonly bearer: string;
  readonly routes: readonly Route[];
}

function documentOf({ title, summary, access, bearer, routes: described }: Described): Json {
  const names = componentNames();
  const paths: Record<string, Json> = {};
  for (const route of described) {
    const path = route.path.replaceAll('*}', '}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, names) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      summary,
      description: access,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: bearer },
        cookie: { type: 'apiKey', in: 'cookie', name: 'hansard', description: 'Changes also need `x-hansard: 1`' },
      },
      responses: {
        Problem: {
          description: 'The request was not answered',
          content: { [PROBLEM_MEDIA]: { schema: { $ref: '#/components/schemas/ProblemDetails' } } },
        },
      },
      schemas: components(names),
    },
  };
}

const scopesText = (): string => `Scopes: ${SCOPE_NAMES.map((name) => `\`${name}\`: ${SCOPES[name]}`).join('. ')}.`;

function operation(route: Route, names: Names): Json {
  const { id, tag, summary, status = 200, scope } = route;
  const parameters = [...parametersOf(route.params, 'path', names), ...parametersOf(route.query, 'query', names)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route, names),
    responses: { [status]: answerOf(route, names), default: { $ref: '#/components/responses/Problem' } },
    security: scope === null ? [] : [{ token: [scope] }, { cookie: [scope] }],
  };
}

function bodyOf({ body, streaming }: Route, names: Names): Json {
  if (body) return { requestBody: { required: true, content: { [MEDIA.json]: { schema: schemaOf(body, names) } } } };
  if (!streaming) return {};
  const content = Object.fromEntries((streaming.length > 0 ? streaming : ['*/*']).map((media) => [media, {}]));
  return { requestBody: { required: true, content } };
}

function answerOf({ status = 200, answer, media, lines }: Route, names: Names): Json {
  if (status === 303) return { description: 'Goes on to the page' };
  const content: Json = { [MEDIA[media]]: { schema: schemaOf(answer, names) } };
  if (lines) content[MEDIA.ndjson] = { schema: schemaOf(lines, names) };
  return { description: describe(answer), content };
}

const describe = (schema: TSchema): string => (schema as { description?: string }).description ?? 'The answer';

function parametersOf(schema: TObject | undefined, place: 'path' | 'query', names: Names): Json[] {
  const required = new Set<string>((schema as { required?: string[] } | undefined)?.required);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    description: describe(property as TSchema),
    schema: schemaOf(property as TSchema, names),
  }));
}

/** Text of a schema to its name. */
type Names = ReadonlyMap<string, string>;

function namedSchemas(): [string, TSchema][] {
  const own = MODULES.flatMap((module) => Object.entries(module)).filter(([, value]) => isSchema(value));
  const ofEvents = EVENT_PARTS.map((name) => [name, (transcript as Json)[name]]);
  return [...ofEvents, ...own, ['ProblemDetails', ProblemDetails]] as [string, TSchema][];
}

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('properties' in value || 'anyOf' in value);

const componentNames = (): Names => new Map(namedSchemas().map(([name, schema]) => [JSON.stringify(schema), name]));

function components(names: Names): Json {
  const sorted = namedSchemas().sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, withReferences(plain(schema), names)]));
}

const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));
const schemaOf = (schema: TSchema, names: Names): unknown => referenceOr(plain(schema), names);

function referenceOr(schema: unknown, names: Names): unknown {
  const name = names.get(JSON.stringify(schema));
  return name ? { $ref: `#/components/schemas/${name}` } : withReferences(schema, names);
}

/** Replaces every named part below a schema by a reference to it. */
function withReferences(schema: unknown, names: Names): unknown {
  if (Array.isArray(schema)) return schema.map((item) => referenceOr(item, names));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referenceOr(value, names)]));
}
