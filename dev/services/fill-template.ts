/** Substitutes ${NAME} in a configuration file of deploy/, as envsubst does; throws if a value is missing. */
export function fillTemplate(text: string, values: Record<string, string | number>): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${name} is not filled in`)
    return String(value)
  })
}
