/** Cookies of a hub. */
import { type AnyCall, COOKIE } from '@hansard/server/frame';

export interface CookieOptions {
  /** Unless said, the one that says who asks. */
  readonly name?: string;
  readonly value: string;
  /** 0 removes it. */
  readonly seconds: number;
  readonly sameSite?: 'Strict' | 'Lax';
}

type Asked = Pick<AnyCall, 'request'>;

export function cookie(
  { request }: Asked,
  { name = COOKIE, value, seconds, sameSite = 'Strict' }: CookieOptions,
): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${name}=${value}; HttpOnly; SameSite=${sameSite}; Path=/; Max-Age=${seconds}${secure}`;
}

export function cookieNamed({ headers }: Asked['request'], wanted: string): string | undefined {
  for (const one of (headers.cookie ?? '').split(';')) {
    const [name, value] = one.trim().split('=');
    if (name === wanted) return value;
  }
  return undefined;
}
