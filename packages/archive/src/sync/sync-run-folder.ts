/** Brings one run up to date at once: whoever has begun it need not wait until its folder is noticed. */
import { runAdapter } from '../adapters/run-adapter.ts';
import { type SyncOptions, syncInputs } from './sync.ts';

export async function syncRunFolder(options: Omit<SyncOptions, 'adapters'>, folder: string): Promise<void> {
  const adapter = runAdapter([folder]);
  const inputs = [];
  for await (const input of adapter.locate(options.host)) inputs.push({ adapter, input });
  await syncInputs({ ...options, adapters: [adapter] }, inputs);
}
