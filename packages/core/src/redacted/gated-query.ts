/**
 * A query that must not tell more than its answers may. The store, which knows everything, is asked by filters that are no
 * content, or that take whole names; words, regular expressions, titles and the names of tools and models are tried on
 * what went through the gate. Otherwise an answer, a missing one, or the time it takes would tell of a secret, one
 * letter after the other.
 */
import { isBackground } from '../events/event-kinds.ts';
import { Failure } from '../failure.ts';
import type { Redacted } from '../privacy/index.ts';
import type { Clock } from '../query/date-value.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Query as ParsedQuery } from '../query/query.ts';
import { eventHas, type FilteredEvent } from '../search/event-has.ts';
import type { SessionId, SessionRow, StoreSessions } from '../store/sessions.ts';
import type { Event, Transcript } from '../transcript.ts';
import { knownAgents } from '../views/agents.ts';
import type { GatedTexts } from './gated-texts.ts';
import { namedProjects } from './named-projects.ts';
import { titleOf } from './title.ts';

type Filter = ParsedQuery['filters'][number];

/** Filters by names that redaction may hide. Elsewhere in the program `*` stands for a part of them. */
const HIDDEN = new Set<string>([
  ...['project', 'title', 'branch', 'commit', 'tag', 'machine', 'origin', 'file'],
  ...['run', 'flow', 'step', 'engine'],
]);
/** Elsewhere the beginning of an id is enough. */
const WHOLE_COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;
/** Filters that are about single events, or may be. */
const OF_EVENTS = new Set<string>(['tool', 'model', 'file', 'after', 'before', 'is']);
/** Filters that are tried on what is left, and that the store is not asked. */
const OF_CONTENT = new Set<string>(['tool', 'model', 'title', 'project']);

export interface QuerySources {
  readonly sessions: Pick<StoreSessions, 'agents' | 'projects'>;
  readonly texts: GatedTexts;
  readonly clock: Clock;
}

interface ProjectFilter {
  readonly excluded: boolean;
  readonly projects: ReadonlySet<string>;
}

export class GatedQuery {
  readonly parsed: ParsedQuery;
  readonly #projects: readonly ProjectFilter[];
  readonly #titles: readonly { readonly excluded: boolean; readonly texts: readonly string[] }[];

  private constructor(parsed: ParsedQuery, projects: readonly ProjectFilter[]) {
    this.parsed = parsed;
    this.#projects = projects;
    this.#titles = parsed.filters.flatMap((filter) => (filter.name === 'title' ? [filter] : []));
  }

  static async parse(source: string, { sessions, texts, clock }: QuerySources): Promise<GatedQuery> {
    const parsed = parseQuery(source, { ...clock, agents: await knownAgents(sessions) });
    refuseParts(parsed.filters);
    const projects: ProjectFilter[] = [];
    for (const filter of parsed.filters) {
      if (filter.name !== 'project') continue;
      projects.push({ excluded: filter.excluded, projects: await namedProjects(sessions, texts, filter.texts) });
    }
    return new GatedQuery(parsed, projects);
  }

  get hasPatterns(): boolean {
    return this.parsed.patterns.length > 0;
  }

  /** No project fits, so that nothing can be found. */
  get isHopeless(): boolean {
    return this.#projects.some(({ excluded, projects }) => !excluded && projects.size === 0);
  }

  /** Words or filters that choose events; without any, sessions are wanted as such. */
  get choosesEvents(): boolean {
    return this.hasPatterns || this.parsed.text.length > 0 || this.#eventFilters.length > 0;
  }

  /** It asks for words, or for names of tools and models: for what redaction may have taken out. */
  get wantsContent(): boolean {
    const { text, filters } = this.parsed;
    return text.length > 0 || filters.some(({ name }) => name === 'tool' || name === 'model');
  }

  /** What the store is asked for: at least every session of these that will be in the answer; undefined for all of them. */
  located(ids: readonly SessionId[] | undefined): ParsedQuery | undefined {
    const filters = this.#filters;
    // With a regular expression, words choose the sessions and filters the events in them.
    const chosen = this.hasPatterns && this.parsed.text.length > 0 ? filters.filter(isOfSession) : filters;
    const place = { name: 'session', excluded: false, at: 0, end: 0 } as const;
    const among = ids && chosen.length > 0 ? [{ ...place, texts: ids }] : [];
    return chosen.length === 0 ? undefined : { ...this.everything, filters: [...chosen, ...among] };
  }

  /** What asks the store for nothing in particular. */
  get everything(): ParsedQuery {
    return { ...this.parsed, text: [], filters: [], patterns: [] };
  }

  /** What the store is asked for to find the events of a session that touched a file; undefined for all. */
  touching(id: SessionId): ParsedQuery | undefined {
    const files = this.parsed.filters.filter(({ name }) => name === 'file');
    if (files.length === 0) return undefined;
    const session = { name: 'session', texts: [id], excluded: false, at: 0, end: 0 } as const;
    return { ...this.everything, filters: [...files, session] };
  }

  /** The background, which is the same in every session, is looked at when it is asked for. */
  looksAt(event: Event): boolean {
    return this.parsed.background || !isBackground(event);
  }

  /** Whether an event, as it is after redaction, is what the filters ask for; those about files are the store's. */
  choosesEvent(event: FilteredEvent, session: SessionRow): boolean {
    return this.#eventFilters.every(
      (filter) => filter.name === 'file' || eventHas(filter, event, session) !== filter.excluded,
    );
  }

  isOfProjects({ project }: SessionRow): boolean {
    return this.#projects.every(({ excluded, projects }) => projects.has(project ?? '') !== excluded);
  }

  hasTitle(transcript: Redacted<Transcript>): boolean {
    const title = `${transcript.session.title ?? ''}\n${titleOf(transcript)}`.toLowerCase();
    return this.#titles.every(
      ({ excluded, texts }) => texts.some((text) => title.includes(text.toLowerCase())) !== excluded,
    );
  }

  get #eventFilters(): Filter[] {
    return this.parsed.filters.filter(({ name }) => OF_EVENTS.has(name));
  }

  /** With the full paths of projects, and without what is looked at here. */
  get #filters(): Filter[] {
    const filters = this.parsed.filters.filter(({ name }) => !OF_CONTENT.has(name));
    const projects = this.#projects.filter(({ excluded }) => !excluded);
    const place = { name: 'project', excluded: false, at: 0, end: 0 } as const;
    return [...filters, ...projects.map((one) => ({ ...place, texts: [...one.projects] }))];
  }
}

const isOfSession = ({ name }: Filter): boolean => !OF_EVENTS.has(name);

function refuseParts(filters: readonly Filter[]): void {
  for (const filter of filters) {
    if (!HIDDEN.has(filter.name) || !('texts' in filter)) continue;
    if (!filter.texts.some((text) => text.includes('*') || (filter.name === 'commit' && !WHOLE_COMMIT.test(text))))
      continue;
    throw new Failure('bad-query', `${filter.name}: takes whole names here, without *.`, {
      remedy: 'Names may be hidden by the privacy profile, and parts of them would give them away.',
    });
  }
}
