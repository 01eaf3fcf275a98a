/** `@hansard/core/privacy`: the gate that transcripts go through before they leave the machine. */
export * from '../privacy/index.ts';
