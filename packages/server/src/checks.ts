/**
 * Checks requests against their schemas. What comes as text in an address becomes the number or the truth that is meant;
 * a body is JSON and says itself what it means, so nothing in it is turned into something else.
 */
import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifyServerOptions } from 'fastify';

const OPTIONS = { removeAdditional: false, strict: false } as const;
const build = AjvCompiler();

export const requestChecks: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: (schemas: Parameters<typeof build>[0]) => {
      const ofAddress = build(schemas, { customOptions: { ...OPTIONS, coerceTypes: true } });
      const ofBody = build(schemas, { customOptions: { ...OPTIONS, coerceTypes: false } });
      return (part: Parameters<typeof ofBody>[0]) => (isBody(part) ? ofBody : ofAddress)(part);
    },
  },
};

/** The framework hands over the schema with the part of the request that it is for. */
const isBody = (part: unknown): boolean => (part as { readonly httpPart?: string }).httpPart === 'body';
