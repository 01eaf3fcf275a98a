/**
 * The first pass over a session: what must be known before its steps can be written one by one, and what the record
 * says about the session as a whole. It keeps ids and short facts, no content but system prompts.
 */
import { isObject, listOf, stringOf } from '../../reading/native-values.ts';
import type { Event, Tool } from '../../transcript.ts';
import { sumOf, toTokens } from '../../usage/buckets.ts';
import { countedEvents } from '../../usage/counted.ts';
import { CallPairs } from '../call-pairs.ts';
import type { TranscriptSource } from '../contract.ts';
import { resultText, wordsOf } from '../event-words.ts';
import { OfferedTools } from '../offered-tools.ts';
import { flagsIn } from './classify.ts';
import { namesManifest, readPackages, writtenPackages } from './manifest-packages.ts';
import { commandOf, commitOf, installedPackages } from './shell-facts.ts';

export interface Survey {
  /** Event ids of calls that have a result: a step waits for it. */
  readonly answered: ReadonlySet<string>;
  /** Event ids whose usage counts. */
  readonly counted: ReadonlySet<string>;
  /** Event ids of calls that started a subagent. */
  readonly spawning: ReadonlySet<string>;
  /** Source of a subagent to the event that started it. */
  readonly startedBy: ReadonlyMap<string, string>;
  /** Event id of a system prompt to its key, and the key that an agent's steps refer to, by source. */
  readonly promptKeys: ReadonlyMap<string, string>;
  readonly promptOf: ReadonlyMap<string, string>;
  readonly systemPrompts: ReadonlyMap<string, string>;
  readonly firstPrompt?: string;
  /** Key of a prompt by the hash that responses refer to. */
  readonly keyOfHash: ReadonlyMap<string, string>;
  /** Lists of tools that responses refer to. */
  readonly offered: OfferedTools;
  /** Tools the agent announced, by name, and the definitions as far as it gave them. */
  readonly tools: ReadonlyMap<string, Record<string, unknown>>;
  readonly announced: readonly string[];
  readonly packages: ReadonlySet<string>;
  /** Marks that a person should look at. */
  readonly flags: number;
  readonly commit?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly tokens: ReturnType<typeof toTokens>;
}

export async function surveyOf(source: TranscriptSource, digest: (data: string) => string): Promise<Survey> {
  const surveyor = new Surveyor(source, digest);
  for await (const event of source.events()) surveyor.take(event);
  return surveyor.result();
}

class Surveyor {
  readonly #digest: (data: string) => string;
  readonly #pairs = new CallPairs();
  readonly #answered = new Set<string>();
  readonly #usages: Pick<Event, 'id' | 'usage' | 'source'>[] = [];
  readonly #startedBy = new Map<string, string>();
  readonly #begun = new Set<string>();
  readonly #promptKeys = new Map<string, string>();
  readonly #promptOf = new Map<string, string>();
  readonly #systemPrompts = new Map<string, string>();
  readonly #keyOfHash = new Map<string, string>();
  /** What stood before the conversation: the prompt of agents whose log does not say which text is. */
  readonly #candidates: { event: Event; text: string }[] = [];
  readonly #prompted = new Set<string>();
  readonly #offered = new OfferedTools();
  readonly #tools = new Map<string, Record<string, unknown>>();
  #announced: string[] = [];
  readonly #packages = new Set<string>();
  /** Commands whose result has not come yet, by the id of the call. */
  readonly #commands = new Map<string, string>();
  /** Calls that read a manifest, until its text comes. */
  readonly #manifests = new Map<string, Tool>();
  #flags = 0;
  readonly #spawnCalls: ReadonlyMap<string, string>;
  #firstPrompt: string | undefined;
  #commit: string | undefined;
  #model: string | undefined;
  #provider: string | undefined;

  constructor({ header }: TranscriptSource, digest: (data: string) => string) {
    this.#digest = digest;
    const nodes = header.session.agents ?? [];
    this.#spawnCalls = new Map(nodes.flatMap(({ callId, source }) => (callId ? [[callId, source]] : [])));
  }

