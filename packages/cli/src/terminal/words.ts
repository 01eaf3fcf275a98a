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

/** `2,000`. Without `Intl`, which takes longer to load than many a command to run. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `1 session`, `2,000 sessions`. */
export function count(number: number, word: string): string {
  return `${grouped(number)} ${word}${number === 1 ? '' : 's'}`;
}

/** `2026-11-16 02:11` in the zone that the setting names; only names take `Intl`. */
export function minuteIn(setting: string): (time: string) => string {
  const minute = setting === 'local' ? localMinute : minuteOf(setting);
  return (time) => {
    const at = Date.parse(time);
    return Number.isNaN(at) ? '?' : minute(at);
  };
}

function localMinute(at: number): string {
  const time = new Date(at);
  const day = `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;
  return `${day} ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

function minuteOf(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(at);
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
