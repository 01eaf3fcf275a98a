/** The server sends the beginning and the end of very long texts; this asks for the rest. */
import type { ArchivedEvent } from '@hansard/client';
import { useState } from 'react';
import { bytesText } from '../../words/numbers.ts';
import { useRowTools } from './row-context.ts';

export function LoadWhole({ row, archived }: { row: number; archived: ArchivedEvent | undefined }) {
  const { store, open } = useRowTools();
  const [failed, setFailed] = useState(false);
  const cut = archived?.cut ?? [];
  if (!archived || cut.length === 0) return null;
  const load = () =>
    store.loadWhole(archived).then(
      () => open.setAll(row, true),
      () => setFailed(true),
    );
  const bytes = cut.reduce((sum, text) => sum + text.bytes, 0);
  return (
    <button type="button" className="link" onClick={() => void load()}>
      {failed ? 'Could not be loaded. Try again' : `Load the rest (${bytesText(bytes)})`}
    </button>
  );
}
