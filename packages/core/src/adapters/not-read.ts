/** Agents whose sessions nobody can read without them, and why: better said than passed over in silence. */

export interface NotRead {
  readonly label: string;
  readonly keeps: string;
  readonly why: string;
}

export const notRead: readonly NotRead[] = [
  { label: 'Windsurf', keeps: '~/.codeium/windsurf/cascade/*.pb', why: 'encrypted' },
  { label: 'Trae', keeps: 'the editor’s own database', why: 'encrypted' },
  { label: 'Warp', keeps: 'warp.sqlite', why: 'its answers are in an undocumented binary form' },
  { label: 'Plandex', keeps: 'its server', why: 'nothing is kept on this machine' },
];
