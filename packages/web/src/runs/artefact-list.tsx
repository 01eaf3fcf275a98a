/** What a step left behind, beside what was said in it: its own files, else those of the run. */
import type { RunAnswer } from '@hansard/client';
import { useMemo, useState } from 'react';
import { bytesText, counted } from '../words/numbers.ts';
import { FileContent, FileName, useOpenedFile } from './opened-file.tsx';

type RunFile = RunAnswer['files'][number];

const FIRST = 30;
const MORE = 500;

interface ArtefactListProps {
  id: string;
  run: RunAnswer;
  /** Paths of the step's own; undefined while they are not known. */
  paths: readonly string[] | undefined;
}

export function ArtefactList({ id, run, paths }: ArtefactListProps) {
  const [opened, open] = useOpenedFile(id);
  const [most, setMost] = useState(FIRST);
  const { own, files } = useMemo(() => filesOf(run, paths), [run, paths]);
  return (
    <section className="step-artefacts" aria-labelledby="step-artefacts">
      <h3 id="step-artefacts">{own || files.length === 0 ? 'Artefacts' : 'Artefacts of the run'}</h3>
      {paths && files.length === 0 && <p className="quiet">The run has none.</p>}
      {!own && files.length > 0 && <p className="quiet">None is named for this step.</p>}
      <ul>
        {files.slice(0, most).map(({ path, bytes, hash }) => (
          <li key={path}>
            <FileName path={path} gone={hash === null} onOpen={open} />{' '}
            <span className="quiet">{bytesText(bytes)}</span>
          </li>
        ))}
      </ul>
      {files.length > most && (
        <button type="button" className="button framed" onClick={() => setMost((before) => before + MORE)}>
          {counted(files.length - most, 'more file', 'more files')}
        </button>
      )}
      {opened && <FileContent id={id} file={opened} />}
    </section>
  );
}

function filesOf({ files }: RunAnswer, paths: readonly string[] | undefined): { own: boolean; files: RunFile[] } {
  if (!paths) return { own: true, files: [] };
  const named = new Set(paths);
  const own = files.filter(({ path }) => named.has(path));
  if (own.length > 0) return { own: true, files: own };
  return { own: false, files: files.filter(({ kind }) => kind === 'artefact') };
}
