/** What is wrong with the user's own profiles, rules and exceptions beyond their form. */
import { BUILT_IN, type Profile, type ProfileTable, resolveProfile, rules } from '@hansard/core/privacy/index.ts';
import { patternFaults } from '@hansard/core/privacy/patterns/pattern-faults.ts';
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { suggestion } from '../did-you-mean.ts';
import { type CheckedFile, properties } from './checked-file.ts';

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const PLACEHOLDER = /^\[REDACTED:[a-z0-9-]{1,60}\]$/;
const ASCII = /^[\x21-\x7e]{2,64}$/;

export function checkProfiles(file: CheckedFile): void {
  const table = at(file, 'profiles');
  if (!table) return;
  const own = getNodeValue(table) as ProfileTable;
  for (const { key, value } of properties(table)) {
    const name = String(key.value);
    if (Object.hasOwn(BUILT_IN, name)) file.report(key.offset, `"${name}" is built in; choose another name`);
    else if (!NAME.test(name)) file.report(key.offset, 'a name has small letters, digits and single dashes');
    else {
      const profile = resolveProfile(name, own);
      if (!profile) reportExtends(file, value, own, key);
      else if (takesNothing(profile)) file.report(placeOfOpening(value, key), NOTHING_LEAVES);
    }
  }
}

/** Nothing leaves unredacted: a profile that looks for nothing is for files that stay. */
const takesNothing = ({ local, rules: { groups } }: Profile): boolean => !local && groups.length === 0;
const NOTHING_LEAVES = 'a profile that looks for nothing is for local files only: it says "local": true';

function placeOfOpening(profile: Node, key: Node): number {
  const said = findNodeAtLocation(profile, ['local']) ?? findNodeAtLocation(profile, ['rules', 'groups']);
  return (said ?? key).offset;
}

function reportExtends(file: CheckedFile, profile: Node, own: ProfileTable, key: Node): void {
  const base = findNodeAtLocation(profile, ['extends']);
  const name = String(base?.value);
  const known = [...Object.keys(BUILT_IN), ...Object.keys(own)];
  const message = known.includes(name)
    ? `"${String(key.value)}" extends itself over others, or one that cannot be had`
    : `there is no profile "${name}" to extend.${suggestion(
        name,
        known.filter((other) => !resolveProfile(other, own)?.local),
      )}`;
  file.report((base ?? key).offset, message);
}

export function checkRules(file: CheckedFile): void {
  const taken = new Set(rules.map(({ id }) => id));
  for (const rule of at(file, 'rules')?.children ?? []) {
    const id = findNodeAtLocation(rule, ['id']) as Node;
    if (!NAME.test(id.value as string)) file.report(id.offset, 'an id has small letters, digits and single dashes');
    if (taken.has(id.value as string)) file.report(id.offset, `there is a rule "${String(id.value)}" already`);
    taken.add(id.value as string);
    checkPattern(file, rule);
    checkKeywords(file, findNodeAtLocation(rule, ['keywords']) as Node);
    const placeholder = findNodeAtLocation(rule, ['placeholder']);
    if (placeholder && !PLACEHOLDER.test(placeholder.value as string)) {
      file.report(placeholder.offset, 'a placeholder is written [REDACTED:word], the word in small letters');
    }
  }
}

function checkKeywords(file: CheckedFile, keywords: Node): void {
  if (!keywords.children?.length) file.report(keywords.offset, 'at least one keyword: a part of every match');
  for (const keyword of keywords.children ?? []) {
    if (!ASCII.test(keyword.value as string)) {
      file.report(keyword.offset, 'a keyword has 2 to 64 letters, digits or signs of ASCII, without blanks');
    }
  }
}

export function checkAllowed(file: CheckedFile): void {
  for (const item of at(file, 'allow')?.children ?? []) {
    const given = properties(item).length;
    if (given !== 1) file.report(item.offset, 'expected either "text" or "pattern"');
    else if (findNodeAtLocation(item, ['pattern'])) checkPattern(file, item);
  }
}

function checkPattern(file: CheckedFile, owner: Node): void {
  const node = findNodeAtLocation(owner, ['pattern']) as Node;
  const caseless = findNodeAtLocation(owner, ['caseless'])?.value === true;
  for (const fault of patternFaults(node.value as string, caseless)) {
    file.report(placeIn(file, node, fault.at), `pattern: ${fault.message}`);
  }
}

/** A place of the value in the text, where escapes take more than one character. */
function placeIn(file: CheckedFile, node: Node, place: number): number {
  let at = node.offset + 1;
  for (let passed = 0; passed < place; passed++) {
    if (file.text[at] !== '\\') at++;
    else at += file.text[at + 1] === 'u' ? 6 : 2;
  }
  return at;
}

const at = (file: CheckedFile, name: string): Node | undefined =>
  file.root ? findNodeAtLocation(file.root, [name]) : undefined;
