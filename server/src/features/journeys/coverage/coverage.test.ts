import { expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { createUser } from '../../../../test/people.ts'

const api = await startApi({}, 'api')
const { acme, rival, anonymous } = api

async function anApplicant(changes: object = {}) {
  const { user_id } = await createUser(acme, changes)
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1)
  const { body } = await anonymous('POST', '/journeys/sessions', { code })
  return { user_id, send: api.withToken(body.token) }
}

test('lists the complete months of the requested period, newest first', async () => {
  const { send } = await anApplicant({ payroll_period_months: 3 })
  const { months } = (await send('GET', '/journeys/current')).body
  const now = new Date()
  const expected = [1, 2, 3].map((n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)).toISOString().slice(0, 7),
  )
  expect(months).toEqual(expected.map((month) => ({ month, has_payslip: false, has_bank_statement: false })))
})

test('a reason for missing documents replaces the one before, and only the client of the user sees it', async () => {
  const { user_id, send } = await anApplicant()
  const path = '/journeys/current/missing-documents'
  expect((await send('POST', path, { kind: 'payslips', reason: 'lost' })).status).toBe(201)
  expect((await send('POST', path, { kind: 'payslips', reason: 'new-job' })).status).toBe(201)
  const { body } = await acme('GET', `/users/${user_id}/coverage`)
  expect(body).toMatchObject({ user_id, missing_documents: [{ kind: 'payslips', reason: 'new-job' }] })
  expect((await send('GET', '/journeys/current')).body.missing_documents).toEqual(body.missing_documents)
  expect((await rival('GET', `/users/${user_id}/coverage`)).status).toBe(404)
})

test('an erasure deletes the reasons', async () => {
  const { user_id, send } = await anApplicant()
  await send('POST', '/journeys/current/missing-documents', { kind: 'bank_statements', reason: 'rather-not' })
  expect((await send('DELETE', '/journeys/current/data')).status).toBe(200)
  expect((await acme('GET', `/users/${user_id}/coverage`)).body.missing_documents).toEqual([])
})
