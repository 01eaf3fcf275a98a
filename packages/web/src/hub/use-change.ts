/** Something that is changed on a hub: what went wrong is shown, what went well shows itself. */
import { useState } from 'react';
import { problemOf } from '../answers/problem.ts';

export function useChange(done: () => void = () => {}) {
  const [problem, setProblem] = useState<string>();
  const change = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work();
      setProblem(undefined);
      done();
      return result;
    } catch (error) {
      setProblem(problemOf(error).detail);
      return undefined;
    }
  };
  return { problem, change };
}
