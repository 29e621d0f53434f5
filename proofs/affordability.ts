import { addAccount } from '../server/src/features/accounts/service.ts'
import { storeRetrieved } from '../server/src/features/payroll/retrieval/store.ts'
import { audit } from '../server/src/platform/database/tenancy.ts'
import { openCoreDependencies } from '../server/src/process/dependencies.ts'
import type { Payslip as StoredPayslip } from '../server/src/vocabulary/payslip.ts'
import { aPayslip } from '../server/test/features/sample-payslips.ts'
import { openTestApi } from '../server/test/open-test-api.ts'
import { createUser } from '../server/test/people.ts'
import { makeWorld } from '../server/test/template.ts'
import { aPerson, somePayslips } from './affordability/people.ts'
import { type PayslipSummary, type PersonDetails, recompute } from './affordability/recompute.ts'
import { verifyWorking, type WorkingMonth } from './affordability/verify-working.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { randomFrom } from './programs/random.ts'

const maxMedianMs = 50
const weeksOfPay = 522
const timedRequests = 40
const maxDifferencesPrinted = 10

/**
 * Compares estimates for random people with an independent calculation. The full form also times ten years of weekly
 * pay.
 */
export async function prove({ full, seed }: ProveOptions) {
  const people = full ? 1_000 : 60
  const { world, stop } = await makeWorld({ durable: false })
  try {
    const setup = await openSetup(world)
    const result = await compare(setup, people, seedNumber(seed))
    for (const difference of result.differences.slice(0, maxDifferencesPrinted)) print(`  ${difference}`)
    const times = full ? await timeTenYears(setup) : undefined
    await setup.close()
    return [
      measure('differences', result.differences.length, { exactly: 0 }),
      measure('people', people),
      measure('people with an estimate', result.estimated, { atLeast: 1 }),
      measure('months recalculated', result.months),
      measure('people without an estimate', result.refused, { atLeast: 1 }),
      measure('distinct reasons for no estimate', result.messages),
      ...(times
        ? [
            measure(`${weeksOfPay} weekly payslips, median`, times.median, {
              unit: 'ms',
              atMost: maxMedianMs,
              timed: true,
            }),
            measure(`${weeksOfPay} weekly payslips, CPU time`, times.cpu, { unit: 'ms', timed: true }),
          ]
        : []),
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
  return {
    call: api.acme,
    /** Creates a user with these payslips, stored as if retrieved from a connected account. */
    async createUserWithPayslips({ birth, postcodes }: PersonDetails, payslips: StoredPayslip[]) {
      const { user_id } = await createUser(api.acme, {
        date_of_birth: birth ?? '1990-01-01',
        post_codes: postcodes.length > 0 ? postcodes : ['LS1'],
      })
      const unset = {
        ...(birth === null && { date_of_birth: null }),
        ...(postcodes.length === 0 && { post_codes: null }),
      }
      if (Object.keys(unset).length > 0) await api.acme('PATCH', `/users/${user_id}`, unset)
      const accepted = await api.acme('POST', '/authorisations', { user_id, user_agent: 'proof' })
      const allowed = { user_id, authorisation_id: accepted.body.id as string }
      await tenant.transaction(async (tx) => {
        audit(tx, 'test.acted')
        const account = await addAccount(tx, {
          ...allowed,
          payroll_provider: 'sandbox-payroll',
          status: 'AUTHORISED',
          holder: { user_name: null, employee_name: null },
          reason: 'login-accepted',
        })
        await storeRetrieved(tx, account, { ...allowed, payslips, now: new Date(), environment: 'sandbox' })
      })
      return user_id
    },
    async close() {
      await database.close()
      await api.close()
    },
  }
}

async function compare({ call, createUserWithPayslips }: Setup, people: number, seed: number) {
  const random = randomFrom(seed)
  const differences: string[] = []
  const messages = new Set<string>()
  let [estimated, refused, months] = [0, 0, 0]
  for (let number = 0; number < people; number++) {
    const [person, payslips] = [aPerson(random), somePayslips(random)]
    const user_id = await createUserWithPayslips(person, payslips.map(toStoredPayslip))
    const expected = recompute(payslips, person)
    const reply = await call('GET', `/expenditure/${user_id}/ons`)
    const working = await call('GET', `/expenditure/${user_id}/ons/working`)
    const actual =
      expected.status === 200
        ? { status: reply.status, body: reply.body }
        : { status: reply.status, errors: [...(reply.body.errors ?? [])].sort() }
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      differences.push(`person ${number}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)
    if (working.status !== reply.status)
      differences.push(`person ${number}: the working returns ${working.status}`)
    if (expected.status === 404) {
      refused++
      for (const error of expected.errors)
        messages.add(error.replace(/ \d{4}-\S+/, ' …').replace(/^Postcode .* has/, 'Postcode … has'))
      continue
    }
    estimated++
    months += reply.body.expenditures?.length ?? 0
    for (const error of (working.body.months ?? []).flatMap((month: WorkingMonth) => verifyWorking(month)))
      differences.push(`person ${number}: ${error}`)
  }
  return { differences, estimated, refused, months, messages: messages.size }
}

function toStoredPayslip({ start, end, net, birth, postcode }: PayslipSummary): StoredPayslip {
  const payslip = aPayslip({ pay_date: end })
  const { identity_information: identity, income_information: income } = payslip
  identity.date_of_birth = birth
  identity.address =
    postcode === null ? null : { street: null, county: null, city: null, country: null, post_code: postcode }
  income.pay_interval_start = start
  income.earnings.net_pay = net
  return payslip
}

/**
 * Times an estimate from ten years of weekly payslips with twenty earnings lines each, as many as long payslips have.
 */
async function timeTenYears({ call, createUserWithPayslips }: Setup) {
  const weekMs = 7 * 86_400_000
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  const payslips = Array.from({ length: weeksOfPay }, (_, week) => {
    const start = Date.parse('2016-04-04') + week * weekMs
    const person = { birth: '1988-04-17', postcode: 'LS1 4AP' }
    const payslip = toStoredPayslip({
      start: dayOf(start),
      end: dayOf(start + weekMs - 1),
      net: '512.34',
      ...person,
    })
    const { earnings } = payslip.income_information
    earnings.earning_elements = earnings.earning_elements.flatMap((line) => Array(20).fill(line))
    return payslip
  })
  const user_id = await createUserWithPayslips({ birth: '1988-04-17', postcodes: ['LS1 4AP'] }, payslips)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let request = 0; request < timedRequests; request++) {
    const startedAt = performance.now()
    const { body } = await call('GET', `/expenditure/${user_id}/ons`)
    times.push(performance.now() - startedAt)
    if (body.expenditures.length === 0) throw new Error('no month was estimated')
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  return { median: times[timedRequests / 2] ?? Number.NaN, cpu: (user + system) / 1000 / timedRequests }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
