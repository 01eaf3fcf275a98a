/**
 * Fields that stand beside their name, as parsed data has them: `{ name: 'DB_PASSWORD', value: '…' }`, `{ Key, Value }`,
 * `{ ParameterKey, ParameterValue }`. What is in the one is called by the other.
 */

const NAMES_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['value', ['name', 'key', 'variable', 'parameter', 'field', 'id']],
  ['Value', ['Name', 'Key', 'Variable', 'Parameter']],
  ['val', ['name', 'key']],
  ['default', ['name', 'key', 'variable']],
  ['stringValue', ['name', 'key']],
  ['ParameterValue', ['ParameterKey', 'ParameterName']],
  ['parameterValue', ['parameterKey', 'parameterName']],
]);
const LONGEST = 120;

/** What the field of an object is called: by the object itself, or by its own name. */
export function nameOfField(object: Readonly<Record<string, unknown>>, field: string): string {
  const beside = NAMES_OF.get(field);
  if (beside === undefined) return field;
  for (const other of beside) {
    const name = Object.hasOwn(object, other) ? object[other] : undefined;
    if (typeof name === 'string' && name !== '' && name.length <= LONGEST) return name;
  }
  return field;
}
