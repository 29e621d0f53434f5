import { afterEach, expect, test, vi } from 'vitest'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { makeApiKey, readApiKey } from './api-key.ts'
import { openAuthentication } from './authentication.ts'

// Every process refuses a revoked credential within a second. This file tests the lifetime of the cache with a fake
// clock. server/test/revocation.test.ts tests two processes, with and without NATS.

const cacheMs = 800

afterEach(() => {
  vi.useRealTimers()
})

/** Opens authentication with one API key and a fake database that counts its queries and takes `queryMs` for each. */
function openWithOneKey() {
  const { key, prefix } = makeApiKey('sandbox', 'a0')
  const state = { reads: 0, isRevoked: false, queryMs: 0 }
  let forget: (message: unknown) => void = () => {}
  const row = () => ({ id: 'key', clientId: 'client', secretHash: readApiKey(key, 'sandbox')?.secretHash })
  const database = {
    async system() {
      state.reads++
      const found = state.isRevoked ? undefined : row()
      vi.setSystemTime(Date.now() + state.queryMs)
      return found
    },
  } as unknown as Tenancy
  const bus = {
    subscribe(_subject: string, listen: (message: unknown) => void) {
      forget = listen
      return () => {}
    },
  } as unknown as Bus
  const authentication = openAuthentication({ database, bus, tokens: {} as Tokens, environment: 'sandbox' })
  return {
    state,
    isAccepted: async () => (await authentication.apiKey(key)) !== undefined,
    revokeOverNats: () => forget({ holder: prefix }),
    close: () => authentication.close(),
  }
}

test('caches a credential for 800 ms from the start of its query', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const { state, isAccepted, close } = openWithOneKey()
  state.queryMs = 300
  expect(await isAccepted()).toBe(true)
  state.isRevoked = true
  vi.setSystemTime(cacheMs - 1)
  expect(await isAccepted()).toBe(true)
  expect(state.reads).toBe(1)
  vi.setSystemTime(cacheMs)
  expect(await isAccepted()).toBe(false)
  expect(state.reads).toBe(2)
  await close()
})

test('invalidates the cache when a revocation is announced over NATS', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const { state, isAccepted, revokeOverNats, close } = openWithOneKey()
  expect(await isAccepted()).toBe(true)
  state.isRevoked = true
  revokeOverNats()
  expect(await isAccepted()).toBe(false)
  await close()
})
