/** All that the archive can read: what agents write, and what the user imports or lets runs leave in folders. */
import { type Adapter, adapters } from '@hansard/core';
import { importedAdapter } from './imported-adapter.ts';
import { runAdapter } from './run-adapter.ts';
import { telemetryAdapter } from './telemetry-adapter.ts';

export const readers: readonly Adapter[] = [...adapters, importedAdapter, runAdapter(), telemetryAdapter];

export function readerOf(id: string): Adapter | undefined {
  return readers.find((reader) => reader.id === id);
}
