/** Everything in the run's folder, with sizes and hashes; what is text can be read here, as text. */
import type { RunAnswer } from '@hansard/client';
import { useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { api } from '../api.ts';
import { shownName } from '../words/names.ts';
import { bytesText } from '../words/numbers.ts';
import { shownText } from './shown-text.ts';

/** Of a file that is looked at here. */
const MOST = 200_000;

export function RunFiles({ id, run }: { id: string; run: RunAnswer }) {
  const [opened, setOpened] = useState<{ path: string; text: string }>();
  const open = async (path: string) => {
    try {
      const text = await (await api.runFile(id, { file: path })).slice(0, MOST).text();
      setOpened({ path, text });
    } catch (error) {
      setOpened({ path, text: problemOf(error).detail });
    }
  };
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
                    {hash === null ? (
                      shownName(path)
                    ) : (
                      <button type="button" className="link-button" onClick={() => open(path)}>
                        {shownName(path)}
                      </button>
                    )}
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
        {opened && (
          <section aria-label={`Content of ${shownName(opened.path)}`}>
            <h3>
              {shownName(opened.path)}{' '}
              <a href={api.runFileUrl(id, { file: opened.path })} download>
                Download
              </a>
            </h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long files are scrolled by keyboard */}
            <pre className="receipt" tabIndex={0}>
              {shownText(opened.text)}
            </pre>
          </section>
        )}
      </div>
    </section>
  );
}
