/** Everything in the run's folder, with sizes and hashes; what is text can be read here, as text. */
import type { RunAnswer } from '@hansard/client';
import { bytesText } from '../words/numbers.ts';
import { FileContent, FileName, useOpenedFile } from './opened-file.tsx';

export function RunFiles({ id, run }: { id: string; run: RunAnswer }) {
  const [opened, open] = useOpenedFile(id);
  return (
    <section aria-labelledby="run-files">
      <h2 id="run-files">Files</h2>
      <div className="side-by-side">
        <div className="table-scroll">
          <table className="runs-table">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Kind</th>
                <th scope="col" className="number">
                  Size
                </th>
                <th scope="col">SHA-256</th>
              </tr>
            </thead>
            <tbody>
              {run.files.map(({ path, kind, bytes, hash, versions }) => (
                <tr key={path}>
                  <th scope="row">
                    <FileName path={path} gone={hash === null} onOpen={open} />
                  </th>
                  <td>
                    {kind}
                    {versions > 1 && ` · ${versions} versions`}
                  </td>
                  <td className="number">{bytesText(bytes)}</td>
                  <td>{hash === null ? 'too large to be kept' : <code title={hash}>{hash.slice(0, 12)}</code>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {opened && <FileContent id={id} file={opened} />}
      </div>
    </section>
  );
}
