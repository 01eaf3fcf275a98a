/** Numbers by project or session, where names go through the gate: what a profile does not cover has none. */
import type { NumbersAnswer } from '@hansard/core/api/numbers.ts';

export function withoutNames(answer: NumbersAnswer, covers: (folder: string) => boolean): NumbersAnswer {
  const groups = answer.groups.map((group) => {
    const { session, project } = group;
    return {
      ...group,
      ...(typeof project === 'string' && !covers(project) && { project: null }),
      ...(session && { session: { ...session, nativeId: null, project: null, title: null } }),
    };
  });
  return { ...answer, groups };
}
