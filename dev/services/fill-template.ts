/** A configuration as operators take it from deploy/, filled in as envsubst does; a missing value is an error. */
export function fillTemplate(text: string, values: Record<string, string | number>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${name} is not filled in`)
    return String(value)
  })
}
