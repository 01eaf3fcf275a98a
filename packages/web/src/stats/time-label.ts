/** What stands below a bar: the day, or where the bars reach beyond a year, the month and the year. */
const YEAR_MS = 366 * 86_400_000;

/** Labels are days (`2026-11-16`) or months (`2026-11`). */
export function timeLabels(labels: readonly string[]): (label: string) => string {
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  const isLong = Date.parse(last) - Date.parse(first) > YEAR_MS;
  return (label) => {
    const [year, month, day] = label.split('-').map(Number);
    const name = new Date(Date.UTC(2000, (month ?? 1) - 1)).toLocaleString('en-GB', {
      month: 'short',
      timeZone: 'UTC',
    });
    return day === undefined || isLong ? `${name} ${year}` : `${day} ${name}`;
  };
}
