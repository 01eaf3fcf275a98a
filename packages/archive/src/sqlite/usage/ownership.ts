/**
 * Which session a response belongs to: the earliest that holds it. Copies have the same response id; forks that gave
 * theirs new ids are recognised by time, model and all numbers. The answer depends on what is held alone, never on the
 * order in which the archive learned of it.
 */

/** 1 and 0 are also read as yes and no. */
export const OWN = { elsewhere: 0, here: 1, inherited: 2, repeated: 3 } as const;

/** A response as one session holds it. */
export interface Holding {
  readonly session: number;
  readonly response: string;
  /** Time, model and all numbers; undefined where they say nothing. */
  readonly print: string | undefined;
  /** The agent itself calls it inherited. */
  readonly inherited: boolean;
}

/** What is known of the sessions that hold responses. */
export interface Holders {
  /** Which session came first. */
  compare(a: number, b: number): number;
  /** Whether the session that this one comes from is in the archive. */
  hasOrigin(session: number): boolean;
}

export interface Verdict {
  readonly own: number;
  /** Whether it rests on time, model and numbers instead of an id. */
  readonly inferred: 0 | 1;
}

/** Keys of responses without an id of their own begin so: what they name is unique within a session only. */
export const BY_EVENT = 'event ';

/** Holdings of one response: the first of them is its origin. */
interface Group {
  readonly holdings: readonly Holding[];
  readonly sessions: Set<number>;
}

/** All holdings that have anything in common must be given together. */
export function decideOwners(holdings: readonly Holding[], holders: Holders): Map<Holding, Verdict> {
  const order = (a: Holding, b: Holding) =>
    Number(a.inherited) - Number(b.inherited) ||
    holders.compare(a.session, b.session) ||
    (a.response < b.response ? -1 : Number(a.response > b.response));
  const verdicts = new Map<Holding, Verdict>();
  const found = new Map<string, Group[]>();
  for (const group of groupsOf(holdings, order)) {
    const twin = twinOf(group, found);
    if (twin) assign(verdicts, group.holdings, OWN.elsewhere, originOf(twin).response);
    else decideGroup(verdicts, group, holders);
  }
  return verdicts;
}

/** By response id, earliest first. */
function groupsOf(holdings: readonly Holding[], order: (a: Holding, b: Holding) => number): Group[] {
  const groups = new Map<string | Holding, Holding[]>();
  for (const holding of holdings) {
    const key = holding.response.startsWith(BY_EVENT) ? holding : holding.response;
    const group = groups.get(key);
    if (group) group.push(holding);
    else groups.set(key, [holding]);
  }
  return [...groups.values()]
    .map((group) => ({ holdings: group.sort(order), sessions: new Set(group.map(({ session }) => session)) }))
    .sort((a, b) => order(originOf(a), originOf(b)));
}

const originOf = ({ holdings }: Group): Holding => holdings[0] as Holding;

/**
 * An earlier response with the same time, model and numbers in other sessions. Two of one session are two responses,
 * however alike they are, and so each finds a twin of its own in the session that they were copied from.
 */
function twinOf(group: Group, found: Map<string, Group[]>): Group | undefined {
  const { print } = originOf(group);
  if (print === undefined) return undefined;
  const candidates = found.get(print) ?? [];
  const twin = candidates.find(({ sessions }) => [...group.sessions].every((session) => !sessions.has(session)));
  if (twin) for (const session of group.sessions) twin.sessions.add(session);
  else found.set(print, [...candidates, group]);
  return twin;
}

/** What only heirs hold counts with the first of them, unless the session it comes from is here to be asked. */
function decideGroup(verdicts: Map<Holding, Verdict>, { holdings, sessions }: Group, holders: Holders): void {
  const [origin, ...others] = holdings as [Holding, ...Holding[]];
  if (origin.inherited && [...sessions].some((session) => holders.hasOrigin(session))) {
    assign(verdicts, holdings, OWN.inherited, origin.response);
    return;
  }
  assign(verdicts, [origin], OWN.here, origin.response);
  assign(verdicts, others, OWN.elsewhere, origin.response);
}

function assign(verdicts: Map<Holding, Verdict>, holdings: readonly Holding[], own: number, as: string): void {
  for (const holding of holdings) verdicts.set(holding, { own, inferred: holding.response === as ? 0 : 1 });
}
