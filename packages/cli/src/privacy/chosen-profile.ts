/** The profile that the user wants, by flag, environment or configuration, and the gate that runs it. */
import type { Host } from '@hansard/core';
import { Gate, type GateOptions, type Profile, resolveProfile } from '@hansard/core/privacy/index.ts';
import type { Context } from '../context.ts';
import { machineKey } from './machine-key.ts';
import { machineNames } from './machine-names.ts';
import { type OwnPrivacy, ownPrivacy } from './own-privacy.ts';
import { unknownProfile } from './unknown-profile.ts';

export async function ownPrivacyOf(context: Context): Promise<OwnPrivacy> {
  return ownPrivacy((await context.settings()).get('privacy.file'));
}

/** The setting, which holds the flag when one was given. */
export async function chosenProfile(context: Context, own: OwnPrivacy): Promise<Profile> {
  return profileNamed((await context.settings()).get('profile'), own);
}

export function profileNamed(name: string, own: OwnPrivacy): Profile {
  const profile = resolveProfile(name, own.profiles);
  if (profile) return profile;
  throw unknownProfile(name, own.profiles);
}

/** What the profile lets out, with this machine's key and names. A profile for local files has no gate. */
export function openGate(host: Host, profile: Profile, own: OwnPrivacy, hub?: GateOptions['hub']): Gate {
  return new Gate({
    profile,
    key: machineKey(host),
    digest: host.digest,
    machine: machineNames(host),
    ownRules: own.rules,
    allow: (value) => own.allow(value),
    hub,
  });
}
