/**
 * Claude Code keeps a file for each of its processes, also for those in somebody's terminal: `~/.claude/sessions/<pid>.json` says
 * what the process does now. A process that was killed leaves its file behind, so that its start tells whether it is the same.
 */
import { isObject, stringOf } from '@hansard/core/reading/native-values.ts';
import type { Registry } from '../contract.ts';

export const registry: Registry = {
  folder: '.claude/sessions',
  read(text) {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const { pid, statusUpdatedAt, updatedAt, startedAt } = value;
    const session = stringOf(value['sessionId']);
    if (typeof pid !== 'number' || session === undefined) return undefined;
    const since = [statusUpdatedAt, updatedAt, startedAt].find((time) => typeof time === 'number') ?? 0;
    const waitsFor = value['status'] === 'waiting' ? (stringOf(value['waitingFor']) ?? 'input') : undefined;
    return {
      process: { pid, start: stringOf(value['procStart']) ?? null },
      session,
      since: since as number,
      ...(waitsFor === undefined ? {} : { waitsFor }),
    };
  },
};
