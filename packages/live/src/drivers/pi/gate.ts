/**
 * An extension for Pi, loaded by the agent itself: asks before every tool that changes something. The dialog's title and
 * message are what the driver, and the adapter that reads the wire, know it by.
 */
interface ToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface ExtensionContext {
  readonly ui: { confirm(title: string, message: string): Promise<boolean> };
}

type Gate = (event: ToolCall, context: ExtensionContext) => Promise<{ block: true; reason: string } | undefined>;

/** Tools that only look. */
const LOOKING: ReadonlySet<string> = new Set(['read', 'ls', 'grep', 'find']);

export default function gate(pi: { on(event: 'tool_call', gate: Gate): void }): void {
  pi.on('tool_call', async ({ toolName, toolCallId, input }, { ui }) => {
    if (LOOKING.has(toolName)) return undefined;
    const isAllowed = await ui.confirm('hansard:permission', JSON.stringify({ toolCallId, toolName, input }));
    return isAllowed ? undefined : { block: true, reason: 'The user rejected this.' };
  });
}
