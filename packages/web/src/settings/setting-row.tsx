/** One setting: what it does, what holds, and a field to change it where the page may. */
import type { SettingList } from '@hansard/client';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';

type Setting = SettingList['settings'][number];

const ORIGINS: Readonly<Record<Setting['origin'], string>> = {
  flag: 'from the command line',
  environment: 'from the environment',
  file: 'set',
  default: 'usual',
};

export function SettingRow({ setting, onChange }: { setting: Setting; onChange: (list: SettingList) => void }) {
  const { key, value, origin, description, changeable } = setting;
  const isFixed = !changeable || origin === 'environment' || origin === 'flag';
  return (
    <li>
      <div className="setting-words">
        <h3>
          <code>{key}</code>
        </h3>
        <p>{description.replaceAll('`', '')}</p>
      </div>
      <div className="setting-value">
        {isFixed ? <Fixed setting={setting} /> : <Field key={value} setting={setting} onChange={onChange} />}
        <span className="quiet">{ORIGINS[origin]}</span>
      </div>
    </li>
  );
}

/** What a page does not change: the command that does is there to be copied. */
function Fixed({ setting: { key, value } }: { setting: Setting }) {
  return (
    <span className="setting-fixed">
      <code>{value === '' ? '–' : value}</code>
      <CopyButton text={`hansard config set ${key} `} label="Copy the command that changes it" />
    </span>
  );
}

function Field({ setting, onChange }: { setting: Setting; onChange: (list: SettingList) => void }) {
  const { key, value, usual, choices, origin } = setting;
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string>();
  const change = (next: string | null) =>
    void api.changeSetting(key, next).then(
      (list) => {
        setProblem(undefined);
        onChange(list);
      },
      (error: unknown) => setProblem(problemOf(error).detail),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(typed.trim() === '' ? null : typed.trim());
  };
  return (
    <form onSubmit={submit}>
      {choices.length > 0 ? (
        <select className="field" aria-label={key} value={value} onChange={(event) => change(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          className="field"
          aria-label={key}
          value={typed}
          placeholder={usual === '' ? 'nothing' : usual}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {choices.length === 0 && typed !== value && (
        <Button type="submit" look="main">
          Save
        </Button>
      )}
      {origin === 'file' && (
        <Button icon="close" label={`Use the usual value of ${key}`} onClick={() => change(null)} />
      )}
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
