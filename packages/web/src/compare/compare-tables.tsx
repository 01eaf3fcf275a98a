/** The tables of a comparison. */
import type { Prompt } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { promptFacts } from '../words/prompt-facts.ts';
import type { FactRow, NamedRow, Pair } from './comparison.ts';

/** More rows than anybody reads. */
const MOST_ROWS = 300;

export function FactsTable({ rows, names }: { rows: readonly FactRow[]; names: Pair<string> }) {
  return (
    <table className="compare-table">
      <caption>Numbers</caption>
      <Columns names={names} last="Difference" />
      <tbody>
        {rows.map(({ name, values: [a, b], difference }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{neutraliseLine(a)}</td>
            <td>{neutraliseLine(b)}</td>
            <td className="quiet">{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NamedTableProps {
  title: string;
  rows: readonly NamedRow[];
  names: Pair<string>;
}

export function NamedTable({ title, rows, names }: NamedTableProps) {
  if (rows.length === 0) return null;
  return (
    <table className="compare-table">
      <caption>{title}</caption>
      <Columns names={names} />
      <tbody>
        {rows.slice(0, MOST_ROWS).map(({ name, values: [a, b] }) => (
          <tr key={name}>
            <th scope="row" className="path">
              {neutraliseLine(name)}
            </th>
            <td>{a}</td>
            <td>{b}</td>
          </tr>
        ))}
      </tbody>
      <More rows={rows.length} />
    </table>
  );
}

interface PromptsTableProps {
  rows: readonly Pair<Prompt | undefined>[];
  names: Pair<string>;
  ids: Pair<string>;
}

export function PromptsTable({ rows, names, ids }: PromptsTableProps) {
  return (
    <table className="compare-table prompts">
      <caption>Prompts</caption>
      <Columns names={names} />
      <tbody>
        {rows.slice(0, MOST_ROWS).map((pair, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: prompts are compared by their number
          <tr key={at}>
            <th scope="row">{at + 1}</th>
            {pair.map((prompt, side) => (
              <td key={side === 0 ? 'a' : 'b'}>{prompt && <PromptCell prompt={prompt} id={ids[side] ?? ''} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <More rows={rows.length} />
    </table>
  );
}

function PromptCell({ prompt, id }: { prompt: Prompt; id: string }) {
  const facts = promptFacts(prompt);
  return (
    <>
      <Link href={sessionAddress(id, prompt.eventId)} dir="auto">
        {neutraliseLine(prompt.text) || 'Prompt'}
      </Link>
      <span className="quiet">{facts.join(' · ')}</span>
    </>
  );
}

function Columns({ names: [a, b], last }: { names: Pair<string>; last?: string }) {
  return (
    <thead>
      <tr>
        <td />
        <th scope="col" title={a}>
          {a}
        </th>
        <th scope="col" title={b}>
          {b}
        </th>
        {last !== undefined && <th scope="col">{last}</th>}
      </tr>
    </thead>
  );
}

function More({ rows }: { rows: number }) {
  if (rows <= MOST_ROWS) return null;
  return (
    <tfoot>
      <tr>
        <td colSpan={3}>and {rows - MOST_ROWS} more</td>
      </tr>
    </tfoot>
  );
}
