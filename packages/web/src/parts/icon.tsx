/** The page's icons: strokes on a 16 by 16 grid. They are decoration; what a control does is said by its label. */
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14',
  play: 'M4.500 3l8.500 5-8.500 5Z',
  pause: 'M5.500 3v10M10.500 3v10',
  quote: 'M2.500 4.500h4v4c0 2-1 3-3 3.500M9.500 4.500h4v4c0 2-1 3-3 3.500',
  bookmark: 'M4 2.500h8v11L8 10.500l-4 3Z',
  star: 'M8 2l1.8 3.8 4.2.6-3 2.9.7 4.2L8 11.5l-3.7 2 .7-4.2-3-2.9 4.2-.6Z',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4 6 8l4 4',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8Z',
  check: 'M3 8.5 6.5 12 13 4.5',
  fork: 'M4 5v6M4 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4 14a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM12 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM12 5c0 3-4 3-7 4.5',
  agents:
    'M8 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM3.5 13.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM12.5 13.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM7 6.5 4.5 10.500M9 6.500l2.5 4',
  error: 'M8 2 14.5 13.500h-13ZM8 6.500v3M8 11.500v.2',
  chart: 'M2.5 13.500h11M4.5 11V8M8 11V3.500M11.5 11V6',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  theme: 'M8 2a6 6 0 1 0 0 12V2ZM8 2a6 6 0 0 1 0 12',
  settings:
    'M8 10.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400ZM8 1.800v2M8 12.200v2M1.800 8h2M12.200 8h2M3.600 3.600 5 5M11 11l1.400 1.400M12.400 3.600 11 5M5 11l-1.400 1.400',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.300c0-2.5 3.6-2.3 3.6-.1 0 1.4-1.8 1.5-1.8 2.800M8 11.200v.2',
  details: 'M2.5 3h11v10h-11ZM10 3v10',
  export: 'M8 10V2.500M5 5l3-2.700L11 5M3 9v4.500h10V9',
  link: 'M6.500 9.500l3-3M7 4.500l1.500-1.500a2.900 2.900 0 0 1 4.200 4.200L11 8.800M9 11.500l-1.500 1.500a2.900 2.900 0 0 1-4.200-4.200L5 7.200',
  minus: 'M3 8h10',
  split: 'M2.500 3h11v10h-11ZM8 3v10',
  compare: 'M2 5.500h9M8.500 3 11 5.500 8.500 8M14 10.500H5M7.500 8 5 10.500 7.500 13',
  outline: 'M2.500 4h1M6 4h7.500M2.500 8h1M6 8h7.500M2.500 12h1M6 12h7.500',
  filter: 'M2.500 4.500h11M4.500 8h7M6.500 11.500h3',
  plus: 'M8 3v10M3 8h10',
  up: 'M4 10l4-4 4 4',
  folder: 'M2 4h4l1.5 1.800H14v7.200H2Z',
  sort: 'M4.5 3v10M2.5 11l2 2 2-2M9 4.500h5M9 8h4M9 11.500h2.5',
  note: 'M3 2.500h10v8l-3 3H3ZM10 13.500v-3h3M5.500 5.500h5M5.500 8h3',
  print: 'M4.500 6V2.500h7V6M4.500 12h-2V6h11v6h-2M4.500 9.500h7v4h-7Z',
  table: 'M2.5 3h11v10h-11ZM2.5 6.500h11M6.5 6.500V13',
} as const;

export type IconName = keyof typeof PATHS;

/**
 * Sets every icon as a mask, `--icon-<name>`: an icon is one element, and in lists of many rows none at all, where it is
 * drawn by `::before` (see `.drawn`).
 */
export function setIcons(): void {
  const { style } = document.documentElement;
  for (const [name, path] of Object.entries(PATHS)) style.setProperty(`--icon-${name}`, maskOf(path, 'none'));
  style.setProperty('--icon-star-filled', maskOf(PATHS.star, '#000'));
}

function maskOf(path: string, fill: string): string {
  const stroke = 'stroke="#000" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${fill}" ${stroke}><path d="${path}"/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

export function Icon({ name }: { name: IconName | 'star-filled' }) {
  return (
    <span className="icon" aria-hidden="true" style={{ '--icon': `var(--icon-${name})` } as React.CSSProperties} />
  );
}
