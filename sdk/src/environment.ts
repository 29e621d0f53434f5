type Environment = Record<string, string | undefined>

/**
 * Reads an environment variable. Returns undefined if it is unset or empty, and in runtimes without an environment,
 * such as browsers.
 */
export function fromEnvironment(name: 'PAYPROOF_URL' | 'PAYPROOF_API_KEY'): string | undefined {
  const { process } = globalThis as { process?: { env?: Environment } }
  return process?.env?.[name] || undefined
}
