/** A gate for tests: fixed key, the real hash function, and a machine that belongs to nobody. */
import { createHash } from 'node:crypto';
import { Gate, type GateOptions } from '../privacy/pipeline/gate.ts';
import { resolveProfile } from '../privacy/profiles/resolve-profile.ts';

export const TEST_KEY = new Uint8Array(32).fill(7);
export const testDigest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

export function testGate(profile: string | GateOptions['profile'], more: Partial<GateOptions> = {}): Gate {
  const resolved = typeof profile === 'string' ? resolveProfile(profile) : profile;
  if (!resolved) throw new Error(`no profile ${String(profile)}`);
  return new Gate({ profile: resolved, key: TEST_KEY, digest: testDigest, ...more });
}
