/** Content beyond plain text: pictures, files, JSON. Only pictures that are nothing but pixels are shown. */
import { isShown } from '@hansard/core/formats/html/to-row.ts';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { Part } from '@hansard/core/transcript.ts';
import { JsonView } from '../content/json-view.tsx';
import { LongText } from './long-text.tsx';
import { useRowTools } from './row-context.ts';

const MOST = 12;

interface PartsViewProps {
  row: number;
  parts: readonly Part[];
  /** The event's text: a part that repeats it is left out. */
  said?: string;
  /** What stands above them: a file that it names is not named again. */
  above?: string;
  lines: number;
}

export function PartsView({ row, parts, said, above = '', lines }: PartsViewProps) {
  const shown = parts.filter((part) => isWorthShowing(part, said, above));
  return (
    <>
      {shown.slice(0, MOST).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of an event never move
        <PartView key={index} row={row} name={`part${index}`} part={part} lines={lines} />
      ))}
      {shown.length > MOST && <p className="quiet">{shown.length - MOST} more parts are in the raw event.</p>}
    </>
  );
}

/** Files that were changed are shown as diffs, by the card. */
function isWorthShowing({ type, text, diff, path, hash }: Part, said: string | undefined, above: string): boolean {
  if (type === 'text' || type === 'reasoning') return text !== undefined && text !== said;
  if (type === 'file_ref')
    return diff === undefined && (path === undefined ? hash !== undefined : !above.includes(path));
  return true;
}

function PartView({ row, name, part, lines }: { row: number; name: string; part: Part; lines: number }) {
  const { type, text, json, path, action, mime, url, label, detail } = part;
  if (type === 'image') return <Picture part={part} />;
  if (type === 'json') return <JsonView value={json} label="JSON" />;
  if (type === 'file_ref') {
    return <p className="part-file">{neutraliseLine(`${action ?? 'file'} ${path ?? url ?? part.hash ?? ''}`)}</p>;
  }
  if (type === 'status') return <p className="quiet">{neutraliseLine([label, detail].filter(Boolean).join(': '))}</p>;
  if (text !== undefined) return <LongText row={row} part={name} text={text} lines={lines} />;
  return <p className="quiet">{neutraliseLine(`${type} ${mime ?? ''}`)}</p>;
}

function Picture({ part: { hash, mime, path, url } }: { part: Part }) {
  const { store, showPicture } = useRowTools();
  const name = neutraliseLine(path ?? mime ?? 'Image');
  if (hash === undefined || (mime !== undefined && !isShown(mime))) {
    return <p className="quiet">{neutraliseLine(`Image ${mime ?? ''} ${path ?? url ?? ''}, not shown`)}</p>;
  }
  const src = store.client.attachmentUrl(store.id, hash);
  return (
    <button type="button" className="picture" onClick={() => showPicture({ src, alt: name })}>
      <img src={src} alt={name} loading="lazy" />
    </button>
  );
}
