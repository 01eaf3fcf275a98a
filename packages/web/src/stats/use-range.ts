/** The range of days that the address names. */
import { usePlace } from '../route/place.ts';
import { RANGES, type Range } from './range.ts';

export function useRange(): Range {
  const wanted = usePlace().query.get('range');
  const [name] = RANGES.find(([one]) => one === wanted) ?? RANGES[1];
  return { name, from: name === 'all' ? undefined : name, unit: name === 'all' || name === '1y' ? 'week' : 'day' };
}
