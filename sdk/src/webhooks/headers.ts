/** Headers in any common form: those of Node, a plain object with names in any case, or a web `Headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { [name: string]: string | string[] | undefined }

/**
 * Returns a header. A duplicated header is joined with a comma, as Node and the web do, and therefore matches
 * nothing.
 */
export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
  return values.length > 0 ? values.join(', ') : undefined
}
