/** Numbers and times as people read them. */
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytesInWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}

/** `1 session`, `2,000 sessions`. Without `Intl`, which takes longer to load than many a command to run. */
export function count(number: number, word: string): string {
  return `${String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',')} ${word}${number === 1 ? '' : 's'}`;
}

/** `2026-11-16 02:11` in the given zone. */
export function minuteIn(timezone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  return (time) => {
    const at = Date.parse(time);
    return Number.isNaN(at) ? '?' : format.format(at);
  };
}

/** A path below the home folder begins with ~. */
export function tilde(path: string, home: string): string {
  const below = path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`);
  return home && below ? `~${path.slice(home.length)}` : path;
}

/** The setting `timezone` as `Intl` takes it. */
export function zoneOf(setting: string): string {
  return setting === 'local' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : setting;
}
