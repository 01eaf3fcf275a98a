/** Requests made from the API's document alone: good ones, and ones that are wrong in every way the document knows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: { readonly type?: string; readonly enum?: readonly string[]; readonly minimum?: number };
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: unknown }>> }>>;
  readonly security?: readonly unknown[];
}

export interface Derived {
  readonly what: string;
  readonly url: string;
  readonly init: { method: string; body?: string; headers?: Record<string, string> };
}

const PATH = fileURLToPath(new URL('../../../../schema/openapi.json', import.meta.url));
export const document = JSON.parse(readFileSync(PATH, 'utf8'));

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, object>).map(
    ([method, operation]) =>
      ({ parameters: [], ...operation, method: method.toUpperCase(), path }) as unknown as Operation,
  ),
);

/** Values that make sense, by the name of the parameter. */
export type Values = Readonly<Record<string, string>>;

/** One with what it needs, and one for each parameter that may be given. */
export function goodRequests(operation: Operation, values: Values, body: unknown): Derived[] {
  const optional = operation.parameters.filter((one) => !one.required && sensible(one, values) !== undefined);
  return [
    requestOf('as little as possible', operation, values, body),
    ...optional.map((one) =>
      requestOf(`with ${one.name}`, operation, values, body, [one, sensible(one, values) ?? '']),
    ),
  ];
}

/** What the document rules out: something missing, something of the wrong kind. */
export function badRequests(operation: Operation, values: Values, body: unknown): Derived[] {
  const bad: Derived[] = [];
  for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
    if (parameter.required)
      bad.push(requestOf(`without ${parameter.name}`, operation, values, body, undefined, parameter));
    const wrong = parameter.schema.enum ? 'none-of-these' : parameter.schema.type === 'integer' ? 'many' : undefined;
    if (wrong !== undefined)
      bad.push(requestOf(`wrong ${parameter.name}`, operation, values, body, [parameter, wrong]));
  }
  if (!operation.requestBody) return bad;
  const texts = ['', '{', '[]', '{}', '"text"', 'null'];
  const broken = texts.map((text) => ({ ...requestOf(`body ${text}`, operation, values, body), body: text }));
  return [...bad, ...broken.map(({ body: text, ...one }) => ({ ...one, init: { ...one.init, body: text } }))];
}

function sensible({ name, schema }: Parameter, values: Values): string | undefined {
  return values[name] ?? schema.enum?.at(-1) ?? (schema.type === 'integer' ? String(schema.minimum ?? 1) : undefined);
}

function requestOf(
  what: string,
  operation: Operation,
  values: Values,
  body: unknown,
  given?: readonly [Parameter, string],
  without?: Parameter,
): Derived {
  let url = operation.path;
  const query = new URLSearchParams();
  for (const parameter of operation.parameters) {
    const value = given?.[0] === parameter ? given[1] : sensible(parameter, values);
    if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(value ?? 'missing'));
    else if (parameter !== without && (parameter.required || given?.[0] === parameter))
      query.set(parameter.name, value ?? '');
  }
  const hasBody = operation.requestBody !== undefined;
  return {
    what: `${operation.method} ${operation.path}: ${what}`,
    url: query.size > 0 ? `${url}?${query}` : url,
    init: {
      method: operation.method,
      ...(hasBody && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    },
  };
}
