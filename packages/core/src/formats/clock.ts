/** Times as people read them, in a time zone of their choice. */

/** `09:15:32`, or dashes for what is no time. */
export function clockOf(timeZone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (time) => {
    const at = Date.parse(time);
    return Number.isNaN(at) ? '--:--:--' : format.format(at);
  };
}

/** `2026-03-01 09:15`, or what is there when it is no time. */
export function dayAndClockOf(timeZone: string): (time: string) => string {
  // Swedish dates are written as ISO has them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (time) => {
    const at = Date.parse(time);
    return Number.isNaN(at) ? time : format.format(at);
  };
}

/** Whether a name of a time zone is one that is known here. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
