const storedAs = 'payproof:device-secret'
let inMemory: string | undefined

/**
 * Returns this browser's secret, by which the service recognises the device that shared the data. It stays in local
 * storage, so that it survives a closed tab; without storage, it lasts until the page closes.
 */
export function readDeviceSecret(): string {
  try {
    const stored = localStorage.getItem(storedAs)
    if (stored) return stored
    const made = inMemory ?? makeSecret()
    localStorage.setItem(storedAs, made)
    return made
  } catch {
    inMemory ??= makeSecret()
    return inMemory
  }
}

const makeSecret = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
