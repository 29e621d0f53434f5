import { type NewUser, type Payproof, PayproofError, type UserReference } from '@payproof/sdk'

/** Scopes of an API key that the tools need. */
export type ToolScope = 'read' | 'write' | 'tokens' | 'webhooks'

/** Keys are valid in one environment only, and their prefix names it. Every other key counts as production. */
export const isSandboxKey = (apiKey: string) => apiKey.startsWith('svc_sbx_')

/**
 * Finds the scopes of the key. The API has no operation that returns them, so each scope is tested with a request that
 * changes nothing: a read, or a body without the required fields. The API checks the scope before the body.
 */
export async function findScopes(api: Payproof, isSandbox: boolean): Promise<Set<ToolScope>> {
  const readTests: [ToolScope, () => Promise<unknown>][] = [
    ['read', () => api.providers.list()],
    ['webhooks', () => api.webhooks.list({ limit: 1 }).first()],
  ]
  const writeTests: [ToolScope, () => Promise<unknown>][] = [
    ['write', () => api.users.create({} as NewUser)],
    ['tokens', () => api.userTokens.create({} as UserReference)],
  ]
  const tests = isSandbox ? [...readTests, ...writeTests] : readTests
  const granted = await Promise.all(
    tests.map(async ([scope, call]) => ((await isAllowed(call)) ? [scope] : [])),
  )
  return new Set(granted.flat())
}

async function isAllowed(call: () => Promise<unknown>) {
  try {
    await call()
    return true
  } catch (error) {
    const { code } = error instanceof PayproofError ? error : { code: undefined }
    if (code === 'scope-missing') return false
    if (code === 'invalid-request') return true
    throw error
  }
}
