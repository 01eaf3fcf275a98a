/** The fields of an object that have a value: what is unknown must not overwrite what is known. */
export function defined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
