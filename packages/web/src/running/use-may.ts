/** What the reader may do with agents here: whether the server runs any, and what the token allows. */
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';

export interface May {
  /** The server runs agents. */
  readonly runs: boolean;
  /** Start agents, send to them and stop them. */
  readonly run: boolean;
  /** Answer what they ask. */
  readonly answer: boolean;
  readonly directories: readonly string[];
}

const NOTHING: May = { runs: false, run: false, answer: false, directories: [] };

export function useMay(): May {
  const { data } = useAnswer('status', (signal) => api.status({ signal }));
  if (!data?.runs) return NOTHING;
  const { scopes, directories } = data;
  return { runs: true, run: scopes.includes('run'), answer: scopes.includes('answer'), directories };
}

/** The agents that can be run, with what they can do. */
export function useRunnable() {
  const { data, error } = useAnswer('agents', (signal) => api.agents({ signal }));
  return { agents: data?.agents.filter(({ capabilities }) => capabilities !== undefined), error };
}
