/** Pictures that the model made. */
import { type Fields, text } from './native.ts';
import type { Reading } from './thread-state.ts';
import type { Outcome } from './tool-calls.ts';
import { imagePart } from './tool-outputs.ts';

export function generated(r: Reading, payload: Fields): Outcome {
  const data = text(payload['result']);
  const picture = data ? imagePart({ type: 'image', data, mimeType: 'image/png' }, r.out) : undefined;
  const path = text(payload['saved_path']);
  if (picture && path) picture.path = path;
  const rawStatus = payload['status'];
  return { status: rawStatus === 'failed' ? 'error' : 'ok', rawStatus, parts: picture ? [picture] : undefined };
}