  take(event: Event): void {
    const { id, type, source = 'primary', usage, model, provider } = event;
    if (usage) this.#usages.push({ id, source, usage: { ...usage, native: undefined } });
    if (model && source === 'primary' && this.#model === undefined) [this.#model, this.#provider] = [model, provider];
    if (source !== 'primary' && event.parentId && !this.#startedBy.has(source) && !this.#begun.has(source)) {
      this.#startedBy.set(source, event.parentId);
    }
    this.#offered.take(event);
    this.#flags += flagsIn(event);
    if (type === 'system') this.#takeSystem(event);
    else if (type === 'session') this.#takeTools(event);
    else if (type === 'tool_call') this.#takeCall(event);
    else if (type === 'tool_result') this.#takeResult(event);
    else if (type === 'user_message' && source === 'primary') this.#firstPrompt ??= wordsOf(event);
    if (BEGINS.has(type)) this.#begun.add(source);
  }

  /** A prompt says that it is one. Else it is what an agent is told before anything; later texts are steps of their own. */
  #takeSystem(event: Event): void {
    const { source = 'primary', audience, promptHash } = event;
    const text = wordsOf(event);
    if (text === undefined) return;
    if (isRecorded(event)) {
      if (event.native?.id !== undefined) this.#addPrompt(event, text, event.native.id);
    } else if (promptHash !== undefined) {
      this.#prompted.add(source);
      this.#addPrompt(event, text, this.#keyOf(text));
    } else if (!this.#begun.has(source) && audience !== 'user') this.#candidates.push({ event, text });
  }

  #keyOf(text: string): string {
    return `sp_${this.#digest(text).slice(0, 12)}`;
  }

  #addPrompt({ id, source = 'primary', promptHash }: Event, text: string, key: string): void {
    this.#systemPrompts.set(key, text);
    this.#promptKeys.set(id, key);
    if (promptHash !== undefined) this.#keyOfHash.set(promptHash, key);
    if (!this.#promptOf.has(source)) this.#promptOf.set(source, key);
  }

  #takeTools({ session, native }: Event): void {
    const names: string[] = [];
    for (const tool of listOf(session?.['tools'])) {
      const name = isObject(tool) ? stringOf(tool['name']) : stringOf(tool);
      if (!name) continue;
      names.push(name);
      this.#tools.set(name, isObject(tool) ? tool : (this.#tools.get(name) ?? { name }));
    }
    const isAnnouncement = names.length > 0 && native?.type !== 'tool_definitions';
    if (isAnnouncement) this.#announced = [...new Set(names)];
  }

  #takeCall(event: Event): void {
    const { id, tool, source = 'primary' } = event;
    this.#pairs.call(event);
    if (tool && !this.#tools.has(tool.name)) this.#tools.set(tool.name, { name: tool.name });
    const spawned = tool?.callId ? this.#spawnCalls.get(tool.callId) : undefined;
    if (spawned && spawned !== source && !this.#startedBy.has(spawned)) this.#startedBy.set(spawned, id);
    const command = commandOf(event);
    if (command !== undefined) this.#commands.set(id, command);
    if (!namesManifest(tool)) return;
    for (const name of writtenPackages(event)) this.#packages.add(name);
    if (tool) this.#manifests.set(id, tool);
  }

  #takeResult(event: Event): void {
    const call = this.#pairs.answer(event);
    if (call === undefined) return;
    this.#answered.add(call);
    const manifest = this.#manifests.get(call);
    this.#manifests.delete(call);
    for (const name of readPackages(manifest, resultText(event) ?? '')) this.#packages.add(name);
    const command = this.#commands.get(call);
    this.#commands.delete(call);
    const status = event.tool?.status;
    if (command === undefined || (status !== 'ok' && status !== 'unknown' && status !== undefined)) return;
    for (const name of installedPackages(command)) this.#packages.add(name);
    this.#commit = commitOf(command, resultText(event) ?? '') ?? this.#commit;
  }

  /** Tools of which nothing but the name is known. */
  #others(): [string, Record<string, unknown>][] {
    return [...this.#tools].filter(([name]) => !this.#offered.definitions.has(name));
  }

  result(): Survey {
    const counted = countedEvents(this.#usages);
    for (const { event, text } of this.#candidates) {
      if (!this.#prompted.has(event.source ?? 'primary')) this.#addPrompt(event, text, this.#keyOf(text));
    }
    return {
      answered: this.#answered,
      counted: new Set(counted.map(({ id }) => id)),
      spawning: new Set(this.#startedBy.values()),
      startedBy: this.#startedBy,
      promptKeys: this.#promptKeys,
      promptOf: this.#promptOf,
      systemPrompts: this.#systemPrompts,
      firstPrompt: this.#firstPrompt,
      keyOfHash: this.#keyOfHash,
      offered: this.#offered,
      tools: new Map([...this.#offered.definitions, ...this.#others()]),
      announced: this.#announced,
      packages: this.#packages,
      flags: this.#flags,
      commit: this.#commit,
      model: this.#model,
      provider: this.#provider,
      tokens: toTokens(sumOf(counted)),
    };
  }
}

/** Read from a record, which says itself what is a system prompt: the key is the id of what was read. */
const isRecorded = ({ native }: Event): boolean => native?.type === 'step' || native?.type === 'system_prompt';

/** Types of events with which an agent's conversation has begun. */
const BEGINS = new Set(['user_message', 'assistant_message', 'reasoning', 'tool_call']);
