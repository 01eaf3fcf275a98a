/**
 * The redaction cases, `privacy/rules/<kind>.cases.txt` beside the rules of that kind. A case is
 *
 *     %% finds NAME                        %% ignores NAME near RULE…
 *     the text                             the text
 *     %% by RULE…
 *     the text as it is after redaction
 *
 * and ends before the next one, with one empty line between them. `{{}}` is taken out of a text before it is scanned: it
 * keeps forges from taking made-up keys for leaked ones.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RedactionCase {
  readonly kind: 'finds' | 'ignores';
  readonly name: string;
  /** The text as it is written in the file. */
  readonly written: string;
  /** The text that is scanned. */
  readonly input: string;
  /** `finds`: rules whose findings are replaced, in order of their places. `ignores`: rules that must not be misled. */
  readonly rules: readonly string[];
}

export interface CaseFile {
  readonly path: string;
  /** `aws` for `aws.cases.txt`. */
  readonly name: string;
  readonly cases: readonly RedactionCase[];
}

const FOLDER = join(import.meta.dirname, '../privacy/rules');
const ENDING = '.cases.txt';
const HEAD = /^%% (finds|ignores) ([a-z0-9-]+)(?: near ([a-z0-9 -]+))?$/;

export function redactionCaseFiles(folder = FOLDER): CaseFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return { path, name: name.slice(0, -ENDING.length), cases: readCases(readFileSync(path, 'utf8'), name) };
    });
}

/** Every case of a file. A line that begins with `%%` and is none of the three is a mistake, and named. */
export function readCases(text: string, file = 'cases'): RedactionCase[] {
  const sections = text.split(/^(?=%%)/m);
  const cases: RedactionCase[] = [];
  for (const [index, section] of sections.entries()) {
    const end = section.indexOf('\n');
    const head = section.slice(0, end);
    const body = section.slice(end + 1);
    const by = /^%% by ([a-z0-9 -]+)$/.exec(head);
    const last = cases.at(-1);
    if (by && last?.kind === 'finds') {
      cases[cases.length - 1] = { ...last, rules: by[1]!.split(' ') };
      continue;
    }
    const [, kind, name, near] = HEAD.exec(head) ?? [];
    if (!name || (near && kind === 'finds')) throw new Error(`${file}: not a heading of a case: ${head}`);
    const goesOn = sections[index + 1]?.startsWith('%% by ');
    const written = goesOn ? body : body.replace(/\n\n$/, '\n');
    const input = written.replaceAll('{{}}', '');
    cases.push({ kind: kind as RedactionCase['kind'], name, written, input, rules: near?.split(' ') ?? [] });
  }
  return cases;
}

/** A case as it is written: the reverse of `readCases`. */
export function writeCase({ kind, name, written, rules }: RedactionCase, redacted: string): string {
  if (kind === 'ignores')
    return `%% ignores ${[name, ...(rules.length > 0 ? ['near', ...rules] : [])].join(' ')}\n${written}`;
  return `%% finds ${name}\n${written}%% by ${rules.join(' ')}\n${redacted}`;
}
