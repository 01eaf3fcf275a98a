import { expect, it } from 'vitest';
import { TOOL_STATUSES } from '../vocabulary.ts';
import { brokeDown, changedNothing, isFailed } from './tool-outcome.ts';

const chosen = (is: (status: string) => boolean) => TOOL_STATUSES.filter(is);

it('a failure is whatever kept a call from being done', () =>
  expect(chosen(isFailed)).toEqual(['error', 'denied', 'timeout', 'interrupted']));

it('a refusal is no fault of the tool', () => expect(chosen(brokeDown)).toEqual(['error', 'timeout', 'interrupted']));

it('what was interrupted may have changed files', () =>
  expect(chosen(changedNothing)).toEqual(['error', 'denied', 'timeout']));

it('no status is no failure', () => expect([undefined, null, '', 'other'].some(isFailed)).toBe(false));
