/**
 * Which written line a line of a file comes from. Each written line is one line of the file at most: where the agent wrote
 * a text once and the file has it twice, the one that stands where the agent put it is the agent's.
 */
import { type LineWeight, weightOf } from './common-lines.ts';
import { type CommitTime, type Edit, type FileLine, isBefore, type Position, sameLine } from './line-author.ts';
import { hashLine, type LineHash } from './line-hash.ts';

export interface Claim {
  readonly position: Position;
  readonly exact: boolean;
  /** How many of the lines around it are those that the edit had around it; common ones count a quarter. */
  readonly context: number;
}

export interface HashedLine extends FileLine {
  readonly hash: LineHash;
  readonly weight: LineWeight;
}

interface Candidate extends Claim {
  readonly line: number;
}

/** How far to look around a line. */
const REACH = 12;
/** Of a text that was written over and over, the latest are looked at. */
const MOST_CANDIDATES = 48;

export const hashedLines = (lines: readonly FileLine[]): HashedLine[] =>
  lines.map((line) => ({ ...line, hash: hashLine(line.text), weight: weightOf(line.text) }));

/** The claims of lines that say something, by their index; then those of common lines between them. */
export function claimLines(
  lines: readonly HashedLine[],
  commits: ReadonlyMap<string, CommitTime>,
  edits: readonly Edit[],
): Map<number, Claim> {
  const positions = positionsOf(lines, edits);
  const candidates: Candidate[] = [];
  for (const [line, { hash, weight, commit }] of lines.entries()) {
    if (weight === 'common') continue;
    for (const position of positions.get(hash.loose) ?? []) {
      if (!isBefore(position.edit, commits.get(commit))) continue;
      const exact = position.hunk.lines[position.at]?.exact === hash.exact;
      candidates.push({ line, position, exact, context: contextOf(lines, line, position) });
    }
  }
  candidates.sort(byStrength);
  const claims = assign(lines, candidates);
  extend(lines, commits, claims);
  return claims;
}

/** Written lines by their hash, as far as the file has them; the latest edit first. */
function positionsOf(lines: readonly HashedLine[], edits: readonly Edit[]): Map<number, Position[]> {
  const positions = new Map<number, Position[]>();
  for (const { hash, weight } of lines) if (weight !== 'common') positions.set(hash.loose, []);
  for (const edit of edits.toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))) {
    for (const hunk of edit.hunks) {
      for (let at = 0; at < hunk.lines.length; at++) {
        const known = positions.get((hunk.lines[at] as LineHash).loose);
        if (known && known.length < MOST_CANDIDATES) known.push({ edit, hunk, at });
      }
    }
  }
  return positions;
}

function contextOf(lines: readonly HashedLine[], line: number, { hunk, at }: Position): number {
  return reached(lines, line, hunk, at, -1) + reached(lines, line, hunk, at, 1);
}

/** Up or down from a line, as long as the file goes on as the edit did; what stood around the edit counts, too. */
function reached(lines: readonly HashedLine[], line: number, hunk: Position['hunk'], at: number, step: 1 | -1): number {
  let context = 0;
  for (let away = step; Math.abs(away) <= REACH; away += step) {
    const there = lines[line + away];
    const written = hunk.lines[at + away];
    if (!there) break;
    if (written) {
      if (there.hash.loose !== written.loose) break;
      context += there.weight === 'common' ? 0.25 : 1;
    } else {
      const anchor = step < 0 ? hunk.before : hunk.after;
      if (anchor && anchor.loose === there.hash.loose) context += there.weight === 'common' ? 0.25 : 1;
      break;
    }
  }
  return context;
}

/** A file that was written whole over another may hold lines of anybody: who wrote them line by line comes first. */
const rankOf = ({ edit }: Position): number => (edit.kind === 'replace' ? 0 : 1);

function byStrength(one: Candidate, other: Candidate): number {
  if (one.exact !== other.exact) return one.exact ? -1 : 1;
  if (one.context !== other.context) return other.context - one.context;
  const rank = rankOf(other.position) - rankOf(one.position);
  if (rank !== 0) return rank;
  const [a, b] = [one.position.edit, other.position.edit];
  const time = (b.time ?? 0) - (a.time ?? 0);
  // Of edits the latest; of whole files the one that had the line first.
  if (time !== 0) return rankOf(one.position) === 1 ? time : -time;
  return one.line - other.line;
}

function assign(lines: readonly HashedLine[], candidates: readonly Candidate[]): Map<number, Claim> {
  const claims = new Map<number, Claim>();
  const taken = new Set<LineHash>();
  const texts = new Set<number>();
  for (const { line, position, exact, context } of candidates) {
    const written = position.hunk.lines[position.at] as LineHash;
    if (claims.has(line) || taken.has(written)) continue;
    const { loose } = (lines[line] as HashedLine).hash;
    // The same text stands where the agent put it: this one is somebody's copy, as far as anybody can tell.
    if (context < 1 && texts.has(loose)) continue;
    claims.set(line, { position, exact, context });
    taken.add(written);
    texts.add(loose);
  }
  return claims;
}

/** Common lines belong to the edit that has them just before or behind a line of its own. */
function extend(
  lines: readonly HashedLine[],
  commits: ReadonlyMap<string, CommitTime>,
  claims: Map<number, Claim>,
): void {
  for (const [line, claim] of [...claims]) {
    for (const step of [-1, 1] as const) {
      const { hunk, at, edit } = claim.position;
      for (let away = step; ; away += step) {
        const there = lines[line + away];
        const written = hunk.lines[at + away];
        if (!there || !written || there.weight !== 'common' || claims.has(line + away)) break;
        if (there.hash.loose !== written.loose || !isBefore(edit, commits.get(there.commit))) break;
        const position = { edit, hunk, at: at + away };
        claims.set(line + away, {
          position,
          exact: sameLine(there.hash, written),
          context: Math.max(1, claim.context),
        });
      }
    }
  }
}
