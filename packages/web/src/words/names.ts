/** Names that come from sessions, for showing: what would hide other text or change its order is made visible. */
import { subagentPath } from '@hansard/core/events/source-path.ts';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';

export const shownName = neutraliseLine;

export const titleText = ({ title }: { readonly title: string | null }): string =>
  title === null ? 'Untitled session' : shownName(title);

interface NamedSource {
  readonly source: string;
  readonly title: string | null;
  readonly type: string | null;
}

/** What a subagent was asked to do, or what else there is to call it by. Ids of calls are no names. */
export const sourceText = ({ source, title, type }: NamedSource): string =>
  shownName(title ?? type ?? nameIn(subagentPath(source)));

/** `call_…`, `toolu_…`, UUIDs and the like: what machines made up. */
const MADE_UP = /^(?:[a-z]+_)?[\w-]*\d[\w-]{9,}$/i;

const nameIn = (path: string): string => (MADE_UP.test(path.split('/').at(-1) ?? '') ? 'Subagent' : path);

interface Lane {
  readonly source: string;
  readonly title: string | null;
  readonly type?: string | null | undefined;
}

/** Names of all agents of a session, in order; those that are called the same are numbered. */
export function laneNames(lanes: readonly Lane[]): string[] {
  const names = lanes.map(({ source, title, type = null }) =>
    source === 'primary' ? 'Main agent' : sourceText({ source, title, type }),
  );
  const seen = new Map<string, number>();
  return names.map((name) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${nth}`;
  });
}
