import { expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { eventually } from '../../../../test/engine.ts'
import { createReaders } from '../../../../test/features/payroll.ts'
import { createUser } from '../../../../test/people.ts'
import { startSandbox } from '../../../../test/sandbox.ts'
import { findDuplicates, type StoredPayment } from './duplicates.ts'

const payment = (id: string, changes: Partial<StoredPayment> = {}): StoredPayment => ({
  id,
  account_id: 'one',
  pay_date: '2026-03-31',
  start: '2026-03-01',
  end: '2026-03-31',
  net_pay: '2000.00',
  employer_name: 'Quill & Thimble',
  ...changes,
})
const duplicatesOf = (...payments: StoredPayment[]) => Object.fromEntries(findDuplicates(payments))

test('names the payslip that was stored first, in any order of the list', () => {
  const [first, second, third] = [
    payment('a'),
    payment('b', { account_id: 'two' }),
    payment('c', { account_id: null }),
  ]
  expect(duplicatesOf(first, second, third)).toEqual({ b: 'a', c: 'a' })
  expect(duplicatesOf(third, second, first)).toEqual({ b: 'a', c: 'a' })
  // Without the original, the next payslip becomes the original.
  expect(duplicatesOf(third, second)).toEqual({ c: 'b' })
  expect(duplicatesOf(third)).toEqual({})
})

test('keeps equal payments of one source apart', () => {
  const two = { account_id: 'two' }
  expect(duplicatesOf(payment('a'), payment('b'))).toEqual({})
  expect(duplicatesOf(payment('a'), payment('b'), payment('c', two))).toEqual({ c: 'a' })
  expect(duplicatesOf(payment('a'), payment('b'), payment('c', two), payment('d', two))).toEqual({
    c: 'a',
    d: 'b',
  })
})

test('does not compare payslips without net pay', () => {
  expect(
    duplicatesOf(payment('a', { net_pay: null }), payment('b', { net_pay: null, account_id: null })),
  ).toEqual({})
})

const sandbox = await startSandbox()
const api = await startApi({ SANDBOX_URL: sandbox.url, SANDBOX_CLOCK: 'true' })
const { acme } = api
const { eventsOf, submissionsOf } = createReaders(api)

/** Creates a sandbox person whose payslips the bureau has as well. */
async function aPersonOfTwoSources() {
  const user_name = 'wilhelmina.oakapple'
  const { identity } = await sandbox.control('GET', `/people/${user_name}`)
  const { user_id } = await createUser(acme, {
    forename: identity.forename,
    surname: identity.surname,
    ni_number: identity.ni_number,
    date_of_birth: `${identity.date_of_birth}T12:00:00.000Z`,
    post_codes: identity.addresses.map(({ post_code }: { post_code: string }) => post_code),
    payroll_period_months: 12,
  })
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const login = { payroll_provider: 'sandbox-payroll', user_name, password: 'pass' }
  const { account_id } = (await acme('POST', '/accounts', { user_id, ...login })).body
  await eventually(
    async () => (await acme('GET', `/accounts/${account_id}`)).body.retrieval.state === 'done',
    30_000,
  )
  return { user_id, account_id: account_id as string }
}

test('marks the payslips of a second source, filters them, and moves the mark when the original is deleted', async () => {
  const { user_id, account_id } = await aPersonOfTwoSources()
  const originals = await submissionsOf(user_id)
  expect(originals.length).toBeGreaterThan(5)
  expect(originals.every(({ duplicate_of }) => duplicate_of === null)).toBe(true)

  const direct = await acme('POST', '/accounts/direct-connections', { user_id })
  expect(direct.status, direct.text).toBe(201)
  const all = await submissionsOf(user_id)
  const duplicates = all.filter(({ duplicate_of }) => duplicate_of !== null)
  expect(duplicates.length).toBe(originals.length)
  expect(direct.body.payroll_submissions.map(({ id }: { id: string }) => id)).toEqual(
    all.filter(({ source }) => source === 'Payroll (via Direct Connection)').map(({ id }) => id),
  )
  for (const duplicate of duplicates) {
    const original = originals.find(({ id }) => id === duplicate.duplicate_of)
    expect(original?.income_information.pay_date).toBe(duplicate.income_information.pay_date)
    expect(original?.income_information.earnings.net_pay).toBe(duplicate.income_information.earnings.net_pay)
  }

  const only = await acme('GET', `/payroll/${user_id}?include_duplicates=false&limit=3`)
  expect(only.body.pagination).toEqual({
    offset: 1,
    limit: 3,
    count: 3,
    total_count: all.length - duplicates.length,
  })
  expect(only.body.payroll_submissions.map(({ id }: { id: string }) => id)).toEqual(
    all
      .filter(({ duplicate_of }) => duplicate_of === null)
      .slice(0, 3)
      .map(({ id }) => id),
  )
  const events = await eventsOf(user_id, 2)
  const sent = events.flatMap(({ payload }) => payload.payroll_submissions) as {
    duplicate_of: string | null
  }[]
  expect(sent.filter(({ duplicate_of }) => duplicate_of !== null).length).toBe(duplicates.length)

  await acme('DELETE', `/accounts/${account_id}`)
  const left = await submissionsOf(user_id)
  expect(left.length).toBe(all.length - originals.length)
  expect(left.every(({ duplicate_of }) => duplicate_of === null)).toBe(true)
})
