/** An archive without sessions: where Hansard looks, what it found there, and a sample to see what it is about. */
import type { Status } from '@hansard/client';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../api.ts';
import { useLiveSessions } from '../live/live.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { sessionAddress } from '../route/pages.ts';
import { navigate } from '../route/place.ts';
import { counted } from '../words/numbers.ts';

/** Reading what is there may take a while, and then some. */
const LOOK_AGAIN_MS = 2000;

export function Welcome({ status, onSession }: { status: Status; onSession: () => void }) {
  const [error, setError] = useState<unknown>();
  const [adding, setAdding] = useState(false);
  useLiveSessions(onSession);
  useEffect(() => {
    const timer = setInterval(onSession, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [onSession]);
  const add = async () => {
    setAdding(true);
    try {
      const { id } = await api.addSample();
      onSession();
      navigate(sessionAddress(id));
    } catch (problem) {
      setError(problem);
      setAdding(false);
    }
  };
  const found = status.looksIn.filter((place) => place.found > 0);
  return (
    <div className="welcome">
      <h1>There are no sessions in the archive yet</h1>
      <p>
        Hansard keeps a verbatim record of what coding agents do on this machine. It watches the places below; a session
        appears here as soon as an agent writes one.
      </p>
      <p className="welcome-actions">
        <Button look="main" disabled={adding} onClick={() => void add()}>
          Look at a sample session
        </Button>
        <span className="quiet">{progress(status, found.length)}</span>
      </p>
      {error !== undefined && <Trouble error={error} />}
      <h2>Where Hansard looks</h2>
      <div className="table-frame">
        <table className="places">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Folders and files</th>
              <th scope="col" className="number">
                Found
              </th>
            </tr>
          </thead>
          <tbody>
            {[...found, ...status.looksIn.filter((place) => place.found === 0)].map(
              ({ agent, label, paths, found: here }) => (
                <tr key={agent} className={here > 0 ? undefined : 'quiet'}>
                  <th scope="row">{label}</th>
                  <td>
                    {paths.map((path) => (
                      <span key={path} className="path">
                        {path}
                      </span>
                    ))}
                  </td>
                  <td className="number">{here > 0 ? counted(here, 'session') : 'nothing'}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function progress({ syncing, watching }: Status, agents: number): ReactNode {
  if (syncing) return `Reading ${counted(syncing.files, 'file')}, ${syncing.done} done`;
  if (agents > 0) return `${counted(agents, 'agent')} with sessions found; they are read when the archive is synced.`;
  if (watching) return 'Watching.';
  return (
    <>
      Not watching: run <code>hansard sync</code> to read what is there.
    </>
  );
}
