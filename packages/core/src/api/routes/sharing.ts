/** Routes by which sessions leave, and what is needed to decide how. */
import Type from 'typebox';
import { limit } from '../fields.ts';
import { type Route, route } from '../route.ts';
import { FormatList, PreviewAnswer, ProfileList } from '../sharing.ts';
import { profile, SessionParams } from './parameters.ts';

const get = { method: 'GET', tag: 'sharing', scope: 'read' } as const satisfies Partial<Route>;

export const sharingRoutes = [
  route({
    ...get,
    id: 'formats',
    path: '/v1/formats',
    summary: 'Formats that can be exported',
    answer: FormatList,
    media: 'json',
    cache: 'archive',
    leaves: 'never',
  }),
  route({
    ...get,
    id: 'profiles',
    path: '/v1/profiles',
    summary: 'Privacy profiles',
    answer: ProfileList,
    media: 'json',
    cache: 'archive',
    leaves: 'never',
  }),
  route({
    ...get,
    id: 'export',
    path: '/v1/sessions/{id}/export',
    summary: 'The session in another format, through the privacy gate',
    params: SessionParams,
    query: Type.Object({
      to: Type.Optional(Type.String({ maxLength: 100, description: 'Format; transcript unless said' })),
      with: Type.Optional(Type.String({ maxLength: 500, description: 'Options of the format, as `raw,indent=2`' })),
      profile,
    }),
    answer: Type.String({ contentEncoding: 'binary', description: 'The file' }),
    media: 'file',
    cache: 'never',
    leaves: 'gated',
  }),
  route({
    ...get,
    id: 'preview',
    path: '/v1/sessions/{id}/preview',
    summary: 'What a privacy profile would take out of a session, before and after',
    params: SessionParams,
    query: Type.Object({ profile, limit: limit(2000, 200, 'How many changes') }),
    answer: PreviewAnswer,
    media: 'json',
    cache: 'archive',
    leaves: 'gated',
  }),
] as const;
