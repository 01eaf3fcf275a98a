/**
 * Permission by an extension that asks before a tool runs: Pi itself never asks. The dialog's title begins with
 * `hansard:permission`, and what it is about stands in the message, or behind the title, as JSON:
 * `{toolCallId, toolName, input}`. Others' dialogs are questions.
 */

import { addAs, type Frame } from '../../../families/pi/frame.ts';
import { idOf, isObject, type Native, nameOf, textOf } from '../../../families/pi/native.ts';
import { MAX_ASKED, type Running } from '../../../families/pi/running.ts';
import { callOf } from '../../../families/pi/state.ts';
import { remember } from '../../../reading/keyed-list.ts';
import type { Permission } from '../../../transcript.ts';

const MARK = 'hansard:permission';
const LASTING: ReadonlySet<unknown> = new Set(['always', 'session', 'accept_for_session']);
const GRANTED: ReadonlySet<unknown> = new Set(['once', 'yes', 'allow', 'accept']);

/** False when the dialog is no request for permission. */
export function askPermission(frame: Frame, live: Running, request: Native): boolean {
  const title = textOf(request['title']) ?? '';
  if (!title.startsWith(MARK)) return false;
  const about = parsed(textOf(request['message']) ?? title.slice(MARK.length));
  const id = textOf(request['id']) ?? frame.base;
  const callId = idOf(about['toolCallId']);
  const permission: Permission = {
    id,
    action: nameOf(about['toolName']) ?? 'tool',
    status: 'requested',
    details: about,
    ...(callId ? { callId } : {}),
  };
  const options = Array.isArray(request['options']) ? request['options'].filter((o) => typeof o === 'string') : [];
  if (options.length > 0) permission.options = options;
  const parentId = callOf(frame.state, callId)?.event;
  const own = callId === undefined ? frame.base : `${callId}.permission`;
  const event = addAs(frame, own, { type: 'permission', permission, ...(parentId ? { parentId } : {}) });
  remember(live.asked, { k: `ui ${id.slice(0, 64)}`, event, type: MARK }, MAX_ASKED);
  return true;
}

function parsed(words: string): Native {
  try {
    const value: unknown = JSON.parse(words);
    return isObject(value) ? value : { message: words };
  } catch {
    return { message: words };
  }
}

export const isPermission = (asked: { type: string }): boolean => asked.type === MARK;

export function verdictOf({ value, confirmed, cancelled }: Native): Partial<Permission> {
  if (cancelled === true) return { status: 'reject', reason: 'cancelled' };
  const status = LASTING.has(value) ? 'accept_for_session' : GRANTED.has(value) || confirmed ? 'accept' : 'reject';
  return { status, by: 'user' };
}
