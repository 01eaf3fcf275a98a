/**
 * The user's own profiles, rules and exceptions: one file, named by the setting `privacy.file`. A fault in it stops the
 * program with its place, so that nothing leaves under rules that were not understood.
 */
import { readFileSync } from 'node:fs';
import { Failure } from '@hansard/core/failure.ts';
import type { ProfileTable, Rule } from '@hansard/core/privacy/index.ts';
import { getNodeValue } from 'jsonc-parser';
import { CheckedFile, type Fault } from './checked-file.ts';
import { type AllowDefinition, OWN_SHAPE, type RuleDefinition, toRule } from './own-shape.ts';
import { checkAllowed, checkProfiles, checkRules } from './user-rule-errors.ts';

export interface OwnPrivacy {
  readonly profiles: ProfileTable;
  readonly rules: readonly Rule[];
  /** Values that are never taken out. */
  allow(value: string): boolean;
  readonly allowed: number;
}

const NOTHING: OwnPrivacy = { profiles: {}, rules: [], allow: () => false, allowed: 0 };

/** `path` is the setting; empty when there is no such file. */
export function ownPrivacy(path: string): OwnPrivacy {
  return path === '' ? NOTHING : readOwnPrivacy(fileText(path), path);
}

export function readOwnPrivacy(text: string, path: string): OwnPrivacy {
  const file = new CheckedFile(text.replace(/^\ufeff/, ''), OWN_SHAPE);
  if (file.faults.length === 0) {
    checkProfiles(file);
    checkRules(file);
    checkAllowed(file);
  }
  if (file.faults.length > 0) throw new Failure('bad-profile', placed(path, file.faults));
  const value = file.root ? (getNodeValue(file.root) as Definitions) : {};
  return {
    profiles: value.profiles ?? {},
    rules: (value.rules ?? []).map(toRule),
    allow: allowOf(value.allow ?? []),
    allowed: value.allow?.length ?? 0,
  };
}

interface Definitions {
  readonly profiles?: ProfileTable;
  readonly rules?: readonly RuleDefinition[];
  readonly allow?: readonly AllowDefinition[];
}

/** A text stands for itself, a pattern for the whole value. */
function allowOf(list: readonly AllowDefinition[]): (value: string) => boolean {
  const texts = new Set(list.flatMap(({ text }) => (text === undefined ? [] : [text])));
  const patterns = list.flatMap(({ pattern }) => (pattern === undefined ? [] : [new RegExp(`^(?:${pattern})$`)]));
  return (value) => texts.has(value) || patterns.some((pattern) => pattern.test(value));
}

function placed(path: string, faults: readonly Fault[]): string {
  return faults.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`).join('\n');
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const remedy = 'Check the path that the setting `privacy.file` gives.';
    throw new Failure('bad-profile', `${path} cannot be read: ${(cause as Error).message}`, { remedy, cause });
  }
}
