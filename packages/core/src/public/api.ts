/** `@hansard/core/api`: the HTTP API as routes and schemas. */
export * from '../api/index.ts';
export { hubOpenapiDocument, openapiDocument } from '../api/openapi.ts';
