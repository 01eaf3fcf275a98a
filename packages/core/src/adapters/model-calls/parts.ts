/** Pictures and files of an entry. Their bytes are in the log once; later entries name them by their key. */
import { isObject, listOf, stringOf } from '../../reading/native-values.ts';
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';

export function mediaParts(value: unknown, out: Output): Part[] {
  return listOf(value).flatMap((part): Part[] => {
    if (!isObject(part)) return [];
    const type = part['type'] === 'image' ? 'image' : 'file_ref';
    const [mime, url, label] = [stringOf(part['mime']), stringOf(part['url']), stringOf(part['label'])];
    const data = stringOf(part['data']);
    const shown: Part = { type, ...(mime ? { mime } : {}), ...(url ? { url } : {}), ...(label ? { label } : {}) };
    if (data) shown.hash = out.attach(mime ?? 'application/octet-stream', data);
    else if (stringOf(part['hash'])) shown.detail = `${part['hash']}${part['bytes'] ? `, ${part['bytes']} bytes` : ''}`;
    return [shown];
  });
}
