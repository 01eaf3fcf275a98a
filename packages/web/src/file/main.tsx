/** The start of an exported page: its data is in the file, and nothing is asked of anybody. */
import '../theme/tokens.css';
import '../theme/base.css';
import '../parts/parts.css';
import './file.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { listenForKeys } from '../keys/keys.ts';
import { setIcons } from '../parts/icon.tsx';
import { applyTheme } from '../theme/theme.ts';
import { FileApp } from './file-app.tsx';
import { FileData } from './file-data.ts';
import { lockOf, openFile } from './lock.ts';
import { UnlockForm } from './unlock-form.tsx';

async function start(): Promise<void> {
  await wholePage();
  applyTheme();
  setIcons();
  listenForKeys();
  const lock = lockOf();
  const known = lock ? undefined : await FileData.read(openFile);
  const place = document.createElement('div');
  place.id = 'app';
  document.querySelector('body > .file-head')?.remove();
  document.body.append(place);
  createRoot(place).render(<File lock={lock} known={known} />);
}

/** The browser may still be reading the session. */
function wholePage(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }));
}

function File({ lock, known }: { lock: ReturnType<typeof lockOf>; known: FileData | undefined }) {
  const [data, setData] = useState(known);
  if (data) return <FileApp data={data} />;
  return lock ? <UnlockForm lock={lock} onOpen={setData} /> : null;
}

start().catch((error: unknown) => {
  const note = document.createElement('p');
  note.textContent = `The session in this file cannot be read (${error}).`;
  document.body.append(note);
});
