/** Routes about the server itself, and the page. */
import Type from 'typebox';
import { text } from '../fields.ts';
import { route } from '../route.ts';
import { AgentList, Health, SampleAdded, Status } from '../server.ts';

const html = Type.String({ description: 'A page' });
const file = Type.String({ description: 'A file', contentEncoding: 'binary' });
const page = { method: 'GET', tag: 'page', answer: html, media: 'html', auth: true, leaves: 'never' } as const;

export const serverRoutes = [
  route({
    id: 'health',
    method: 'GET',
    path: '/v1/health',
    summary: 'Whether the server runs',
    tag: 'server',
    answer: Health,
    media: 'json',
    auth: false,
    leaves: 'never',
  }),
  route({
    id: 'status',
    method: 'GET',
    path: '/v1/status',
    summary: 'The archive and the server, and where Hansard looks for sessions',
    tag: 'server',
    answer: Status,
    media: 'json',
    auth: true,
    leaves: 'gated',
  }),
  route({
    id: 'sample',
    method: 'POST',
    path: '/v1/sample',
    summary: 'Puts a small sample session into the archive, with the tag `sample`',
    tag: 'server',
    answer: SampleAdded,
    media: 'json',
    status: 201,
    auth: true,
    leaves: 'never',
  }),
  route({
    id: 'agents',
    method: 'GET',
    path: '/v1/agents',
    summary: 'Agents that can be read, and what of them there is',
    tag: 'server',
    answer: AgentList,
    media: 'json',
    auth: true,
    leaves: 'never',
  }),
  route({
    id: 'openapi',
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'This document',
    tag: 'server',
    answer: Type.Object({}, { additionalProperties: Type.Unknown(), description: 'An OpenAPI document' }),
    media: 'json',
    auth: true,
    leaves: 'never',
  }),
  route({ ...page, id: 'reference', path: '/reference', summary: 'This document, to read and to try' }),
  route({
    ...page,
    id: 'reference-file',
    path: '/reference/{path*}',
    summary: 'A file of that page',
    params: Type.Object({ path: text('Name of the file') }),
    answer: file,
    media: 'file',
  }),
  route({
    ...page,
    id: 'login',
    path: '/login',
    summary: 'Logs a browser in, and leads to the page',
    query: Type.Object({
      token: Type.String({ maxLength: 200, description: 'The token that was printed' }),
      session: Type.Optional(Type.String({ maxLength: 200, description: 'Id of the session to show' })),
      event: Type.Optional(Type.String({ maxLength: 1000, description: 'Id of the event to show in it' })),
    }),
    status: 303,
    auth: false,
  }),
  route({ ...page, id: 'page-home', path: '/', summary: 'The page: all sessions' }),
  route({
    ...page,
    id: 'page-session',
    path: '/s/{id}',
    summary: 'The page: one session',
    params: Type.Object({ id: text('Id of the session') }),
  }),
  route({ ...page, id: 'page-search', path: '/search', summary: 'The page: search' }),
  route({ ...page, id: 'page-compare', path: '/compare', summary: 'The page: two sessions side by side' }),
  route({ ...page, id: 'page-stats', path: '/stats', summary: 'The page: numbers' }),
  route({
    ...page,
    id: 'page-file',
    path: '/assets/{path*}',
    summary: 'A file of the page',
    params: Type.Object({ path: text('Name of the file') }),
    answer: file,
    media: 'file',
  }),
] as const;
