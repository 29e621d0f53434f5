import { addAccount } from '../server/src/features/accounts/service.ts'
import { storeFetched } from '../server/src/features/payroll/retrieval/store.ts'
import { audit } from '../server/src/platform/database/tenancy.ts'
import { openFoundation } from '../server/src/process/dependencies.ts'
import type { Payslip as StoredPayslip } from '../server/src/vocabulary/payslip.ts'
import { aPayslip } from '../server/test/features/sample-payslips.ts'
import { openTestApi } from '../server/test/open-test-api.ts'
import { createUser } from '../server/test/people.ts'
import { makeWorld } from '../server/test/template.ts'
import { aPerson, somePayslips } from './affordability/people.ts'
import { type Payslip, type Person, recompute } from './affordability/recompute.ts'
import { redo, type WorkingMonth } from './affordability/verify-working.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { randomFrom } from './programs/random.ts'

const maxMedianMs = 50
const weeksOfPay = 522
const asks = 40
const shown = 10

/** Compares estimates for random people with an independent calculation; at full size also times ten years of weekly pay. */
export async function prove({ full, seed }: ProveOptions) {
  const people = full ? 1_000 : 60
  const { world, stop } = await makeWorld({ durable: false })
  try {
    const site = await openSite(world)
    const found = await compare(site, people, seedNumber(seed))
    for (const fault of found.faults.slice(0, shown)) print(`  ${fault}`)
    const times = full ? await timeTenYears(site) : undefined
    await site.close()
    return [
      measure('differences', found.faults.length, { exactly: 0 }),
      measure('people', people),
      measure('people with an estimate', found.estimated, { atLeast: 1 }),
      measure('months recalculated', found.months),
      measure('people refused an estimate', found.refused, { atLeast: 1 }),
      measure('reasons for refusal', found.messages),
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

type Site = Awaited<ReturnType<typeof openSite>>

async function openSite(world: Parameters<typeof openTestApi>[0]) {
  const limits = { RATE_PER_SECOND: '100000', RATE_BURST: '100000' }
  const api = await openTestApi(world, { ...limits, CHECK_REPLIES: 'false' }, 'api')
  const { database, keyring } = await openFoundation(api.config)
  const { clientId } = world.clients.acme
  const actor = { kind: 'operator', id: 'proof', requestId: 'proof' } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  return {
    ask: api.acme,
    /** Somebody who is paid as these payslips say, stored as a connection would have brought them. */
    async settle({ birth, postcodes }: Person, payslips: StoredPayslip[]) {
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
        await storeFetched(tx, account, { ...allowed, payslips, now: new Date(), environment: 'sandbox' })
      })
      return user_id
    },
    async close() {
      await database.close()
      await api.close()
    },
  }
}

async function compare({ ask, settle }: Site, people: number, seed: number) {
  const random = randomFrom(seed)
  const faults: string[] = []
  const messages = new Set<string>()
  let [estimated, refused, months] = [0, 0, 0]
  for (let number = 0; number < people; number++) {
    const [person, payslips] = [aPerson(random), somePayslips(random)]
    const user_id = await settle(person, payslips.map(storedForm))
    const expected = recompute(payslips, person)
    const reply = await ask('GET', `/expenditure/${user_id}/ons`)
    const working = await ask('GET', `/expenditure/${user_id}/ons/working`)
    const told =
      expected.status === 200
        ? { status: reply.status, body: reply.body }
        : { status: reply.status, errors: [...(reply.body.errors ?? [])].sort() }
    if (JSON.stringify(told) !== JSON.stringify(expected))
      faults.push(`person ${number}: ${JSON.stringify(told)} is not ${JSON.stringify(expected)}`)
    if (working.status !== reply.status)
      faults.push(`person ${number}: the working answers ${working.status}`)
    if (expected.status === 404) {
      refused++
      for (const error of expected.errors)
        messages.add(error.replace(/ \d{4}-\S+/, ' …').replace(/^Postcode .* has/, 'Postcode … has'))
      continue
    }
    estimated++
    months += reply.body.expenditures?.length ?? 0
    for (const fault of (working.body.months ?? []).flatMap((month: WorkingMonth) => redo(month)))
      faults.push(`person ${number}: ${fault}`)
  }
  return { faults, estimated, refused, months, messages: messages.size }
}

function storedForm({ start, end, net, birth, postcode }: Payslip): StoredPayslip {
  const payslip = aPayslip({ pay_date: end })
  const { identity_information: identity, income_information: income } = payslip
  identity.date_of_birth = birth
  identity.address =
    postcode === null ? null : { street: null, county: null, city: null, country: null, post_code: postcode }
  income.pay_interval_start = start
  income.earnings.net_pay = net
  return payslip
}

/** Payslips of twenty lines, as long ones are. */
async function timeTenYears({ ask, settle }: Site) {
  const weekMs = 7 * 86_400_000
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  const payslips = Array.from({ length: weeksOfPay }, (_, week) => {
    const start = Date.parse('2016-04-04') + week * weekMs
    const person = { birth: '1988-04-17', postcode: 'LS1 4AP' }
    const payslip = storedForm({
      start: dayOf(start),
      end: dayOf(start + weekMs - 1),
      net: '512.34',
      ...person,
    })
    const { earnings } = payslip.income_information
    earnings.earning_elements = earnings.earning_elements.flatMap((line) => Array(20).fill(line))
    return payslip
  })
  const user_id = await settle({ birth: '1988-04-17', postcodes: ['LS1 4AP'] }, payslips)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let turn = 0; turn < asks; turn++) {
    const began = performance.now()
    const { body } = await ask('GET', `/expenditure/${user_id}/ons`)
    times.push(performance.now() - began)
    if (body.expenditures.length === 0) throw new Error('no month was estimated')
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  return { median: times[asks / 2] ?? Number.NaN, cpu: (user + system) / 1000 / asks }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
