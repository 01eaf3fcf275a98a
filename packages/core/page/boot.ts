/** Starts an exported page: unpacks the viewer that the file holds, and runs it. The policy knows it by its hash. */
import { unpack } from '../src/formats/html/unpack.ts';

async function start(): Promise<void> {
  const packed = document.querySelector('script[data-is="viewer"]')?.textContent ?? '';
  const script = document.createElement('script');
  script.textContent = new TextDecoder().decode(await unpack(packed.trim()));
  document.body.append(script);
}

start().catch((error: unknown) => {
  const note = document.createElement('p');
  note.textContent = `This browser cannot unpack the session (${error}).`;
  document.body.append(note);
});
