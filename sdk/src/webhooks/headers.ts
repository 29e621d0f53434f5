/** Headers in any common form: Node's, a plain object in any case, or a web `Headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { [name: string]: string | string[] | undefined }

/** A duplicated header is joined with a comma, as Node and the web do, and so matches nothing. */
export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
  return values.length > 0 ? values.join(', ') : undefined
}
