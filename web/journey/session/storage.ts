// Stores values in sessionStorage. Browsers may block it in third-party frames; values are then kept in memory.

const memory = new Map<string, string>()

export function keep(name: string, value: string | undefined) {
  if (value === undefined) memory.delete(name)
  else memory.set(name, value)
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    // The error is ignored, because the value is kept in memory.
  }
}

export function kept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name)
  } catch {
    return memory.get(name)
  }
}
