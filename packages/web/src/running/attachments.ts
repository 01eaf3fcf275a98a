/** Files that go with a message: sent along from this browser, or named by their path in the session's folder. */
import type { LiveMessage } from '@hansard/client';

export type Attachment = { readonly name: string; readonly key: string } & (
  | { readonly file: File }
  | { readonly path: string }
);

/** As the server takes them. */
export const LARGEST = 20 * 1024 * 1024;

let made = 0;
const keyOf = (): string => `a${++made}`;

export const ofFiles = (files: Iterable<File>): Attachment[] =>
  [...files].map((file) => ({ key: keyOf(), name: file.name || 'pasted', file }));

export const ofPath = (path: string): Attachment => ({ key: keyOf(), name: path, path });

export const tooLarge = (attachments: readonly Attachment[]): boolean =>
  attachments.reduce((sum, one) => sum + ('file' in one ? one.file.size : 0), 0) > LARGEST;

export async function sentAlong(attachments: readonly Attachment[]): Promise<NonNullable<LiveMessage['attachments']>> {
  return Promise.all(
    attachments.map(async (one) => {
      if ('path' in one) return { path: one.path };
      const { name, file } = one;
      return { filename: name, data: await base64Of(file), ...(file.type === '' ? {} : { mime: file.type }) };
    }),
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}
