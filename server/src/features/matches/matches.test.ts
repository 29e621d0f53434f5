import { expect, test } from 'vitest'
import { aPaperPayslip, aPaperStatement, startPapers } from '../../../test/papers.ts'
import { addAccount } from '../accounts/service.ts'
import { storeFetched } from '../payroll/storing.ts'
import { aPayslip } from '../payroll/test-payslips.ts'

const { acme, rival, act, aPerson } = await startPapers()

test('pay from paper and from a connection is held against uploaded statements, page by page', async () => {
  const person = await aPerson()
  const { user_id, authorisation_id } = person
  const papers = ['2026-04-30', '2026-05-29'].map((pay_date) => aPaperPayslip({ pay_date }))
  const payslips = (await person.submit('payslip', papers)).body.payroll_submissions
  await act(async (tx) => {
    const account = await addAccount(tx, {
      ...{ user_id, authorisation_id, payroll_provider: 'sandbox-bureau', status: 'AUTHORISED' },
      ...{ is_direct: true, holder: { user_name: null, employee_name: null }, reason: 'found' },
    })
    const fetched = [aPayslip({ pay_date: '2026-05-29' }), aPayslip({ pay_date: '2026-03-31' })]
    const now = new Date()
    await storeFetched(tx, account, { payslips: fetched, authorisation_id, now, environment: 'sandbox' })
  })
  const statement = aPaperStatement([
    ['2026-05-01', 'Tea', '-2.00'],
    ['2026-06-01', 'QUILL AND THIMBLE LTD', '2,000.00'],
    ['2026-06-02', 'Tea', '-2.00'],
  ])
  const [paper] = (await person.submit('bank_statement', [statement])).body.bank_statement_submissions

  const { status, body } = await acme('GET', `/users/${user_id}/matches`)
  expect(status).toBe(200)
  expect(body.pagination).toEqual({ offset: 1, limit: 20, count: 4, total_count: 4 })
  const bank_credit = {
    ...{ submission_id: paper.id, document_id: paper.document_id, transaction_index: 1, date: '2026-06-01' },
    ...{
      description: 'QUILL AND THIMBLE LTD',
      amount: '2,000.00',
      days_after_pay_date: 3,
      names_employer: true,
    },
  }
  const may = { status: 'matched', strength: 'strong', reason: null, bank_credit }
  expect(body.matches).toMatchObject([
    {
      ...may,
      payroll: { pay_date: '2026-05-29', source: 'Payroll (via Direct Connection)', document_id: null },
    },
    {
      ...may,
      payroll: { submission_id: payslips[0].id, document_id: payslips[0].document_id, account_id: null },
    },
    { status: 'unmatched', reason: 'no-statement', payroll: { pay_date: '2026-04-30' }, bank_credit: null },
    { status: 'unmatched', reason: 'no-statement', payroll: { pay_date: '2026-03-31' } },
  ])
  const second = await acme('GET', `/users/${user_id}/matches?offset=2&limit=2`)
  expect(second.body).toEqual({
    pagination: { offset: 2, limit: 2, count: 2, total_count: 4 },
    matches: body.matches.slice(1, 3),
  })
  expect((await rival('GET', `/users/${user_id}/matches`)).status).toBe(404)
})

test('a connection answers where its values come from with its account, and can be signed too', async () => {
  const { user_id, authorisation_id } = await aPerson()
  const account = await act(async (tx) => {
    const added = await addAccount(tx, {
      ...{ user_id, authorisation_id, payroll_provider: 'sandbox-bureau', status: 'AUTHORISED' },
      ...{ is_direct: true, holder: { user_name: null, employee_name: null }, reason: 'found' },
    })
    const now = new Date()
    await storeFetched(tx, added, { payslips: [aPayslip()], authorisation_id, now, environment: 'sandbox' })
    return added
  })
  const [{ id }] = (await acme('GET', `/payroll/${user_id}`)).body.payroll_submissions
  const traced = (await acme('GET', `/payroll/${user_id}/${id}/provenance`)).body
  expect(traced).toMatchObject({
    ...{ submission_id: id, account_id: account.id, document: null },
    source: 'Payroll (via Direct Connection)',
  })
  const net = 'income_information.earnings.net_pay'
  expect(traced.values).toContainEqual({
    ...{ path: net, page: null, box: null, method: 'provider', confidence: null },
  })
  expect((await acme('GET', `/payroll/${user_id}/${id}/provenance/signed`)).body.jws).toMatch(
    /^[\w-]+(\.[\w-]+){2}$/,
  )
})
