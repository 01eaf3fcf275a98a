/**
 * The sample session itself. It was written as an agent's own log, in packages/server/sample, and is kept as what that
 * becomes: a transcript of no agent on this machine, so that nobody is offered to resume it.
 */
import type { Transcript } from '@hansard/core';
import session from './sample-session.gen.json' with { type: 'json' };

export const sampleTranscript = (): Transcript => session as unknown as Transcript;
