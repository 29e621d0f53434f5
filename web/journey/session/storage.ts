// The tab's own memory. A browser may forbid it in frames of other sites; then it lasts as long as the page.

const memory = new Map<string, string>()

export function keep(name: string, value: string | undefined) {
  if (value === undefined) memory.delete(name)
  else memory.set(name, value)
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    // The page's memory has it.
  }
}

export function kept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name)
  } catch {
    return memory.get(name)
  }
}
