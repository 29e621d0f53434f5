/** Text as indented JSON, or unchanged if it is not JSON. */
export function formatJson(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A JSON text, indented. It scrolls within its box and can be reached by keyboard. */
export const JsonView = ({ text, label }: { text: string; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keys.
  <section className="json-view" tabIndex={0} aria-label={label}>
    <pre>{formatJson(text)}</pre>
  </section>
)
