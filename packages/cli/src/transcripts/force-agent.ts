/** `--agent ID` and `--agent ID/DIALECT`: the user knows better than recognition by content. */
import { type Adapter, type Dialect, Failure, type Head } from '@hansard/core';
import { suggestion } from '../did-you-mean.ts';
import { agentOf } from '../machine.ts';

/** The agent alone, its dialects recognising everything that is of their kind. */
export function forceAgent(given: string): readonly Adapter[] {
  const [id = '', dialect] = given.split('/', 2);
  const adapter = agentOf(id);
  const dialects = dialect === undefined ? adapter.dialects : [dialectOf(adapter, dialect)];
  return [Object.create(adapter, { dialects: { value: dialects.map(eager) } }) as Adapter];
}

function dialectOf(adapter: Adapter, id: string): Dialect {
  const found = adapter.dialects.find((dialect) => dialect.id === id);
  if (found) return found;
  const ids = adapter.dialects.map((dialect) => dialect.id);
  const message = `${adapter.label} has no format "${id}", but ${ids.join(', ')}.${suggestion(id, ids)}`;
  throw new Failure('bad-argument', message);
}

/** What a dialect recognises by itself still goes first. */
function eager(dialect: Dialect): Dialect {
  const detect = (head: Head) => {
    const isStore = head.tables !== undefined;
    return dialect.detect(head) || ((dialect.kind === 'store') === isStore ? 0.001 : 0);
  };
  return Object.create(dialect, { detect: { value: detect } }) as Dialect;
}
