/** A tool's call and its result, as Markdown for people. */
import { isObject, stringOf } from '../../reading/native-values.ts';
import type { Event, Part, Tool } from '../../transcript.ts';
import { resultText } from '../event-words.ts';
import { jsonText } from '../json-text.ts';
import { fenced, inlineCode, plainText, safeMarkdown, tagText } from './safe-text.ts';

/** Output of up to so many lines is shown as it is, longer output folded. */
const FOLDED_FROM = 12;

/** What the agent said with the call stands before it. */
export function callText({ tool, text = '', parts = [] }: Event): string {
  const notes = [tool?.status === 'ok' || tool?.status === undefined ? '' : plainText(tool.status), secondsOf(tool)];
  const head = [`🔧 **${plainText(tool?.name || 'tool')}**`, ...notes.filter((note) => note !== '')].join(' · ');
  return [safeMarkdown(text), head, ...inputBlocks(tool), ...parts.map(partText)]
    .filter((block) => block !== '')
    .join('\n\n');
}

export function returnText(event: Event): string {
  const { tool, parts = [] } = event;
  const output = resultText(event) ?? (tool?.result === undefined ? '' : jsonText(tool.result, 2));
  const failed = tool?.status !== undefined && tool.status !== 'ok';
  const notes = [failed ? tool.status : '', tool?.exitCode === undefined ? '' : `exit ${tool.exitCode}`];
  const head = ['Result', ...notes.filter((note) => note !== '')].join(' · ');
  const shown = parts.filter(({ type }) => type !== 'text').map(partText);
  return [outputBlock(head, output), ...shown].filter((block) => block !== '').join('\n\n');
}

/** Content beyond text. */
export function partText(part: Part): string {
  switch (part.type) {
    case 'image':
      return `🖼️ ${inlineCode(part.path ?? part.url ?? part.mime ?? 'image')}`;
    case 'file_ref':
      return [
        `📄 ${plainText(part.action ?? 'file')} ${inlineCode(part.path ?? '')}`,
        part.diff ? fenced(part.diff, 'diff') : '',
      ]
        .filter((block) => block !== '')
        .join('\n\n');
    case 'json':
      return fenced(jsonText(part.json, 2), 'json');
    case 'status':
      return plainText([part.label, part.detail].filter((text) => text).join(': '));
    default:
      return part.text ? fenced(part.text) : '';
  }
}

/** A command stands alone, the rest of the arguments below it. */
function inputBlocks(tool: Tool | undefined): string[] {
  const input = tool?.input;
  if (input === undefined) return [];
  if (typeof input === 'string') return [fenced(input)];
  if (!isObject(input)) return [fenced(jsonText(input), 'json')];
  const command = tool?.kind === 'shell' ? stringOf(input['command']) : undefined;
  const rest = Object.entries(input).filter(([name]) => command === undefined || name !== 'command');
  return [
    ...(command === undefined ? [] : [fenced(command, 'sh')]),
    ...(rest.length > 0 ? [fenced(jsonText(Object.fromEntries(rest), 2), 'json')] : []),
  ];
}

function outputBlock(head: string, output: string): string {
  if (output === '') return `_${plainText(head)}_`;
  const lines = output.replace(/\n$/, '').split('\n').length;
  if (lines <= FOLDED_FROM) return `_${plainText(head)}_\n\n${fenced(output)}`;
  return `<details>\n<summary>${tagText(head)} · ${lines} lines</summary>\n\n${fenced(output)}\n\n</details>`;
}

function secondsOf(tool: Tool | undefined): string {
  if (tool?.durationMs === undefined) return '';
  return tool.durationMs < 1000 ? `${Math.round(tool.durationMs)} ms` : `${(tool.durationMs / 1000).toFixed(1)} s`;
}
