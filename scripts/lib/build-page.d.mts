/** The page's files by their path in the command's `dist`, and the modules they are made of. */
export function buildPage(): Promise<{ files: Record<string, string>; moduleIds: string[] }>;
