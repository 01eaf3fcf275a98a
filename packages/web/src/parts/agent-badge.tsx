/** The name of an agent, in a colour that follows from its id: new agents need no list of colours. */
export function AgentBadge({ agent, label }: { agent: string; label: string }) {
  return (
    <span className="agent-badge" style={{ '--hue': hueOf(agent) } as React.CSSProperties} title={label}>
      {label}
    </span>
  );
}

export function hueOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3607;
  return hash % 360;
}
