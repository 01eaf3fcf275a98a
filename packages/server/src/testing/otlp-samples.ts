/** Model calls as exporters of OpenTelemetry send them, for tests. */

export const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});
export const said = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
interface ChatOptions {
  readonly trace?: string;
  readonly parent?: string;
  readonly conversation?: string;
}
export function chat(id: string, second: number, input: object[], output: string, options: ChatOptions = {}) {
  const at = (s: number) => String(1_767_225_600_000_000_000n + BigInt(s) * 1_000_000_000n);
  return {
    traceId: (options.trace ?? 'a').padStart(32, '0'),
    spanId: id.padStart(16, '0'),
    ...(options.parent ? { parentSpanId: options.parent.padStart(16, '0') } : {}),
    name: 'chat gpt-x',
    startTimeUnixNano: at(second),
    endTimeUnixNano: at(second + 1),
    attributes: [
      attribute('gen_ai.operation.name', 'chat'),
      attribute('gen_ai.request.model', 'gpt-x'),
      attribute('gen_ai.usage.input_tokens', 10),
      attribute('gen_ai.usage.output_tokens', 2),
      attribute('gen_ai.input.messages', JSON.stringify(input)),
      attribute('gen_ai.output.messages', JSON.stringify([said('assistant', output)])),
      ...(options.conversation ? [attribute('gen_ai.conversation.id', options.conversation)] : []),
    ],
  };
}
export const dataOf = (...spans: object[]) => ({
  resourceSpans: [
    { resource: { attributes: [attribute('service.name', 'my-app')] }, scopeSpans: [{ scope: { name: 'x' }, spans }] },
  ],
});
