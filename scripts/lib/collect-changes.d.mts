export function withRelease(changelog: string, fragments: readonly string[], version: string, date: string): string;
export function checkVersion(next: string, current: string): void;
