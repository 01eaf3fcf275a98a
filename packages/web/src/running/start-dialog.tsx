/** Starts a session: which agent, where, with which model and permissions, and what it is to do first. */
import type { LiveCreate } from '@hansard/client';
import { useId, useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { keepValue, keptValue } from '../kept/kept-values.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { sessionAddress } from '../route/pages.ts';
import { navigate } from '../route/place.ts';
import { Composer, type Written } from './composer.tsx';
import { Choice, ModelField } from './fields.tsx';
import { newSessionId } from './new-session.ts';
import { useMay, useRunnable } from './use-may.ts';
import { modeText } from './words.ts';

export function StartDialog({ onClose }: { onClose: () => void }) {
  const { runs, run } = useMay();
  return (
    <Dialog title="Start a session" className="start-dialog" onClose={onClose}>
      <div className="dialog-body">
        {!runs && (
          <p>
            This server runs no agents. Start it with <code>hansard serve --live</code> in the folder that they may work
            in.
          </p>
        )}
        {runs && !run && <p>This token may not start agents: it needs the scope run.</p>}
        {run && <StartForm onStarted={onClose} />}
      </div>
    </Dialog>
  );
}

const LAST_AGENT = 'last-agent';

function StartForm({ onStarted }: { onStarted: () => void }) {
  const { directories } = useMay();
  const { agents = [], error } = useRunnable();
  const folders = useId();
  const [chosen, setChosen] = useState(() => keptValue(LAST_AGENT) ?? '');
  const [directory, setDirectory] = useState(directories[0] ?? '');
  const [model, setModel] = useState('');
  const [permissionMode, setPermissionMode] = useState('default');
  const [mode, setMode] = useState('');
  const agent =
    agents.find(({ id, installed }) => id === chosen && installed) ?? agents.find(({ installed }) => installed);
  const id = agent?.id ?? '';
  const { data: modes } = useAnswer(id === '' ? null : `modes ${id}`, (signal) => api.agentModes(id, { signal }));
  const permissionModes = agent?.permissionModes ?? [];
  const wanted = permissionModes.includes(permissionMode) ? permissionMode : (permissionModes[0] ?? 'default');
  const start = async ({ message, attachments }: Written) => {
    const options: LiveCreate = {
      agent: id,
      permissionMode: wanted as LiveCreate['permissionMode'],
      ...(directory.trim() === '' ? {} : { directory: directory.trim() }),
      ...(model.trim() === '' ? {} : { model: model.trim() }),
      ...(mode === '' ? {} : { agentMode: mode }),
    };
    const own = newSessionId();
    const created = await api.createSession(own, options);
    if (!created.healthy) throw new Error(`The agent did not start. ${created.error ?? ''}`);
    keepValue(LAST_AGENT, id);
    await api.sendMessage(own, { message, attachments });
    onStarted();
    navigate(sessionAddress(created.id ?? own));
  };
  const choices = agents
    .toSorted((a, b) => Number(b.installed ?? false) - Number(a.installed ?? false))
    .map(({ id: name, label, installed }) => ({
      id: name,
      name: installed ? label : `${label} (not found on this machine)`,
      disabled: !installed,
    }));
  const named = modes?.modes ?? [];
  return (
    <>
      {error !== undefined && <Trouble error={error} />}
      <div className="start-fields">
        <Choice label="Agent" value={id} choices={choices} onChange={setChosen} />
        <label>
          <span>Folder</span>
          <input
            className="field"
            list={folders}
            value={directory}
            spellCheck={false}
            onChange={({ target }) => setDirectory(target.value)}
          />
          <datalist id={folders}>
            {directories.map((folder) => (
              <option key={folder} value={folder} />
            ))}
          </datalist>
        </label>
        <ModelField agent={id} value={model} onChange={setModel} />
        <Choice
          label="Permissions"
          value={wanted}
          choices={permissionModes.map((name) => ({ id: name, name: modeText(name) }))}
          onChange={setPermissionMode}
        />
        {named.length > 0 && (
          <Choice
            label="Mode"
            value={mode}
            choices={[{ id: '', name: 'The agent’s own choice' }, ...named]}
            onChange={setMode}
          />
        )}
      </div>
      <Composer
        draft="start"
        label="First message"
        placeholder="What the agent is to do"
        action="Start"
        disabled={id === ''}
        onSend={start}
      />
    </>
  );
}
