/** Routes that ask something of the whole archive. */
import Type from 'typebox';
import { limit, oneOf, toggle } from '../fields.ts';
import { Activity, EditedFiles, NUMBER_GROUPINGS, NumbersAnswer } from '../numbers.ts';
import { route } from '../route.ts';
import { SearchAnswer } from '../search.ts';
import { cursor, query, timezone } from './parameters.ts';

export const questionRoutes = [
  route({
    id: 'search',
    method: 'GET',
    path: '/v1/search',
    summary: 'Sessions with what was asked for, each with a few hits',
    tag: 'search',
    query: Type.Object({
      q: query('Words, phrases, filters and /regular expressions/, as `hansard search` takes them'),
      order: Type.Optional(oneOf(['newest', 'ranked'], 'Best first, which is the default, or newest first')),
      limit: limit(100, 20, 'How many sessions'),
      hits: limit(50, 3, 'How many hits of each'),
      cursor,
    }),
    answer: SearchAnswer,
    media: 'json',
    scope: 'read',
    cache: 'moment',
    leaves: 'gated',
  }),
  route({
    id: 'numbers',
    method: 'GET',
    path: '/v1/numbers',
    summary: 'What was used and what it cost, grouped as asked',
    tag: 'numbers',
    query: Type.Object({
      by: Type.Optional(
        Type.String({
          pattern: `^(${NUMBER_GROUPINGS.join('|')})(,(${NUMBER_GROUPINGS.join('|')})){0,2}$`,
          description: `One to three of ${NUMBER_GROUPINGS.join(', ')}, with commas between; day unless said`,
        }),
      ),
      q: query('Filters, as `hansard search` takes them'),
      from: Type.Optional(Type.String({ maxLength: 40, description: 'First day or time' })),
      to: Type.Optional(Type.String({ maxLength: 40, description: 'Last day, or time before which' })),
      timezone,
      tools: toggle('With sessions, prompts and tools'),
    }),
    answer: NumbersAnswer,
    media: 'json',
    scope: 'read',
    cache: 'moment',
    leaves: 'gated',
  }),
  route({
    id: 'activity',
    method: 'GET',
    path: '/v1/activity',
    summary: 'Sessions, events and cost by day, and events by hour of the week',
    tag: 'numbers',
    query: Type.Object({ timezone }),
    answer: Activity,
    media: 'json',
    scope: 'read',
    cache: 'archive',
    leaves: 'never',
  }),
  route({
    id: 'edited-files',
    method: 'GET',
    path: '/v1/files',
    summary: 'The files that were edited most',
    tag: 'numbers',
    query: Type.Object({
      q: query('Filters, as `hansard search` takes them'),
      from: Type.Optional(Type.String({ maxLength: 40, description: 'First day or time' })),
      to: Type.Optional(Type.String({ maxLength: 40, description: 'Last day, or time before which' })),
      timezone,
      limit: limit(200, 20, 'How many files'),
    }),
    answer: EditedFiles,
    media: 'json',
    scope: 'read',
    cache: 'moment',
    leaves: 'gated',
  }),
] as const;
