/** What was recorded, for tests. */
import { type Session, TranscriptEntry } from '../index.ts';

/** The conversation in short: who, and what. */
export const toldBy = (session: Session): string[] =>
  session
    .slice(TranscriptEntry)
    .all()
    .filter(({ metadata }) => metadata?.['type'] !== 'tools')
    .map(({ role, content, tool_name, metadata }) => {
      const kind = metadata?.['type'] === 'reasoning' ? 'reasoning' : tool_name ? `${role} ${tool_name}` : role;
      return `${kind}: ${content}`;
    });
