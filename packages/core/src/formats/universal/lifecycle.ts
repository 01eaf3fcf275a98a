/** Whose event it is, and whether it begins or ends the session. */
import type { Event } from '../../transcript.ts';

export const isPrimary = ({ source }: Event): boolean => source === undefined || source === 'primary';

const isSession = (event: Event, phase: string): boolean =>
  event.type === 'session' && event.phase === phase && isPrimary(event);
export const isSessionStart = (event: Event): boolean => isSession(event, 'started');
export const isSessionEnd = (event: Event): boolean => isSession(event, 'ended');
