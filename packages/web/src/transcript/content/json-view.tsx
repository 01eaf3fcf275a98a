/** A JSON value as a tree. Lines have one height, so only those in sight are in the page. */
import { useMemo, useState } from 'react';
import { startOf, type TreeLine, toggledTree, treeLines } from './json-tree.ts';

/** As tall as what is pressed must be. */
const LINE = 24;
const MOST_LINES = 12;
/** Below the lines, for the scroll bar of wide ones. */
const ROOM = 10;

export function JsonView({ value, label }: { value: unknown; label: string }) {
  const [state, setState] = useState(() => startOf(value));
  const [top, setTop] = useState(0);
  const lines = useMemo(() => treeLines(value, state), [value, state]);
  const height = Math.min(MOST_LINES, lines.length) * LINE;
  const first = Math.max(0, Math.min(Math.floor(top / LINE), lines.length - MOST_LINES));
  const shown = lines.slice(first, first + MOST_LINES + 1);
  const toggle = (line: TreeLine) => setState((before) => toggledTree(before, line));
  return (
    <section
      className="json"
      style={{ height: height + ROOM }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long trees are scrolled by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div style={{ height: lines.length * LINE, paddingTop: first * LINE }}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a window over lines
          <JsonLine key={first + index} line={line} onToggle={toggle} />
        ))}
      </div>
    </section>
  );
}

function JsonLine({ line, onToggle }: { line: TreeLine; onToggle: (line: TreeLine) => void }) {
  const { depth, name, value, kind, open } = line;
  const style = { paddingLeft: 4 + depth * 14 };
  if (open === undefined) {
    return (
      <div className="json-line" style={style}>
        {name !== '' && `${name}: `}
        <span className={`json-${kind}`}>{value}</span>
      </div>
    );
  }
  return (
    <button
      type="button"
      className="json-line json-opens"
      style={style}
      aria-expanded={open}
      onClick={() => onToggle(line)}
    >
      {`${kind === 'more' ? '' : open ? '▾ ' : '▸ '}${name === '' ? '' : `${name}: `}`}
      <span className="json-size">{value}</span>
    </button>
  );
}
