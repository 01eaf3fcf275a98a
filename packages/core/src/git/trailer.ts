/** Trailers of a commit message: `Name: value` lines at its end, before what git takes out of it. */

const TRAILER = /^[A-Za-z0-9][A-Za-z0-9-]*: ?\S/;
/** The line from which on git cuts a message off, whatever its comments begin with. */
const SCISSORS = /^\S+ -{8,} >8 -{8,}\r?$/;

/** The message with those trailers that it has not yet; as it is when it says nothing. `comment` begins lines of comments. */
export function withTrailers(message: string, trailers: readonly string[], comment = '#'): string {
  const lines = message.split('\n');
  const cut = lines.findIndex((line) => SCISSORS.test(line));
  let end = cut < 0 ? lines.length : cut;
  while (end > 0 && isNothing(lines[end - 1] as string, comment)) end--;
  const said = lines.slice(0, end);
  const wanted = trailers.filter((trailer) => !said.some((line) => line.trim() === trailer));
  if (wanted.length === 0 || !said.some((line) => !isNothing(line, comment))) return message;
  const last = said.slice(said.findLastIndex((line) => line.trim() === '') + 1);
  // The first paragraph is the title, whatever it looks like.
  const goesOn = last.length < said.length && last.every((line) => TRAILER.test(line) || /^\s/.test(line));
  const rest = lines.slice(end);
  return [...said, ...(goesOn ? [] : ['']), ...wanted, ...(rest.length > 0 ? rest : [''])].join('\n');
}

const isNothing = (line: string, comment: string): boolean => line.trim() === '' || line.startsWith(comment);
