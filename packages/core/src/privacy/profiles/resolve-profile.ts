/** Finds a profile by name, with what it extends filled in. */
import { BUILT_IN, STRICT } from './built-in.ts';
import type { Profile, ProfileDefinition } from './profile.ts';

export type ProfileTable = Readonly<Record<string, ProfileDefinition>>;

/** The user's own profiles go before the built-in ones only by other names: a built-in name always means the same. */
export function profileNames(own: ProfileTable = {}): readonly string[] {
  return [...new Set([...Object.keys(BUILT_IN), ...Object.keys(own)])];
}

/** `undefined` when there is none of that name, or when profiles extend each other in a circle. */
export function resolveProfile(name: string, own: ProfileTable = {}): Profile | undefined {
  const chain: [string, ProfileDefinition][] = [];
  for (let next: string | undefined = name; next !== undefined && next !== STRICT.name; ) {
    const definition: ProfileDefinition | undefined = definitionOf(next, own);
    if (!definition || chain.some(([seen]) => seen === next)) return undefined;
    chain.unshift([next, definition]);
    next = definition.extends;
  }
  return chain.reduce((base, [, definition]) => merge(base, definition), { ...STRICT, name });
}

export function definitionOf(name: string, own: ProfileTable): ProfileDefinition | undefined {
  if (Object.hasOwn(BUILT_IN, name)) return BUILT_IN[name];
  return Object.hasOwn(own, name) ? own[name] : undefined;
}

function merge(base: Profile, definition: ProfileDefinition): Profile {
  return {
    ...base,
    purpose: definition.purpose ?? base.purpose,
    local: definition.local ?? base.local,
    rules: { ...base.rules, ...definition.rules },
    anonymise: { ...base.anonymise, ...definition.anonymise },
    content: { ...base.content, ...definition.content },
    scope: { ...base.scope, ...definition.scope },
    identityLinked: definition.identityLinked ?? base.identityLinked,
  };
}
