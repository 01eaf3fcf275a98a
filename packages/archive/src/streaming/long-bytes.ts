/** From so many bytes on a session is read, redacted and kept aside event by event instead of being held. */
export const LONG_BYTES = 24_000_000;
