/** The transcript of a session: the page's middle, and the outline of its prompts for the pane at the right. */

export function TranscriptPage({ id }: { id: string }) {
  return <section aria-label="Transcript">{id}</section>;
}
