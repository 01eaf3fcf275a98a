export const PROJECTS: readonly string[];
export const ON_EVERY_NODE: readonly string[];
export function projectOf(path: string, text: string): string;
export function testFiles(): Record<string, string[]>;
