/** What the server knows of privacy profiles: whoever starts it says which there are and makes the gates. */
import type { Gate, Profile } from '@hansard/core/privacy/index.ts';

export interface ServerPrivacy {
  /** The profile that is used when none is named. */
  readonly chosen: string;
  /** Everything may leave as it is: the user asked for it. */
  readonly unredacted: boolean;
  names(): readonly string[];
  /** Fails when there is none of that name. */
  profile(name: string): Profile;
  /** Undefined for a profile that takes nothing out. Its rules are compiled when it is first asked for. */
  gate(profile: Profile): Promise<Gate | undefined>;
}

/**
 * Compiling rules takes longer than most sessions take to go through them: a gate is made once. Profiles are told apart by
 * all that they say: a name may be one of the user's, or of two that were combined.
 */
export function withGatesKept(privacy: ServerPrivacy): ServerPrivacy {
  const gates = new Map<string, Promise<Gate | undefined>>();
  const gate = (profile: Profile) => {
    const key = JSON.stringify(profile);
    const known = gates.get(key);
    if (known) return known;
    const made = privacy.gate(profile);
    gates.set(key, made);
    made.catch(() => gates.delete(key));
    return made;
  };
  return { ...privacy, gate };
}
