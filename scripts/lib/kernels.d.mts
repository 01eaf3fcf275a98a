export const kernelsModule: string;
export function kernels(): Promise<string>;
