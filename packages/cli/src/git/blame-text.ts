/** `hansard blame` for people, and for programs that know `git blame --porcelain`. */
import type { FileBlame } from '@hansard/archive';
import { adapterOf, neutralise, neutraliseLine } from '@hansard/core';
import type { Colors } from '../terminal/colors.ts';
import { fit, widthOf } from '../terminal/table.ts';
import type { BlameLine } from './blame-lines.ts';

export interface BlameTextOptions {
  readonly colors: Colors;
  readonly columns: number;
  /** What was asked for, by the number of the event. */
  readonly prompts: ReadonlyMap<string, string>;
}

const MOST_WHO = 48;
const PROMPT = 28;

/** Commit, who, what was asked for, number and text; what repeats from line to line is told once. */
export function blameText(blame: FileBlame, lines: readonly BlameLine[], options: BlameTextOptions): string {
  const who = lines.map((line) => whoOf(line, blame));
  const width = Math.min(MOST_WHO, Math.max(...who.map(widthOf), 0));
  const digits = String(lines.at(-1)?.line ?? 0).length;
  const hasPrompts = options.columns >= 110 && options.prompts.size > 0;
  let before = '';
  return lines
    .map((line, at) => {
      const prompt = hasPrompts ? neutraliseLine(options.prompts.get(line.event ?? '') ?? '') : '';
      const key = `${line.commit} ${line.event} ${line.author} ${line.confidence}`;
      const [shown, asked] = key === before ? ['', ''] : [fit(who[at] as string, width), fit(prompt, PROMPT)];
      before = key;
      const head = `${line.commit.slice(0, 8)} ${padded(shown, width)} ${hasPrompts ? `${padded(asked, PROMPT)} ` : ''}`;
      const text = neutraliseLine(line.text.replaceAll('\t', '    '));
      return `${tinted(options.colors, line, head)}${options.colors.dim(String(line.line).padStart(digits))} ${text}`;
    })
    .map((text) => `${text.trimEnd()}\n`)
    .join('');
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

function tinted(colors: Colors, { author }: BlameLine, text: string): string {
  if (author === 'agent') return colors.role('assistant', text);
  return author === 'uncertain' ? colors.role('tool', text) : colors.dim(text);
}

function whoOf({ author, agent, model, session, confidence, commit }: BlameLine, { blamed }: FileBlame): string {
  if (author === 'human') return neutraliseLine(blamed.commits.get(commit)?.author ?? 'human');
  const label = adapterOf(agent ?? '')?.label ?? agent ?? '';
  const sure = author === 'uncertain' ? '?' : confidence === 'high' ? '' : confidence === 'medium' ? '~' : '~~';
  return neutraliseLine(
    `${sure}${label} ${model?.replace(/-20\d{6}$/, '') ?? ''} ${session?.slice(0, 8) ?? ''}`.replaceAll(/ +/g, ' '),
  );
}

/** As `git blame --porcelain` prints, with headers of our own before the text. Programs get the text as git has it. */
export function blamePorcelain(blame: FileBlame, lines: readonly BlameLine[], isTerminal: boolean): string {
  const { blamed } = blame;
  const told = new Set<string>();
  let text = '';
  for (const line of lines) {
    const { original, path } = blamed.lines[line.line - 1] as FileBlame['blamed']['lines'][number];
    text += `${line.commit} ${original} ${line.line}\n`;
    const commit = blamed.commits.get(line.commit);
    if (commit && !told.has(line.commit)) {
      text += `author ${neutraliseLine(commit.author)}\ncommitter-time ${commit.time / 1000}\nsummary ${neutraliseLine(commit.summary)}\n`;
      text += `filename ${neutraliseLine(JSON.stringify(path).slice(1, -1))}\n`;
    }
    told.add(line.commit);
    for (const name of ['author', 'tier', 'confidence', 'agent', 'model', 'session', 'nativeId', 'event'] as const) {
      if (line[name] !== null) text += `hansard-${name.toLowerCase()} ${neutraliseLine(String(line[name]))}\n`;
    }
    text += `\t${isTerminal ? neutralise(line.text) : line.text}\n`;
  }
  return text;
}
