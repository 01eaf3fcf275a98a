/** Routes that a hub has beside those of every server: sessions come in, receipts, the log, and sums of many people. */
import Type from 'typebox';
import { text } from '../fields.ts';
import { type Route, route } from '../route.ts';
import { count, json, object, project, transcript } from './hub-fields.ts';
import { hubPeopleRoutes } from './hub-people.ts';

/** Long bodies are bounded by the hub itself, which says how to send more. */
const ANY_LENGTH = 1024 * 1024 * 1024;
const MANIFEST = 8 * 1024 * 1024;

export const hubRoutes: readonly Route[] = [
  ...hubPeopleRoutes,
  route({
    ...json,
    id: 'hub-accept',
    method: 'POST',
    path: '/v1/transcripts',
    summary: 'Takes a transcript: a whole document, or a manifest of segments that were sent before',
    query: Type.Object({ project }),
    streaming: ['application/json', 'application/x-ndjson'],
    bodyLimit: ANY_LENGTH,
    answer: object('What became of it, with the receipt'),
    scope: 'ingest',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-uploads',
    method: 'POST',
    path: '/v1/uploads',
    summary: 'Says which segments of a manifest are missing. Nothing is begun, so nothing has to be ended',
    body: Type.Object({
      transcriptId: text('Id of the transcript'),
      segments: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: 50_000 }),
    }),
    bodyLimit: MANIFEST,
    answer: object('The missing ones'),
    scope: 'ingest',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-take-numbers',
    method: 'POST',
    path: '/v1/numbers',
    summary: 'Takes the sums of a session and none of its content',
    query: Type.Object({ project }),
    body: Type.Object(
      {
        transcriptId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
        agent: Type.String({ pattern: '^[a-z0-9-]{1,60}$' }),
        sums: Type.Array(
          Type.Object(
            {
              week: count('Weeks since 1970'),
              model: Type.String({ maxLength: 120 }),
              tool: Type.String({ maxLength: 120 }),
              responses: count('Answers of the model'),
              calls: count('Calls of the tool'),
              errors: count('Those that failed'),
              input: count('Tokens'),
              output: count('Tokens'),
              cacheRead: count('Tokens'),
              cacheWrite: count('Tokens'),
            },
            { additionalProperties: false },
          ),
          { maxItems: 5000 },
        ),
      },
      { additionalProperties: false },
    ),
    bodyLimit: MANIFEST,
    answer: object('What became of them'),
    scope: 'ingest',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-segment',
    method: 'PUT',
    path: '/v1/segments/{hash}',
    summary: 'Takes a segment, packed as content-encoding says (br, zstd, gzip or none)',
    params: Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of its text' }) }),
    query: Type.Object({
      project,
      profile: Type.Optional(Type.String({ maxLength: 80, description: 'Privacy profile that it went through' })),
    }),
    streaming: [],
    bodyLimit: ANY_LENGTH,
    answer: object('Its hash'),
    scope: 'ingest',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-document',
    method: 'GET',
    path: '/v1/transcripts/{id}',
    summary: 'A transcript as it was sent',
    params: transcript,
    answer: object('A transcript'),
    scope: 'read',
    leaves: 'gated',
  }),
  route({
    ...json,
    id: 'hub-retract',
    method: 'DELETE',
    path: '/v1/transcripts/{id}',
    summary: 'Takes a transcript back: its submitter may, and an admin',
    params: transcript,
    answer: object('Until when backups may hold it'),
    scope: 'read',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-receipt',
    method: 'GET',
    path: '/v1/transcripts/{id}/receipt',
    summary: 'The receipt of a transcript, with the proof that it is in the log',
    params: transcript,
    answer: object('Receipt, checkpoint and proof'),
    scope: 'read',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-checkpoint',
    method: 'GET',
    path: '/v1/log/checkpoint',
    summary: 'The size and root of the log, signed; with `from` the proof that it goes on from there',
    query: Type.Object({ from: Type.Optional(count('Size of a checkpoint that is known')) }),
    answer: object('Checkpoint and proof'),
    scope: 'read',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-leaves',
    method: 'GET',
    path: '/v1/log/leaves',
    summary: 'What is in the log: hashes and ids, and no content',
    query: Type.Object({
      from: Type.Optional(count('First place')),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    answer: object('Leaves'),
    scope: 'audit',
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'hub-numbers',
    method: 'GET',
    path: '/v1/team/numbers',
    summary: 'Sums of at least five people each, and nothing finer',
    query: Type.Object({
      by: Type.Optional(
        Type.Union(
          ['project', 'agent', 'model', 'tool', 'week'].map((name) => Type.Literal(name)),
          {
            description: 'project, agent, model, tool or week',
          },
        ),
      ),
    }),
    answer: object('Sums'),
    scope: 'aggregate',
    leaves: 'never',
  }),
];
