/** Lists of what waits for an answer. */
import type { DriverState, PendingRequest } from './contract.ts';

export function ask(state: DriverState, request: PendingRequest): void {
  settle(state, request.id);
  state.pending.push(request);
}

export function settle(state: DriverState, id: string): void {
  state.pending = state.pending.filter((one) => one.id !== id);
}

export function endTurn(state: DriverState): void {
  state.turn = false;
  state.pending = [];
}
