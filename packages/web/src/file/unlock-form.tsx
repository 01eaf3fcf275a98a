/** Asks for the password of a locked file, and says when it is the wrong one. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FileData } from './file-data.ts';
import { type FileLock, openerFor } from './lock.ts';

export function UnlockForm({ lock, onOpen }: { lock: FileLock; onOpen: (data: FileData) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'ask' | 'busy' | 'wrong'>('ask');
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState('busy');
    try {
      onOpen(await FileData.read(await openerFor(lock, input.current?.value ?? '')));
    } catch {
      setState('wrong');
      input.current?.select();
    }
  };
  if (!globalThis.crypto?.subtle) return <p className="unlock">{NO_CRYPTO}</p>;
  return (
    <form className="unlock" onSubmit={(event) => void submit(event)}>
      <h1>This session is locked</h1>
      <label>
        <span>Password</span>
        <input ref={input} className="field" type="password" autoComplete="off" aria-invalid={state === 'wrong'} />
      </label>
      <button type="submit" className="button main" disabled={state === 'busy'}>
        {state === 'busy' ? 'Opening…' : 'Open'}
      </button>
      <p role="alert">{state === 'wrong' ? 'That is not the password.' : ''}</p>
    </form>
  );
}

const NO_CRYPTO = 'The browser cannot decrypt here. Save the page to a file, and open the file.';
