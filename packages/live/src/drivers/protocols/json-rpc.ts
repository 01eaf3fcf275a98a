/** JSON-RPC between a client and an agent, as a state that both directions of the wire lead to. */
import { isObject, stringOf } from '@hansard/core/reading/native-values.ts';
import type { WireRecord } from '../../wire/wire-tail.ts';

export interface RpcState {
  /** The last id of our requests, which are numbers. */
  requests: number;
  /** What our open requests ask for, by id. */
  open: Record<string, string>;
  /** Requests of the agent that nobody knows, and wait for a refusal. */
  refused: (string | number)[];
}

export type RpcMessage = Record<string, unknown>;

export const beginRpc = (requests = 0): RpcState => ({ requests, open: {}, refused: [] });

/** What a record is, once the state knows of it. */
export type RpcEvent =
  | { readonly kind: 'asked'; readonly method: string; readonly params: RpcMessage }
  | { readonly kind: 'answered'; readonly method: string; readonly result: RpcMessage; readonly error?: RpcMessage }
  | { readonly kind: 'request'; readonly id: string | number; readonly method: string; readonly params: RpcMessage }
  | { readonly kind: 'notification'; readonly method: string; readonly params: RpcMessage }
  | { readonly kind: 'replied'; readonly id: string | number; readonly result: RpcMessage | undefined };

export function readRpc(state: RpcState, { dir, msg }: WireRecord): RpcEvent | undefined {
  if (!isObject(msg) || (dir !== 'in' && dir !== 'out')) return undefined;
  const { id } = msg;
  const method = stringOf(msg['method']);
  const params = isObject(msg['params']) ? msg['params'] : {};
  const isNamed = typeof id === 'string' || typeof id === 'number';
  if (dir === 'in') {
    if (method === undefined) return isNamed ? replied(state, id, msg) : undefined;
    if (isNamed) {
      state.requests = Math.max(state.requests, Number(id) || 0);
      state.open[String(id)] = method;
    }
    return { kind: 'asked', method, params };
  }
  if (method !== undefined)
    return isNamed ? { kind: 'request', id, method, params } : { kind: 'notification', method, params };
  return isNamed ? answered(state, id, msg) : undefined;
}

function replied(state: RpcState, id: string | number, msg: RpcMessage): RpcEvent {
  state.refused = state.refused.filter((one) => one !== id);
  return { kind: 'replied', id, result: isObject(msg['result']) ? msg['result'] : undefined };
}

function answered(state: RpcState, id: string | number, msg: RpcMessage): RpcEvent | undefined {
  const method = state.open[String(id)];
  if (method === undefined) return undefined;
  delete state.open[String(id)];
  const result = isObject(msg['result']) ? msg['result'] : {};
  return { kind: 'answered', method, result, ...(isObject(msg['error']) ? { error: msg['error'] } : {}) };
}

export const isOpen = ({ open }: RpcState, method: string): boolean => Object.values(open).includes(method);

/** `more`: it follows so many others that are sent in the same breath. */
export const rpcRequest = ({ requests }: RpcState, method: string, params: object, more = 0): RpcMessage => ({
  id: requests + 1 + more,
  method,
  params,
});

const METHOD_NOT_FOUND = -32601;

/** Requests that are not known are refused, never left open. */
export const refusals = ({ refused }: RpcState): RpcMessage[] =>
  refused.map((id) => ({ id, error: { code: METHOD_NOT_FOUND, message: 'Hansard does not know this request.' } }));

/** "Internal error" alone helps nobody: what stands beside it is told too. */
export function errorText(error: RpcMessage | undefined): string {
  const data = error?.['data'];
  const details = stringOf(data) ?? (isObject(data) ? stringOf(data['details']) : undefined);
  const words = [stringOf(error?.['message']), details].filter((word) => word !== undefined);
  return words.length > 0 ? words.join(': ') : JSON.stringify(error ?? {});
}
