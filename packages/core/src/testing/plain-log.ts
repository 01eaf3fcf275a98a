/** The simplest log dialect: one event a record, for tests of the readers themselves. */
import type { LogDialect } from '../adapters/contract.ts';

export const plainLog: LogDialect<{ count: number }> = {
  id: 'plain',
  kind: 'log',
  live: false,
  detect: () => 0,
  begin: () => ({ count: 0 }),
  read(state, record, out) {
    const { value } = record;
    if (value.type === 'unknown') return;
    state.count++;
    out.add({
      id: typeof value.id === 'string' ? value.id : record.ref,
      type: 'user_message',
      timestamp: value.time,
      text: value.text,
      native: record.native('plain'),
      extra: { count: state.count },
    });
  },
};
