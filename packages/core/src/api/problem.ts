/**
 * What the API answers when something cannot be done: problem details as RFC 9457 has them. `code` and `type` are
 * stable; failures of the library keep the codes of docs/errors.md, the others are listed here.
 */
import Type from 'typebox';
import { text, texts } from './fields.ts';

export const ProblemDetails = Type.Object(
  {
    type: text('urn:hansard:problem:<code>'),
    title: text('What kind of problem it is'),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status' }),
    detail: text('What happened here'),
    code: text('Stable name of the kind of problem'),
    action: Type.Optional(text('What to do about it')),
    pointer: Type.Optional(text('JSON pointer into the body, or the name of the parameter')),
    error: Type.Optional(text('Below /api: the same as `detail`, as the original has it')),
    hint: Type.Optional(text('Below /api: what may help')),
    available_files: Type.Optional(texts('Below /api: files that there are')),
    decided: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'With `already-answered`: `what` was decided, `by` whom, `via` what, and when (`at`)',
      }),
    ),
  },
  { description: 'Why a request was not answered' },
);
export type ProblemDetails = Type.Static<typeof ProblemDetails>;

export const PROBLEM_MEDIA = 'application/problem+json';

/** Problems of requests, beside the failures of the library. */
export const REQUEST_PROBLEMS = {
  'bad-request': {
    status: 400,
    title: 'The request is not as documented',
    action: 'See /reference for what it takes.',
  },
  'bad-body': { status: 400, title: 'The body cannot be read', action: 'Send JSON as /reference documents it.' },
  unauthorized: {
    status: 401,
    title: 'The token is missing or wrong',
    action:
      'Open the link that `hansard serve` printed, or send a token as `Authorization: Bearer TOKEN`; ' +
      '`hansard token create` makes one.',
  },
  'missing-scope': {
    status: 403,
    title: 'The token may not do this',
    action: 'Use a token that has the scope: `hansard token create --scope SCOPE` makes one.',
  },
  'not-from-here': {
    status: 403,
    title: 'The request changes something and does not come from the page',
    action: 'Send the header `x-hansard: 1`, or use a token in place of the cookie.',
  },
  'route-not-found': {
    status: 404,
    title: 'There is nothing at this address',
    action: 'See /reference for all routes.',
  },
  'not-found': { status: 404, title: 'There is no such thing', action: 'Check the id in the address.' },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take that method',
    action: 'The header `allow` names those that it takes.',
  },
  'not-acceptable': { status: 406, title: 'There is no such form of it', action: 'See /reference for what there is.' },
  'body-too-large': { status: 413, title: 'The body is too large', action: 'Send less at a time.' },
  'unsupported-media': { status: 415, title: 'The body is of a kind that is not read', action: 'Send JSON.' },
  'wrong-host': {
    status: 421,
    title: 'The request was meant for another host',
    action: 'Use the address that `hansard serve` printed.',
  },
  'too-many-requests': { status: 429, title: 'Too many requests', action: 'Wait as long as `retry-after` says.' },
  'header-too-large': { status: 431, title: 'The headers are too large', action: 'Send less.' },
  bug: { status: 500, title: 'Something is wrong in the server', action: 'Please report it.' },
  'not-offered': {
    status: 501,
    title: 'This server has no part that does this',
    action: 'Ask a server that has it; /v1/status tells what a server is.',
  },
  stopping: { status: 503, title: 'The server is stopping', action: 'Start it again with `hansard serve`.' },
} as const;

export type RequestProblem = keyof typeof REQUEST_PROBLEMS;

export const problemType = (code: string): string => `urn:hansard:problem:${code}`;
