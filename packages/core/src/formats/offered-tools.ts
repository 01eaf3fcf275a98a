/**
 * The tools that models were offered, gathered from the events of a session: the definition of each by its name, the latest
 * where several were given, and the names in each list. Definitions that an event only refers to are taken from before.
 */
import { isObject, stringOf, textOf } from '../reading/native-values.ts';
import type { Event, ToolDefinition } from '../transcript.ts';

export class OfferedTools {
  readonly #byHash = new Map<string, ToolDefinition>();
  readonly #byName = new Map<string, Record<string, unknown>>();
  readonly #lists = new Map<string, readonly string[]>();
  /** Names in the last list of each agent. */
  readonly #last = new Map<string, readonly string[]>();

  take({ tools, toolsHash, source = 'primary' }: Pick<Event, 'tools' | 'toolsHash' | 'source'>): void {
    if (!tools) return;
    for (const given of tools) {
      const isWhole = given.description !== undefined || given.schema !== undefined;
      if (isWhole) this.#byHash.set(given.hash, given);
      this.#byName.set(given.name, writtenTool(this.#byHash.get(given.hash) ?? given));
    }
    const names = [...new Set(tools.map(({ name }) => name))];
    this.#last.set(source, names);
    if (toolsHash !== undefined) this.#lists.set(toolsHash, names);
  }

  get definitions(): ReadonlyMap<string, Record<string, unknown>> {
    return this.#byName;
  }

  /** Undefined when the list is not known. */
  namesOf(toolsHash: string | undefined): readonly string[] | undefined {
    return toolsHash === undefined ? undefined : this.#lists.get(toolsHash);
  }

  lastOf(source: string): readonly string[] | undefined {
    return this.#last.get(source);
  }
}

/** As the providers' APIs have it, and other formats with them. */
function writtenTool({ name, description, schema, server }: ToolDefinition): Record<string, unknown> {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { input_schema: schema }),
    ...(server === undefined ? {} : { server }),
  };
}

const WRITTEN: ReadonlySet<string> = new Set(['name', 'description', 'input_schema', 'server']);

/** The event's fields for definitions that were read; undefined when some are in another form. */
export function readTools(
  values: readonly unknown[],
  digest: (data: string) => string,
): Pick<Event, 'tools' | 'toolsHash'> | undefined {
  const tools: ToolDefinition[] = [];
  for (const value of values) {
    const tool =
      isObject(value) && Object.keys(value).every((field) => WRITTEN.has(field)) ? readTool(value) : undefined;
    if (!tool) return undefined;
    tools.push({
      ...tool,
      hash: `sha256-${digest(JSON.stringify([tool.name, tool.description ?? null, tool.schema ?? null]))}`,
    });
  }
  return { tools, toolsHash: `sha256-${digest(tools.map(({ hash }) => hash).join('\n'))}` };
}

function readTool(value: Record<string, unknown>): ToolDefinition | undefined {
  const [name, description, server] = [stringOf(value['name']), textOf(value['description']), textOf(value['server'])];
  const isOdd = (field: string, read: unknown) => Object.hasOwn(value, field) && read === undefined;
  if (name === undefined || isOdd('description', description) || isOdd('server', server)) return undefined;
  if (value['input_schema'] === undefined && description === undefined) return undefined;
  return {
    hash: '',
    name,
    ...(description === undefined ? {} : { description }),
    ...(value['input_schema'] === undefined ? {} : { schema: value['input_schema'] }),
    ...(server === undefined ? {} : { server }),
  };
}
