/** What a tool was given and what came back, by its kind; a kind that is not known shows its arguments as JSON. */

import type { ArchivedEvent } from '@hansard/client';
import { isFailed } from '@hansard/core/events/tool-outcome.ts';
import { partsBeyond, resultText } from '@hansard/core/formats/event-words.ts';
import { first, PATHS } from '@hansard/core/formats/file-changes.ts';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { hasOwnResult, ownResultOf, repeats } from '@hansard/core/formats/own-results.ts';
import { isObject, type Json } from '@hansard/core/reading/native-values.ts';
import type { Event, Tool } from '@hansard/core/transcript.ts';
import { useMemo } from 'react';
import { editsOf } from '../content/edits.ts';
import { JsonView } from '../content/json-view.tsx';
import { Markdown } from '../content/markdown.ts';
import { commandOf, todosOf, toolSummary } from '../content/tool-summary.ts';
import { type Language, languageOfPath } from '../syntax/languages.ts';
import { EditView } from './edit-view.tsx';
import { LoadWhole } from './load-whole.tsx';
import { LongText } from './long-text.tsx';
import { PartsView } from './parts-view.tsx';
import { useRowTools } from './row-context.ts';

interface ToolBodyProps {
  row: number;
  call: ArchivedEvent | undefined;
  result: ArchivedEvent | undefined;
  tool: Tool;
}

const LINES = { full: 24, compact: 10, skim: 10, conversation: 10 } as const;

export function ToolBody({ row, call, result, tool }: ToolBodyProps) {
  const { level } = useRowTools();
  const lines = LINES[level];
  const changes = tool.kind === 'edit' || tool.kind === 'write';
  const edits = useMemo(() => (call && changes ? editsOf(call.event, result?.event) : []), [call, result, changes]);
  const failed = isFailed(tool.status);
  // What a tool that changed a file says is that it did.
  const quiet = edits.length > 0 && !failed && level !== 'full';
  const above = [toolSummary(tool), ...edits.map(({ path }) => path)].join('\n');
  const language = tool.kind === 'read' && !failed ? languageOfPath(pathOf(tool)) : undefined;
  const own = call && hasOwnResult(call.event) && !(result && repeats(result.event, call.event));
  return (
    <div className="tool-body">
      {call?.event.text && <Markdown text={call.event.text} />}
      {call && edits.length === 0 && <Input row={row} tool={tool} lines={lines} />}
      {edits.map(({ path, diff }) => (
        <EditView key={path} row={row} path={path} named={edits.length > 1} diff={diff} lines={lines * 2} />
      ))}
      {own && !quiet && (
        <ResultView row={row} event={ownResultOf(call.event)} above={above} lines={lines} language={language} />
      )}
      {result && !quiet && (
        <ResultView row={row} event={result.event} above={above} lines={lines} language={language} />
      )}
      <LoadWhole row={row} archived={call} />
      <LoadWhole row={row} archived={result} />
      {!result && call && tool.status === 'running' && <p className="quiet">No result yet.</p>}
    </div>
  );
}

function Input({ row, tool, lines }: { row: number; tool: Tool; lines: number }) {
  const { input, kind } = tool;
  if (input === undefined) return null;
  if (!isObject(input)) {
    return typeof input === 'string' ? (
      <LongText row={row} part="input" text={input} lines={lines} className="input" />
    ) : (
      <JsonView value={input} label="Arguments" />
    );
  }
  if (kind === 'shell') return <Command row={row} input={input} lines={lines} />;
  if (kind === 'todo' && todosOf(input).length > 0) return <Todos input={input} />;
  if (kind === 'plan' && typeof input['plan'] === 'string') return <Markdown text={input['plan']} />;
  if (kind === 'task' && typeof input['prompt'] === 'string')
    return <Markdown text={input['prompt'].slice(0, 8000)} most={60} />;
  if (isSaidByHead(kind, input)) return null;
  return <JsonView value={input} label="Arguments" />;
}

function pathOf({ input }: Tool): string | undefined {
  return isObject(input) ? first(input, PATHS) : undefined;
}

/** The line above shows all there is. */
function isSaidByHead(kind: string | undefined, input: Json): boolean {
  const names = Object.keys(input);
  if (kind === 'read') return names.every((name) => /path|file|offset|limit|line/i.test(name));
  return (kind === 'search' || kind === 'web') && names.length <= 2;
}

function Command({ row, input, lines }: { row: number; input: Json; lines: number }) {
  const command = commandOf(input) ?? '';
  const isShort = command.length < 120 && !command.includes('\n');
  const note = typeof input['description'] === 'string' ? input['description'] : '';
  return (
    <>
      {note !== '' && <p className="quiet">{neutraliseLine(note)}</p>}
      {!isShort && <LongText row={row} part="input" text={command} lines={lines} className="input" language="bash" />}
    </>
  );
}

function Todos({ input }: { input: Json }) {
  const marks = { done: '☑', now: '◐', open: '☐' } as const;
  const lines = todosOf(input).map(({ text, state }) => `${marks[state]} ${neutraliseLine(text)}`);
  return <pre className="todos">{lines.join('\n')}</pre>;
}

interface ResultViewProps {
  row: number;
  event: Event;
  above: string;
  lines: number;
  language: Language | undefined;
}

function ResultView({ row, event, above, lines, language }: ResultViewProps) {
  const text = resultText(event) ?? '';
  const errors = event.tool?.stderr ?? '';
  const isApart = errors !== '' && !text.includes(errors.trim().slice(0, 200));
  const parts = partsBeyond(event);
  const structured = event.tool?.result;
  return (
    <>
      {text !== '' && <LongText row={row} part="output" text={text} lines={lines} language={language} />}
      {isApart && <LongText row={row} part="errors" text={errors} lines={lines} className="errors" />}
      <PartsView row={row} parts={parts} said={text} above={above} lines={lines} />
      {text === '' && !isApart && parts.length === 0 && structured !== undefined && (
        <JsonView value={structured} label="Result" />
      )}
      {text === '' && !isApart && parts.length === 0 && structured === undefined && <p className="quiet">No output.</p>}
    </>
  );
}
