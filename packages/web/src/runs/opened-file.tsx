/** A file of a run that is looked at: its beginning as text, whatever it holds, and a way to save it. */
import { useRef, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { api } from '../api.ts';
import { shownName } from '../words/names.ts';
import { shownText } from './shown-text.ts';

/** Of a file that is looked at here. */
const MOST = 200_000;

export interface OpenedFile {
  readonly path: string;
  readonly text: string;
}

/** The file that was opened last, and the way to open one. */
export function useOpenedFile(id: string): [OpenedFile | undefined, (path: string) => Promise<void>] {
  const [opened, setOpened] = useState<OpenedFile>();
  const wanted = useRef('');
  const open = async (path: string) => {
    wanted.current = path;
    const text = await textOf(id, path);
    if (wanted.current === path) setOpened({ path, text });
  };
  return [opened, open];
}

async function textOf(id: string, path: string): Promise<string> {
  try {
    return await (await api.runFile(id, { file: path })).slice(0, MOST).text();
  } catch (error) {
    return problemOf(error).detail;
  }
}

export function FileContent({ id, file: { path, text } }: { id: string; file: OpenedFile }) {
  return (
    <section aria-label={`Content of ${shownName(path)}`}>
      <h3>
        {shownName(path)}{' '}
        <a href={api.runFileUrl(id, { file: path })} download>
          Download
        </a>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long files are scrolled by keyboard */}
      <pre className="receipt" tabIndex={0}>
        {shownText(text)}
      </pre>
    </section>
  );
}

interface FileNameProps {
  path: string;
  /** It is not kept, and can only be named. */
  gone: boolean;
  onOpen: (path: string) => void;
}

export function FileName({ path, gone, onOpen }: FileNameProps) {
  if (gone) return shownName(path);
  return (
    <button type="button" className="link-button" onClick={() => onOpen(path)}>
      {shownName(path)}
    </button>
  );
}
