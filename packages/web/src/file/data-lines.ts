/** The data of the file: elements that are scripts to nobody, of one packed line each part. */

/** The lines of the data elements of a name. */
export function linesOf(name: string): string[] {
  return [...document.querySelectorAll(`script[data-is="${name}"]`)].flatMap(({ textContent }) =>
    (textContent ?? '').split('\n').filter((line) => line !== ''),
  );
}
