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

/** What a subagent was asked to do, or what else there is to call it by. */
export const sourceText = ({ source, title, type }: NamedSource): string =>
  shownName(title ?? type ?? subagentPath(source));
