/** How exactly the times of a timeline are told: so that neighbours differ. */
const shape = { hour: '2-digit', minute: '2-digit' } as const;
const minutes = new Intl.DateTimeFormat('en-GB', shape);
const seconds = new Intl.DateTimeFormat('en-GB', { ...shape, second: '2-digit' });
const parts = new Intl.DateTimeFormat('en-GB', { ...shape, second: '2-digit', fractionalSecondDigits: 1 });

/** By how long the whole session is, in milliseconds. */
export function axisClock(length: number): (time: number) => string {
  if (length >= 1_800_000) return (time) => minutes.format(time);
  return length >= 15_000 ? (time) => seconds.format(time) : (time) => parts.format(time);
}
