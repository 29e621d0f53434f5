import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { type MfaMethod, Payproof, type PayproofError, type User, type UserPage } from './index.ts'
import { operations } from './operations.ts'

const payproof = new Payproof({ apiKey: 'a key', baseUrl: 'http://127.0.0.1:1' })
const document = JSON.parse(readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'))

test('every operation of the API is one method of the client, besides the former names of moved ones', () => {
  const paths = Object.entries(document.paths as Record<string, Record<string, { operationId: string }>>)
  const ofApi = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    ),
  )
  const ofClient = Object.values(operations).flatMap((group) =>
    Object.values(group)
      .filter(({ movedTo }) => !movedTo)
      .map(({ method, path, id }) => `${method} ${path} ${id}`),
  )
  expect(ofClient.toSorted()).toEqual(ofApi.toSorted())
  for (const [group, members] of Object.entries(operations))
    for (const name of Object.keys(members))
      expect(payproof[group as 'users'][name as 'get'], `${group}.${name}`).toBeTypeOf('function')
  expect(operations.documents?.presignPayslips?.movedTo).toBe('payroll.presignPayslips')
})

test('calls, lists, options and errors have types', () => {
  expectTypeOf(payproof.users.get).returns.toEqualTypeOf<Promise<User>>()
  expectTypeOf(payproof.users.list().first).returns.toEqualTypeOf<Promise<UserPage>>()
  expectTypeOf(payproof.users.list().toArray).returns.toEqualTypeOf<Promise<User[]>>()
  expectTypeOf(payproof.documents.getFile).returns.toEqualTypeOf<Promise<Blob>>()
  expectTypeOf<PayproofError['retryAfter']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Extract<PayproofError['code'], 'not-found'>>().toEqualTypeOf<'not-found'>()
  const describe = (mfa: MfaMethod) => {
    if (mfa.type === 'PasswordWithPositions') return expectTypeOf(mfa.positions).toEqualTypeOf<number[]>()
    return expectTypeOf(mfa).not.toHaveProperty('positions')
  }
  describe({ type: 'Code', source: 'SMS' })
})

/** This function is never called; it only has to compile. */
export function mistakes() {
  // @ts-expect-error a field is missing
  payproof.users.create({ forename: 'Wilhelmina' })
  // @ts-expect-error no such field
  payproof.users.update('id', { name: 'Wilhelmina' })
  // @ts-expect-error the id is missing
  payproof.users.get()
  // @ts-expect-error no such filter
  payproof.users.list({ surname: 'Oakapple' })
  // @ts-expect-error whose accounts?
  payproof.accounts.list()
  // @ts-expect-error no such header
  payproof.accounts.create({ user_id: 'id', payroll_provider: 'x' }, { headers: { 'x-svc-colour': 'red' } })
  // @ts-expect-error two credentials
  new Payproof({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', userToken: 'y' })
  // @ts-expect-error an account is no list to be awaited
  for (const user of payproof.users.list()) user.toString()
}
