/** The files that a session changed, as a tree beside their changes. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { CSSProperties } from 'react';
import type { ChangedPath } from './change-rows.ts';
import { fileTree } from './file-tree.ts';

/** Further files are found by scrolling. */
const MOST_ROWS = 200;

interface FileTreeViewProps {
  files: readonly ChangedPath[];
  project: string | null;
  onGo: (row: number) => void;
}

export function FileTreeView({ files, project, onGo }: FileTreeViewProps) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rows = fileTree([...byPath.keys()], project);
  return (
    <nav className="file-tree" aria-label="Changed files">
      {rows.slice(0, MOST_ROWS).map(({ name, depth, path }, index) => {
        const file = path === undefined ? undefined : byPath.get(path);
        const style = { '--depth': depth } as CSSProperties;
        return file ? (
          <button
            key={file.path}
            type="button"
            style={style}
            title={neutraliseLine(file.path)}
            onClick={() => onGo(file.row)}
          >
            {neutraliseLine(name)}
            <small>{`+${file.added} −${file.removed}`}</small>
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a folder has no other name
          <span key={index} style={style}>
            {neutraliseLine(name)}
          </span>
        );
      })}
      {rows.length > MOST_ROWS && <span>{rows.length - MOST_ROWS} more</span>}
    </nav>
  );
}
