/** Modules as they are where the engine has WebAssembly, and where it has none or forbids it: what uses kernels is tested in all. */
import { vi } from 'vitest';

const engine = (globalThis as { WebAssembly?: Record<string, unknown> }).WebAssembly ?? {};

/** As in a page whose policy does not let it compile anything. */
const forbidden = {
  Memory: engine['Memory'],
  Instance: engine['Instance'],
  Module: class {
    constructor() {
      throw new Error('Refused to compile');
    }
  },
};

export const ENGINES: Readonly<Record<string, unknown>> = {
  'the kernels': engine,
  scripts: undefined,
  'scripts, because WebAssembly is forbidden': forbidden,
};

/** Loads modules anew in such an engine. */
export async function loadedIn<T>(name: string, load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', ENGINES[name]);
  try {
    return await load();
  } finally {
    vi.unstubAllGlobals();
  }
}
