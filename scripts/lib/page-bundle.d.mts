export const pageModule: string;
export function pageBundle(): Promise<string>;
