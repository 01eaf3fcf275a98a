/** Settings of Hansard on this machine, and what of its archive needs attention. */
import { useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { HealthSection } from './health-section.tsx';
import { SettingRow } from './setting-row.tsx';

export function SettingsPage() {
  const answer = useAnswer('settings', (signal) => api.settings({ signal }));
  const [changed, setChanged] = useState<typeof answer.data>();
  const list = changed ?? answer.data;
  const isRefused = answer.error !== undefined && [403, 501].includes(problemOf(answer.error).status ?? 0);
  return (
    <div className="settings-page">
      <h1>Settings and health</h1>
      {isRefused && <p className="nothing">Settings are shown to those who administer this machine.</p>}
      {answer.error !== undefined && !isRefused && <Trouble error={answer.error} onRetry={answer.reload} />}
      {!isRefused && <HealthSection />}
      {list && (
        <section aria-label="Settings">
          <h2>Settings</h2>
          <p className="quiet">
            They are kept in <code>{list.path}</code>. What is changed here holds from the next command on, and for this
            server when it starts again.
          </p>
          <ul className="setting-rows">
            {list.settings.map((setting) => (
              <SettingRow key={setting.key} setting={setting} onChange={setChanged} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
