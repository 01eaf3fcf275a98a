/** A message of the user as blocks of content: pictures and documents as data, other files by their path in the text. */
import type { UserMessage } from '../contract.ts';

export function contentOf({ text, attachments }: UserMessage): string | object[] {
  const data = attachments.flatMap(({ mime, base64 }) =>
    base64 === undefined
      ? []
      : [
          {
            type: mime.startsWith('image/') ? 'image' : 'document',
            source: { type: 'base64', media_type: mime, data: base64 },
          },
        ],
  );
  const paths = attachments.flatMap(({ path, base64 }) => (base64 === undefined ? [`@${path}`] : []));
  const words = [text, ...paths].filter(Boolean).join('\n');
  return data.length === 0 ? words : [{ type: 'text', text: words }, ...data];
}
