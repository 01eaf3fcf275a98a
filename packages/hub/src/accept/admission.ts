/** What a project takes: by which profiles, and by which rules it looks again. */
import type { Privacy } from '@hansard/core';
import type { ProjectPolicy, ScanPolicy } from '../store/contract.ts';

/** Profiles that run every rule. What a user's own profile runs is not known: all rules are tried on it, too. */
const USUAL = ['strict', 'research', 'team'];
/** It takes out what is certain and nothing else: other rules would refuse what it leaves in on purpose. */
const CERTAIN_ONLY = 'raw-min';
const TAKES_NOTHING_OUT = 'none';

export type Admission = { readonly scan: ScanPolicy } | { readonly refused: string };

export function admission(privacy: Pick<Privacy, 'profile'>, { profiles }: ProjectPolicy): Admission {
  const { profile } = privacy;
  if (profile === TAKES_NOTHING_OUT) return { refused: 'The profile none takes nothing out.' };
  const taken = profiles ?? USUAL;
  const isOwn = !BUILT_IN.includes(profile);
  if (!taken.includes(profile) && (profiles !== undefined || !isOwn)) {
    return { refused: `The project does not take the profile ${shown(profile)}; it takes ${taken.join(', ')}.` };
  }
  return { scan: profile === CERTAIN_ONLY ? 'certain' : 'all' };
}

const BUILT_IN = [...USUAL, CERTAIN_ONLY, TAKES_NOTHING_OUT, 'hiring-signal'];

/** A name may be anything. */
const shown = (profile: string): string => (/^[\w-]{1,40}$/.test(profile) ? profile : 'that it names');
