/** The viewer of exported HTML as the format takes it, and the modules it is made of. */
export function buildViewer(): Promise<{
  viewer: { script: string; scriptHash: string; styleHash: string };
  moduleIds: string[];
}>;
