/** The fields of an object that have a value: what is unknown must not overwrite what is known. */
export const defined = <T extends object>(object: T): T => withDefined({}, object);

/** Adds them to another object, which keeps what it has. A list of entries would take twice as long. */
export function withDefined<T extends object>(into: Partial<T>, object: T): T {
  for (const name of Object.keys(object) as (keyof T & string)[]) {
    const value = object[name];
    if (value === undefined || Object.hasOwn(into, name)) continue;
    // A record may have a field of that name, which is no prototype.
    if (name === '__proto__') Object.defineProperty(into, name, { value, enumerable: true });
    else into[name] = value;
  }
  return into as T;
}
