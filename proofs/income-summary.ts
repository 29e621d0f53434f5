import { createHash, randomUUID } from 'node:crypto'
import { addAccount } from '../server/src/features/accounts/service.ts'
import { storeDocument } from '../server/src/features/documents/store.ts'
import { storeRetrieved } from '../server/src/features/payroll/retrieval/store.ts'
import { employmentHasher, naturalHash } from '../server/src/features/payroll/submissions/payslip-hashes.ts'
import { storePayslipEntry } from '../server/src/features/payroll/submissions/store-entry.ts'
import { openUser } from '../server/src/features/users/service.ts'
import { audit, type Tx } from '../server/src/platform/database/tenancy.ts'
import { openCoreDependencies } from '../server/src/process/dependencies.ts'
import type { Payslip as StoredPayslip } from '../server/src/vocabulary/payslip.ts'
import { aReading } from '../server/test/features/sample-documents.ts'
import { openTestApi } from '../server/test/open-test-api.ts'
import { createUser } from '../server/test/people.ts'
import { makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { aPersonWithPay, type PersonWithPay, type StatedPay } from './income-summary/people.ts'
import { recompute } from './income-summary/recompute.ts'
import { type ProofRandom, randomFrom, shuffle } from './programs/random.ts'

const maxDifferencesPrinted = 10

/**
 * Compares the income summaries of random people with an independent calculation. Each person is registered twice: the second
 * time the payslips arrive in another order, in other batches, and all of them again.
 */
export async function prove({ full, seed }: ProveOptions) {
  const people = full ? 1_000 : 50
  const { world, stop } = await makeWorld({ durable: false })
  try {
    const setup = await openSetup(world)
    const result = await compare(setup, people, seedNumber(seed))
    for (const difference of result.differences.slice(0, maxDifferencesPrinted))
      process.stdout.write(`  ${difference}\n`)
    await setup.close()
    return [
      measure('differences', result.differences.length, { exactly: 0 }),
      measure('differences after another order and repetition', result.orderDifferences, { exactly: 0 }),
      measure('people', people),
      measure('payslips', result.payslips),
      measure('months compared', result.months),
      measure('employments compared', result.employments),
      measure('people with an annual figure', result.annual, { atLeast: 1 }),
      measure('people with a low-trust document', result.lowTrust, { atLeast: 1 }),
    ]
  } finally {
    await stop()
  }
}

type Setup = Awaited<ReturnType<typeof openSetup>>

async function openSetup(world: Parameters<typeof openTestApi>[0]) {
  const limits = { RATE_PER_SECOND: '100000', RATE_BURST: '100000' }
  const api = await openTestApi(world, { ...limits, CHECK_REPLIES: 'false' }, 'api')
  const { database, keyring } = await openCoreDependencies(api.config)
  const { clientId } = world.clients.acme
  const actor = { kind: 'operator', id: 'proof', requestId: 'proof' } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  const act = <T>(work: (tx: Tx) => Promise<T>) =>
    tenant.transaction((tx) => {
      audit(tx, 'test.acted')
      return work(tx)
    })
  return {
    call: api.acme,
    async register({ monthsRequested }: PersonWithPay) {
      const { user_id } = await createUser(api.acme, { payroll_period_months: monthsRequested })
      const accepted = await api.acme('POST', '/authorisations', { user_id, user_agent: 'proof' })
      const allowed = { user_id, authorisation_id: accepted.body.id as string }
      const connect = (is_direct: boolean) =>
        act((tx) =>
          addAccount(tx, {
            ...allowed,
            payroll_provider: is_direct ? 'sandbox-bureau' : 'sandbox-payroll',
            is_direct,
            status: 'AUTHORISED',
            holder: { user_name: null, employee_name: null },
            reason: 'login-accepted',
          }),
        )
      const accounts = { direct: await connect(true), one: await connect(false), two: await connect(false) }
      const storeUpload = async (tx: Tx, pay: StatedPay) => {
        const payslip = toStoredPayslip(pay)
        const id = randomUUID()
        const upload = {
          id,
          client_id: clientId,
          user_id,
          type: 'payslip' as const,
          path: '',
          sealedReading: null,
          file_name: 'a.pdf',
          external_id: null,
        }
        const bytes = Buffer.from(id)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const reading = aReading(sha256)
        await storeDocument(tx, {
          upload,
          authorisation_id: allowed.authorisation_id,
          file: { bytes, sha256 },
          reading: { ...reading, trust_score: pay.trust ?? 'Medium' },
        })
        const { key } = await openUser(tx, user_id)
        const document = { id, external_id: null, file_name: 'a.pdf', trust_score: pay.trust, provenance: {} }
        const natural_hash = naturalHash(tx, `uploads ${id}`, payslip)
        const employment_hash = employmentHasher(tx, 'uploads')(payslip)
        const entry = { ...allowed, account_id: null, source: 'Payslip (via Doc Scan)' } as const
        await storePayslipEntry(tx, key, entry, [
          { payslip, natural_hash, employment_hash, document, identity_match: 'full' },
        ])
        return id
      }
      return {
        user_id,
        /** Stores payslips of one source, as a retrieval or as uploads. */
        async store(pay: readonly StatedPay[]) {
          const source = pay[0]?.source
          if (source === undefined) return
          const included = await act(async (tx) => {
            if (source !== 'upload') {
              const payslips = pay.map(toStoredPayslip)
              const retrieval = { ...allowed, payslips, now: new Date(), environment: 'sandbox' } as const
              await storeRetrieved(tx, accounts[source], retrieval)
              return []
            }
            const ids: string[] = []
            for (const each of pay) {
              const id = await storeUpload(tx, each)
              if (each.isIncluded) ids.push(id)
            }
            return ids
          })
          for (const id of included)
            await api.acme('PUT', `/users/${user_id}/income/inclusions/${id}`, { reason: 'proof' })
        },
      }
    },
    async close() {
      await database.close()
      await api.close()
    },
  }
}

async function compare({ call, register }: Setup, people: number, seed: number) {
  const random = randomFrom(seed)
  const differences: string[] = []
  let [orderDifferences, payslips, months, employments, annual, lowTrust] = [0, 0, 0, 0, 0, 0]
  for (let number = 0; number < people; number++) {
    const person = aPersonWithPay(random)
    const expected = recompute(person.pay, person.asOf, person.monthsRequested)
    const read = async (user_id: string) => {
      const reply = await call('GET', `/users/${user_id}/income?as_of=${person.asOf}`)
      if (reply.status !== 200) throw new Error(`the summary returns ${reply.status}: ${reply.text}`)
      return projectSummary(reply.body)
    }
    const first = await register(person)
    for (const source of ['direct', 'one', 'two', 'upload'] as const)
      await first.store(person.pay.filter((pay) => pay.source === source))
    const inOrder = await read(first.user_id)
    const second = await register(person)
    for (const batch of shuffledBatches(random, person.pay)) await second.store(batch)
    const shuffled = await read(second.user_id)
    differences.push(...listDifferences(`person ${number}`, inOrder, expected))
    const otherwise = listDifferences(`person ${number} in another order`, shuffled, expected)
    orderDifferences += otherwise.length
    differences.push(...otherwise)
    payslips += person.pay.length
    months += expected.months.length
    employments += expected.jobs.length
    if (expected.annual !== null) annual++
    if (person.pay.some(({ trust }) => trust === 'Low')) lowTrust++
  }
  return { differences, orderDifferences, payslips, months, employments, annual, lowTrust }
}

/** Batches of one source in random order. Retrieved payslips arrive a second time; an upload is refused the second time. */
function shuffledBatches(random: ProofRandom, pay: readonly StatedPay[]) {
  const batches: StatedPay[][] = []
  for (const source of ['direct', 'one', 'two', 'upload'] as const) {
    const ofSource = shuffle(
      pay.filter((each) => each.source === source),
      random,
    )
    const size = random.integer(1, Math.max(1, ofSource.length))
    for (let at = 0; at < ofSource.length; at += size) batches.push(ofSource.slice(at, at + size))
    if (source !== 'upload' && ofSource.length > 0) batches.push(ofSource)
  }
  return shuffle(batches, random)
}

type Figures = { ratio: string | null; reason: string | null }
type Pay = { gross: string | null; net: string | null; reason: string | null }

// biome-ignore lint/suspicious/noExplicitAny: the reply of the API, compared field by field.
function projectSummary(summary: any) {
  const paid = ({ gross, net, reason }: Pay) => ({ gross, net, reason })
  const ratio = ({ ratio: value, reason }: Figures) => value ?? reason
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const figuresOf = (income: any) => ({
    last12: paid(income.last_12_months),
    averages: income.averages.map(paid),
    variability: ratio(income.variability),
    yearOnYear: ratio(income.year_on_year),
  })
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const compositionOf = ({ composition, confidence }: any) => ({
    regular: composition.regular,
    variable: composition.variable,
    share: composition.variable_share ?? composition.reason,
    parts: composition.parts.map(({ part, amount }: { part: string; amount: string }) => `${part} ${amount}`),
    expenses: composition.not_income.expenses,
    benefits: composition.not_income.benefits_in_kind,
    confidence,
  })
  const { income, employments, months, coverage } = summary
  return {
    annual: income.annual_gross.amount as string | null,
    annualReason: income.annual_gross.reason as string | null,
    figures: figuresOf(income),
    composition: compositionOf(income),
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    jobs: (employments as any[])
      .map((job) =>
        JSON.stringify({
          status: `${job.status} ${job.status_reason}`,
          start: job.start_date,
          leave: job.leave_date,
          tenure: job.tenure_months,
          frequency: job.pay_frequency,
          last: job.last_pay_date,
          next: job.next_pay_date,
          payslips: job.submission_ids.length,
          annual: job.income.annual_gross.amount ?? job.income.annual_gross.reason,
          figures: figuresOf(job.income),
          composition: compositionOf(job.income),
        }),
      )
      .sort(),
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    months: (months as any[]).map(({ month, status, covered_days, gross, net }) => ({
      month,
      status,
      days: covered_days,
      gross,
      net,
    })),
    coverage: {
      complete: coverage.months_complete,
      payroll: coverage.months_by_source.payroll,
      payslip: coverage.months_by_source.payslip,
      gaps: coverage.gaps.map(({ start, end }: { start: string; end: string }) => `${start} ${end}`),
    },
  }
}

function listDifferences(
  who: string,
  { annualReason, ...actual }: ReturnType<typeof projectSummary>,
  { annualReasons, ...expected }: ReturnType<typeof recompute>,
) {
  const differences: string[] = []
  for (const part of Object.keys(expected) as (keyof typeof expected)[]) {
    const [got, wanted] = [JSON.stringify(actual[part]), JSON.stringify(expected[part])]
    if (got !== wanted) differences.push(`${who}, ${part}: ${got} is not ${wanted}`)
  }
  if (expected.annual === null && !annualReasons.includes(annualReason ?? ''))
    differences.push(`${who}: the reason ${annualReason} is not among ${annualReasons}`)
  return differences
}

const decimal = (pence: number) => `${pence < 0 ? '-' : ''}${(Math.abs(pence) / 100).toFixed(2)}`
const decimalOrNull = (pence: number | null) => (pence === null ? null : decimal(pence))

function toStoredPayslip(pay: StatedPay): StoredPayslip {
  return {
    identity_information: {
      name: null,
      date_of_birth: null,
      address: null,
      email: null,
      phone: null,
      NI_number: null,
    },
    employment_information: {
      employer_name: pay.employer,
      role: null,
      type: pay.contract,
      start_date: pay.started,
      leave_date: pay.left,
      employer_tax_reference: pay.reference,
      is_director: null,
    },
    income_information: {
      pay_date: pay.payDate,
      pay_interval_start: pay.start,
      pay_interval_end: pay.end,
      pay_frequency: pay.frequency,
      tax_code: null,
      earnings: {
        gross_pay: decimalOrNull(pay.gross),
        net_pay: decimalOrNull(pay.net),
        base_salary: null,
        bonus: null,
        fixed_pay_total: null,
        variable_pay_total: null,
        earning_elements: pay.lines.map(({ type, description, pence, isFixed, isBenefit }) => ({
          type,
          description,
          amount: decimal(pence),
          is_fixed: isFixed,
          is_after_tax: type === 'Expense',
          is_after_ni: type === 'Expense',
          is_bik: isBenefit,
          quantity: null,
          rate: null,
          unit: null,
        })),
        year_to_date: null,
      },
      deductions: {
        income_tax: null,
        employee_ni: null,
        employee_pension: null,
        total_deductions: null,
        loan_deductions: null,
        deductions_elements: [],
      },
    },
  }
}
