/** What can be changed of a session that is run: model, effort, modes; and its end. */
import type { AgentList, LiveSettings } from '@hansard/client';
import { type FormEvent, useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { Choice, ModelField } from './fields.tsx';
import { goOnInCopy } from './new-session.ts';
import { NotifyItem } from './notify-item.tsx';
import type { PanelProps } from './run-panel.tsx';
import { modeText } from './words.ts';

interface RunMenuProps extends PanelProps {
  agent: AgentList['agents'][number] | undefined;
  act: (work: () => Promise<unknown>) => void;
}

export function RunMenu({ session, agent, act }: RunMenuProps) {
  const { sessionId, ended } = session;
  const can = agent?.capabilities;
  return (
    <Menu words="Settings" label="Settings of the session" align="end" className="run-menu">
      {(close) => (
        <>
          {!ended && <Settings session={session} agent={agent} act={act} onDone={close} />}
          {!ended && can?.fork && (
            <Item
              words="Go on in a copy"
              run={() => {
                act(() => goOnInCopy(sessionId));
                close();
              }}
            />
          )}
          {!ended && (
            <Item
              words="End the session"
              run={() => {
                act(() => api.terminate(sessionId));
                close();
              }}
            />
          )}
          <NotifyItem />
        </>
      )}
    </Menu>
  );
}

function Item({ words, run }: { words: string; run: () => void }) {
  return (
    <button type="button" className="menu-item" onClick={run}>
      <span className="words">{words}</span>
    </button>
  );
}

type SettingsProps = Pick<RunMenuProps, 'session' | 'agent' | 'act'> & { onDone: () => void };

function Settings({ session, agent, act, onDone }: SettingsProps) {
  const { model, variant, permissionMode, agentMode, sessionId } = session;
  const now = { model: model ?? '', effort: variant ?? '', permissionMode, mode: agentMode };
  const [wanted, setWanted] = useState(now);
  const { data: modes } = useAnswer(`modes ${session.agent}`, (signal) => api.agentModes(session.agent, { signal }));
  const set = (change: Partial<typeof wanted>) => setWanted({ ...wanted, ...change });
  const changes = Object.entries(wanted).filter(
    ([name, value]) => value !== '' && value !== now[name as keyof typeof now],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act(() => api.changeSettings(sessionId, Object.fromEntries(changes) as LiveSettings));
    onDone();
  };
  const named = modes?.modes ?? [];
  return (
    <form className="run-settings" onSubmit={submit}>
      <ModelField agent={session.agent} value={wanted.model} onChange={(value) => set({ model: value })} />
      {agent?.capabilities?.variants && (
        <label>
          <span>Effort</span>
          <input className="field" value={wanted.effort} onChange={({ target }) => set({ effort: target.value })} />
        </label>
      )}
      <Choice
        label="Permissions"
        value={wanted.permissionMode}
        choices={(agent?.permissionModes ?? [permissionMode]).map((id) => ({ id, name: modeText(id) }))}
        onChange={(value) => set({ permissionMode: value })}
      />
      {named.length > 0 && (
        <Choice label="Mode" value={wanted.mode} choices={named} onChange={(value) => set({ mode: value })} />
      )}
      <Button type="submit" look="framed" disabled={changes.length === 0}>
        Change
      </Button>
    </form>
  );
}
