/** Times with microseconds, as the files of a run have them. */

/** Gives the time, later at each call or the same. */
export type Clock = () => string;

export function microClock(): Clock {
  return () => {
    const micros = Math.round((performance.timeOrigin + performance.now()) * 1000);
    const time = new Date(Math.floor(micros / 1000)).toISOString();
    return time.replace('Z', `${String(micros % 1000).padStart(3, '0')}Z`);
  };
}
