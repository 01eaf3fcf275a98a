/** Answers to what an agent asks: of people, of whom the first one counts, and of rules. */
import { randomUUID } from 'node:crypto';
import type { PermissionReply } from '@hansard/core/api/live.ts';
import type { Actor } from '@hansard/core/store/live.ts';
import type { Decision, Driver, DriverState, PendingPermission, PendingRequest } from '../drivers/contract.ts';
import type { OutLine } from '../holder/protocol.ts';
import { decide, matches, type Policy, type Rule, ruleFor } from '../permissions/rule.ts';
import { seenFrom } from '../permissions/seen-from.ts';
import { decidedBefore, findRequest } from './find-request.ts';
import { toAgent } from './out-lines.ts';
import type { Decided, SessionRecord } from './session-record.ts';

/** What answering needs of a session. */
export interface Asked {
  readonly id: string;
  readonly driver: Driver;
  readonly state: DriverState;
  readonly record: SessionRecord;
  readonly options: { readonly directory: string };
}

export class Answers {
  readonly #asked: Asked;
  readonly #policy: Policy;
  /** Answers on their way, by request. */
  readonly #underWay = new Map<string, Decided>();

  constructor(asked: Asked, policy: Policy) {
    this.#asked = asked;
    this.#policy = policy;
  }

  /** Whether one that was given has come back by the wire is known when something has. */
  settle(): void {
    this.#underWay.clear();
  }

  permission(id: string, { reply, message, option }: PermissionReply, actor: Actor): readonly OutLine[] {
    const request = this.#open(id, 'permission') as PendingPermission;
    if (reply === 'reject')
      return this.#answer(request, { kind: 'reject', ...(message === undefined ? {} : { message }) }, 'reject', actor);
    const rule = reply === 'always' ? ruleFor(request.asks, randomUUID()) : undefined;
    const decision: Decision = { kind: 'allow', ...(option === undefined ? {} : { option }) };
    return this.#answer(request, decision, rule ? 'accept_for_session' : 'accept', actor, rule);
  }

  question(id: string, answers: readonly (readonly string[])[], actor: Actor): readonly OutLine[] {
    return this.#answer(this.#open(id, 'question'), { kind: 'answers', answers }, 'answered', actor);
  }

  reject(id: string, actor: Actor): readonly OutLine[] {
    return this.#answer(this.#open(id, 'question'), { kind: 'reject' }, 'rejected', actor);
  }

  /** What the policy or an earlier "always" decides. */
  byRule(): readonly OutLine[] {
    for (const request of this.#asked.state.pending) {
      const lines = request.kind === 'permission' ? this.#decided(request) : [];
      if (lines.length > 0) return lines;
    }
    return [];
  }

  /** Requests that wait for a person. */
  unruled(): readonly PendingRequest[] {
    return this.#asked.state.pending.filter((one) => one.kind !== 'permission' || this.#decided(one).length === 0);
  }

  #decided(request: PendingPermission): readonly OutLine[] {
    const { options, record } = this.#asked;
    const byPolicy = decide(this.#policy, seenFrom(request.asks, options.directory));
    if (byPolicy?.verdict === 'deny') return this.#answerBy(request, byPolicy.rule, false, 'policy');
    if (byPolicy?.verdict === 'ask') return [];
    if (byPolicy) return this.#answerBy(request, byPolicy.rule, true, 'policy');
    const rule = record.rules.find((one) => matches(one, request.asks));
    return rule ? this.#answerBy(request, rule, true, 'rule') : [];
  }

  #answerBy(request: PendingPermission, rule: Rule, allows: boolean, via: string): readonly OutLine[] {
    const decision: Decision = allows
      ? { kind: 'allow' }
      : { kind: 'reject', message: 'The policy does not allow this.' };
    const status = allows ? 'accept_for_session' : 'reject';
    const answer = { request: request.id, by: 'hansard', via, decision: status, status, rule };
    return [...this.#reply(request, decision), { dir: 'note', msg: { answer } }];
  }

  /** The first answer wins. */
  #open(id: string, kind: PendingRequest['kind']): PendingRequest {
    const { state, record, id: session } = this.#asked;
    const request = findRequest(state.pending, id, kind);
    if (request && !this.#underWay.has(request.id)) return request;
    throw decidedBefore(record, session, request?.id ?? id, this.#underWay.get(request?.id ?? ''));
  }

  #answer(request: PendingRequest, decision: Decision, status: string, { by, via }: Actor, rule?: Rule) {
    const kept = rule ? { rule } : {};
    const answer = { request: request.id, by, via, decision: status, status, ...kept };
    this.#underWay.set(request.id, { what: status, by, via, at: Date.now() });
    return [...this.#reply(request, decision), { dir: 'note' as const, msg: { answer, ...kept } }];
  }

  #reply(request: PendingRequest, decision: Decision): readonly OutLine[] {
    const { driver, state } = this.#asked;
    return toAgent(driver.reply(state, request, decision));
  }
}
