import { expect, test } from 'vitest'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import {
  createPayslipFile,
  createStatementFile,
  startDocumentTests,
} from '../../../test/uploaded-documents.ts'
import { addAccount } from '../accounts/service.ts'
import { storeRetrieved } from '../payroll/retrieval/store.ts'
import { storeYears } from '../tax-income/store-tax-years.ts'

const { acme, rival, inTransaction, aPerson } = await startDocumentTests()

test('matches uploaded and retrieved pay with uploaded statements, page by page', async () => {
  const person = await aPerson()
  const { user_id, authorisation_id } = person
  const papers = ['2026-04-30', '2026-05-29'].map((pay_date) => createPayslipFile({ pay_date }))
  const payslips = (await person.submit('payslip', papers)).body.payroll_submissions
  await inTransaction(async (tx) => {
    const account = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'sandbox-bureau',
      status: 'AUTHORISED',
      is_direct: true,
      holder: { user_name: null, employee_name: null },
      reason: 'found',
    })
    const fetched = [aPayslip({ pay_date: '2026-05-29' }), aPayslip({ pay_date: '2026-03-31' })]
    const now = new Date()
    await storeRetrieved(tx, account, { payslips: fetched, authorisation_id, now, environment: 'sandbox' })
  })
  const statement = createStatementFile([
    ['2026-05-01', 'Tea', '-2.00'],
    ['2026-06-01', 'QUILL AND THIMBLE LTD', '2,000.00'],
    ['2026-06-02', 'Tea', '-2.00'],
  ])
  const [paper] = (await person.submit('bank_statement', [statement])).body.bank_statement_submissions

  const { status, body } = await acme('GET', `/users/${user_id}/matches`)
  expect(status).toBe(200)
  expect(body.pagination).toEqual({ offset: 1, limit: 20, count: 4, total_count: 4 })
  const bank_credit = {
    submission_id: paper.id,
    document_id: paper.document_id,
    transaction_index: 1,
    date: '2026-06-01',
    description: 'QUILL AND THIMBLE LTD',
    amount: '2000.00',
    days_after_pay_date: 3,
    names_employer: true,
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

test('returns the account as provenance of retrieved pay, also signed', async () => {
  const { user_id, authorisation_id } = await aPerson()
  const account = await inTransaction(async (tx) => {
    const added = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'sandbox-bureau',
      status: 'AUTHORISED',
      is_direct: true,
      holder: { user_name: null, employee_name: null },
      reason: 'found',
    })
    const now = new Date()
    await storeRetrieved(tx, added, { payslips: [aPayslip()], authorisation_id, now, environment: 'sandbox' })
    return added
  })
  const [{ id }] = (await acme('GET', `/payroll/${user_id}`)).body.payroll_submissions
  const traced = (await acme('GET', `/payroll/${user_id}/${id}/provenance`)).body
  expect(traced).toMatchObject({
    submission_id: id,
    account_id: account.id,
    document: null,
    source: 'Payroll (via Direct Connection)',
  })
  const net = 'income_information.earnings.net_pay'
  expect(traced.values).toContainEqual({
    path: net,
    page: null,
    box: null,
    method: 'provider',
    confidence: null,
    correction: null,
  })
  expect((await acme('GET', `/payroll/${user_id}/${id}/provenance/signed`)).body.jws).toMatch(
    /^[\w-]+(\.[\w-]+){2}$/,
  )
})

test('compares the latest tax authority figures of a year with the payslips of that year', async () => {
  const person = await aPerson()
  const { user_id, authorisation_id } = person
  const paper = aPayslip({ pay_date: '2025-03-31' })
  paper.income_information.earnings.year_to_date = {
    gross_pay: '30000.00',
    net_pay: '24000.00',
    total_tax_paid: '3600.00',
    total_ni_paid: null,
    total_taxable_earnings: '30000.00',
    tax_year: 2024,
  }
  const [stored] = (await person.submit('payslip', [createPayslipFile({}, { submission: paper })])).body
    .payroll_submissions
  const path = `/users/${user_id}/matches`
  expect((await acme('GET', path)).body).not.toHaveProperty('tax_years')

  const yearOf = (tax_year: string, income: string) => {
    const employers = [{ employer_name: 'QUILL & THIMBLE LTD', income, tax_paid: '3600.00' }]
    return { tax_year, total_income: income, employers }
  }
  const entries = await inTransaction(async (tx) => {
    const account = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'taxauth',
      status: 'AUTHORISED',
      is_direct: false,
      holder: { user_name: null, employee_name: null },
      reason: 'consent-given',
    })
    const shared = { authorisation_id, now: new Date(), environment: 'sandbox' } as const
    const first = [yearOf('2023-24', '29000.00'), yearOf('2024-25', '31000.00')]
    await storeYears(tx, account, { data: first, ...shared })
    return storeYears(tx, account, { data: [yearOf('2024-25', '30000.00')], ...shared })
  })
  const income = (await acme('GET', `/taxauth/${user_id}?entry_id=${entries}`)).body.income_submissions[0]
  const { matches, tax_years } = (await acme('GET', path)).body
  expect(matches).toHaveLength(1)
  expect(tax_years).toMatchObject([
    {
      tax_year: '2024-25',
      status: 'matched',
      strength: 'strong',
      reason: null,
      tax_authority: { submission_id: income.id, account_id: income.account_id, income: '30000.00' },
      payroll: {
        basis: 'year_to_date',
        submission_ids: [stored.id],
        income: '30000.00',
        tax_paid: '3600.00',
      },
      differences: { income: '0.00', tax_paid: '0.00' },
    },
    { tax_year: '2023-24', status: 'unmatched', reason: 'no-payslips', payroll: null },
  ])
  // The tax years are the same on every page, even after the last payslip.
  expect((await acme('GET', `${path}?offset=2`)).body).toMatchObject({ matches: [], tax_years })
})
