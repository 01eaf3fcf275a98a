/** `@hansard/core/git`: who wrote a line, from what the sessions wrote and what history holds. */
export { canonicalUrl } from '../git/canonical-url.ts';
export { type Correlated, correlate, type FileHistory } from '../git/correlate.ts';
export { REASONS } from '../git/explain.ts';
export type {
  AuthorKind,
  CommitTime,
  Confidence,
  Edit,
  Evidence,
  FileLine,
  LineAuthor,
  Position,
  Tier,
} from '../git/line-author.ts';
export { TIERS } from '../git/line-author.ts';
export type { GitLink, LinkedFile, LinkedRange } from '../git/link.ts';
export {
  type WritingEvent,
  type WrittenFile,
  type WrittenHunk,
  type WrittenKind,
  writtenByCall,
  writtenInParts,
} from '../git/written-lines.ts';
