/** What an exported session is: title, agent, times, numbers, and by which profile it was redacted. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { FileData } from './file-data.ts';

export function FileHead({ data }: { data: FileData }) {
  const { title, lines } = data.index.facts;
  return (
    <div className="file-head">
      <h1 dir="auto">{neutraliseLine(title)}</h1>
      {lines.map((line) => (
        <p key={line}>{neutraliseLine(line)}</p>
      ))}
    </div>
  );
}
