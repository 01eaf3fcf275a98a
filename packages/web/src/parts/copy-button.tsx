/** Copies a text, and says that it did. */
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

const SHOWN_MS = 1500;

export function CopyButton({ text, label, icon = 'copy' }: { text: string; label: string; icon?: IconName }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  // Over plain HTTP from another machine there is no clipboard.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  const said = state === 'copied' ? 'Copied' : state === 'refused' ? 'The browser refused' : '';
  return (
    <>
      <Button icon={state === 'copied' ? 'check' : icon} label={label} onClick={() => void copy()} />
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
