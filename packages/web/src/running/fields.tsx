/** Fields of the forms by which sessions are started and changed. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useId } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly { readonly id: string; readonly name: string; readonly disabled?: boolean }[];
  onChange: (value: string) => void;
}

export function Choice({ label, value, choices, onChange }: ChoiceProps) {
  // What is set is shown, whether it can be chosen or not.
  const all = choices.some(({ id }) => id === value) ? choices : [{ id: value, name: value }, ...choices];
  return (
    <label>
      <span>{label}</span>
      <select className="field" value={value} onChange={({ target }) => onChange(target.value)}>
        {all.map(({ id, name, ...rest }) => (
          <option key={id} value={id} disabled={'disabled' in rest && rest.disabled}>
            {neutraliseLine(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ModelFieldProps {
  agent: string;
  value: string;
  onChange: (value: string) => void;
}

/** Agents tell of their models once they have run; before that, the name is typed. */
export function ModelField({ agent, value, onChange }: ModelFieldProps) {
  const list = useId();
  const { data } = useAnswer(agent === '' ? null : `models ${agent}`, (signal) => api.agentModels(agent, { signal }));
  return (
    <label>
      <span>Model</span>
      <input
        className="field"
        list={list}
        value={value}
        placeholder="The agent’s own choice"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {data?.models.map(({ id, name }) => (
          <option key={id} value={id}>
            {neutraliseLine(name)}
          </option>
        ))}
      </datalist>
    </label>
  );
}
