/** Which session, and which agent of it, the code that is running belongs to. */
import { platform, type ScopeStorage } from '../platform.ts';
import type { Session } from './session.ts';

export interface Scope {
  readonly session: Session;
  /** `primary`, or `subagent:<id>/<id>…`. */
  readonly source: string;
}

let storage: ScopeStorage<Scope> | undefined;

/** Without asynchronous scopes in the runtime: the scope holds until the function returns. */
class StackStorage implements ScopeStorage<Scope> {
  #current: Scope | undefined;

  run<R>(scope: Scope, fn: () => R): R {
    const before = this.#current;
    this.#current = scope;
    try {
      return fn();
    } finally {
      this.#current = before;
    }
  }

  getStore(): Scope | undefined {
    return this.#current;
  }
}

const storageOf = (): ScopeStorage<Scope> => {
  storage ??= platform.scopes?.<Scope>() ?? new StackStorage();
  return storage;
};

export const inScope = <R>(scope: Scope, fn: () => R): R => storageOf().run(scope, fn);

export const currentScope = (): Scope | undefined => storageOf().getStore();

export const currentSession = (): Session | undefined => currentScope()?.session;
