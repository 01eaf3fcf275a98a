/**
 * Numbers by project or session, where names go through the gate: a project is called as its sessions call it, and what a
 * profile does not cover has no name.
 */
import type { NumbersAnswer } from '@hansard/core/api/numbers.ts';

export function withoutNames(answer: NumbersAnswer, nameOf: (folder: string) => string | undefined): NumbersAnswer {
  const groups = answer.groups.map((group) => {
    const { session, project } = group;
    return {
      ...group,
      ...(typeof project === 'string' && { project: nameOf(project) ?? null }),
      ...(session && { session: { ...session, nativeId: null, project: null, title: null } }),
    };
  });
  return { ...answer, groups };
}
