/** The same values, with a moment for everybody else after every few milliseconds of work. */
import { setImmediate } from 'node:timers/promises';
import { paced } from '@hansard/core/formats/paced.ts';

export const withPauses = <T>(values: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> => paced(values, setImmediate);
