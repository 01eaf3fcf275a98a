/** What an answer that is an error says. */
import { isObject } from '@hansard/core/reading/native-values.ts';

export function errorIn(text: string): { message: string; code?: string } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const error = isObject(body) ? (body['error'] ?? body) : undefined;
    if (typeof error === 'string') return { message: error };
    if (!isObject(error) || typeof error['message'] !== 'string') return undefined;
    const code = error['code'] ?? error['type'] ?? error['status'];
    return { message: error['message'], ...(code == null ? {} : { code: String(code) }) };
  } catch {
    return undefined;
  }
}

/** The beginning of a body; the rest is let go. */
export async function beginningOf(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (text.length < most) continue;
    reader?.cancel().catch(() => {});
    break;
  }
  return text;
}
