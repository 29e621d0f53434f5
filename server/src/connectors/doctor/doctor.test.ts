import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { kitContext, kitEntry, kitPerson } from '../../../test/connectors/kit-contract.ts'
import type { DirectConnector } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import { examine } from './doctor.ts'

const server = createServer((_request, response) => response.writeHead(401).end())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
atEnd(() => server.close())
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A connector whose data cannot be fetched, and the sessions that it ended. */
function failingConnector(failure: Error) {
  const ended: string[] = []
  const connector: DirectConnector = {
    authMethod: 'direct',
    dataType: 'payslips',
    entry: { ...kitEntry(address), kind: 'bureau' },
    matchPerson: async () => ({ outcome: 'signed-in', session: 'open', expiresAt: null }),
    renewSession: async () => null,
    fetchPayslips: () => Promise.reject(failure),
    endSession: async (session) => void ended.push(session),
  }
  const run = (keepsConsent: boolean) =>
    examine({
      connector,
      expected: null,
      person: { ...kitPerson, extra: {} },
      redirectUri: 'https://x.example',
      consent: async () => '',
      context: kitContext,
      keepsConsent,
    })
  return { ended, run }
}

test('ends the consent also if a step fails', async () => {
  const { ended, run } = failingConnector(new ConnectionFailure('provider-down'))
  const { checks } = await run(false)
  expect(ended).toEqual(['open'])
  expect(checks).toContainEqual({ outcome: 'difference', about: 'connector', detail: 'provider-down' })
  expect(checks.some(({ about }) => about === 'consent')).toBe(true)
})

test('ends the consent also after an error of ours', async () => {
  const { ended, run } = failingConnector(new TypeError('a fault of the connector'))
  await expect(run(false)).rejects.toThrow('a fault of the connector')
  expect(ended).toEqual(['open'])
})

test('keeps the consent if the operator wants it', async () => {
  const { ended, run } = failingConnector(new ConnectionFailure('provider-down'))
  await run(true)
  expect(ended).toEqual([])
})
