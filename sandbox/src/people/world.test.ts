import { expect, test } from 'vitest'
import { addDays, ageOn } from '../calendar.ts'
import { totalOf } from '../money.ts'
import { workplaces } from './employers.ts'
import { minimumWage } from './minimum-wage.ts'
import { accountNumber, niNumber, registerIndex, uniqueTaxReference } from './register-numbers.ts'
import type { SimulatedPerson, SimulatedWorld } from './types.ts'
import { openWorld } from './world.ts'

const world = openWorld({ seed: 'a test' })
const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => world.inventedPerson(from + n))

const serialise = (from: SimulatedWorld, person: SimulatedPerson) =>
  JSON.stringify([
    person,
    person.jobs.map((job) => from.payslips(job, from.endDate)),
    from.statements(person, from.endDate),
  ])

test('the same seed gives the same population in any order of access; another seed differs', () => {
  const again = openWorld({ seed: 'a test' })
  const other = openWorld({ seed: 'another test' })
  const order = Array.from({ length: 12 }, (_, n) => n + 1)
  const first = order.map((n) => serialise(world, world.inventedPerson(n)))
  const second = order.toReversed().map((n) => serialise(again, again.inventedPerson(n)))
  expect(second.toReversed()).toEqual(first)
  expect(serialise(other, other.inventedPerson(1))).not.toBe(first[0])

  const names = world.named().map(({ userName }) => userName)
  for (const name of names) {
    const [one, two] = [world.find(name), again.find(name)]
    if (!one || !two) throw new Error(`${name} is not there`)
    expect(serialise(again, two)).toBe(serialise(world, one))
  }
})

test('a person evicted from the cache is regenerated identically', () => {
  const small = openWorld({ seed: 'forgetful' })
  const before = serialise(small, small.inventedPerson(1))
  for (let n = 2; n <= 520; n++) small.inventedPerson(n)
  expect(serialise(small, small.inventedPerson(1))).toBe(before)
})

test('person.42 is the 42nd generated person, of ten million', () => {
  expect(world.find('person.42')).toBe(world.inventedPerson(42))
  expect(world.inventedPerson(10_000_000).userName).toBe('person.10000000')
  for (const wrong of ['person.0', 'person.042', 'person.10000001', 'person.1.5', 'person.', 'nobody']) {
    expect(world.find(wrong)).toBeUndefined()
  }
  expect(() => world.inventedPerson(0)).toThrow('no person 0')
  expect(() => world.inventedPerson(10_000_001)).toThrow('no person')
})

const numbersOf = ({ niNumber, uniqueTaxReference, bank: { accountNumber } }: SimulatedPerson) => ({
  niNumber,
  uniqueTaxReference,
  accountNumber,
})
const numbersAt = (index: number) => ({
  niNumber: niNumber(index),
  uniqueTaxReference: uniqueTaxReference(index),
  accountNumber: accountNumber(index),
})

test('no two of 100,000 people share a National Insurance number, a tax reference or an account', () => {
  for (const n of [1, 2, 5_000, 100_000])
    expect(numbersOf(world.inventedPerson(n))).toEqual(numbersAt(registerIndex.invented(n)))
  const all = [
    ...world.named().map(numbersOf),
    ...Array.from({ length: 100_000 }, (_, n) => numbersAt(registerIndex.invented(n + 1))),
  ]
  const forms = { niNumber: /^QQ\d{6}[A-D]$/, uniqueTaxReference: /^\d{10}$/, accountNumber: /^\d{8}$/ }
  for (const [name, form] of Object.entries(forms)) {
    const numbers = new Set(all.map((numbers) => numbers[name as keyof typeof forms]))
    expect(numbers.size).toBe(all.length)
    expect([...numbers].filter((number) => !form.test(number))).toEqual([])
  }
})

const allPayslips = (of: SimulatedPerson[]) =>
  of.flatMap((person) =>
    person.jobs.flatMap((job) =>
      world
        .payslips(job, world.endDate)
        .map((payslip, n, all) => ({ person, job, payslip, next: all[n + 1] })),
    ),
  )

const describePayslip = ({ job, payslip }: ReturnType<typeof allPayslips>[number]) =>
  `${job.id} on ${payslip.payDate}`

test('everyone is paid at least the minimum wage', () => {
  const payslips = allPayslips(people(1, 250))
  const underpaid = payslips.filter(({ job, payslip: { payments, start, end } }) => {
    const minimum = minimumWage(start)
    const isWholeMonth = start.endsWith('-01') && addDays(end, 1).endsWith('-01')
    const basic = payments.find(({ kind }) => kind === 'basic')
    if (!basic) return false
    if (basic.unit === 'hours') return (basic.rate ?? 0) < minimum
    // A twelfth of the pay for 37.5 hours a week, rounded to the penny.
    return job.type === 'full_time' && isWholeMonth && basic.amount * 12 < minimum * 1_950 - 12
  })
  expect(payslips.length).toBeGreaterThan(10_000)
  expect(underpaid.map(describePayslip)).toEqual([])
})

test('the pay rate of an ended job is its last one', () => {
  const left = people(1, 250)
    .flatMap(({ jobs }) => jobs)
    .filter(({ leaveDate }) => leaveDate !== null && leaveDate < '2026-03-01')
  const hourly = left.flatMap((job) => {
    const basic = world
      .payslips(job, world.endDate)
      .at(-1)
      ?.payments.find(({ kind }) => kind === 'basic')
    return 'hourly' in job.pay && basic ? [[job.id, job.pay.hourly, basic.rate]] : []
  })
  expect(hourly.length).toBeGreaterThan(5)
  expect(hourly.filter(([, stated, paid]) => stated !== paid)).toEqual([])
})

test('pay periods of a job are consecutive, except for weeks without work on zero hours', () => {
  const wrong = allPayslips([...world.named(), ...people(1, 250)]).filter(
    ({ job, payslip: { start, end, payDate }, next }) => {
      const isInJob = start >= job.startDate && (job.leaveDate === null || end <= job.leaveDate)
      const isInWorld = payDate >= world.startDate && payDate <= world.endDate
      const isFollowed =
        !next || (job.type === 'zero_hours' ? next.start > end : next.start === addDays(end, 1))
      return !isInJob || !isInWorld || !isFollowed
    },
  )
  expect(wrong.map(describePayslip)).toEqual([])
})

test('the population is plausible: a quarter not paid monthly, some with student loans, in every UK nation', () => {
  const all = people(1, 2_000)
  const jobs = all.flatMap((person) => person.jobs)
  const share = (count: number, of: number) => count / of
  const notMonthly = jobs.filter(({ employment }) => employment.frequency !== 'monthly')
  expect(share(notMonthly.length, jobs.length)).toBeGreaterThan(0.2)
  expect(share(notMonthly.length, jobs.length)).toBeLessThan(0.3)
  const withLoans = jobs.filter(({ employment }) => employment.loans.length > 0)
  expect(share(withLoans.length, jobs.length)).toBeGreaterThan(0.1)
  // No person may have two jobs at one employer, because the tax authority identifies employments by employer.
  const twiceAtOne = all.filter(({ jobs }) => new Set(jobs.map((job) => job.employer.id)).size < jobs.length)
  expect(twiceAtOne.map(({ userName }) => userName)).toEqual([])
  const countries = new Set(all.map(({ addresses }) => addresses[0]?.country))
  expect([...countries].sort()).toEqual([
    'Channel Islands',
    'England',
    'Northern Ireland',
    'Scotland',
    'Wales',
  ])
  expect(new Set(jobs.map(({ employer }) => employer.id)).size).toBe(workplaces.length)
  expect(all.every(({ dateOfBirth }) => ageOn(dateOfBirth, world.startDate) >= 18)).toBe(true)
  const kinds = new Set(
    allPayslips(all.slice(0, 250)).flatMap(({ payslip }) => payslip.payments.map(({ kind }) => kind)),
  )
  for (const kind of [
    'basic',
    'overtime',
    'shift',
    'bonus',
    'sick',
    'maternity',
    'absence',
    'sacrifice',
  ] as const) {
    expect(kinds).toContain(kind)
  }
})

test('gross pay is the sum of the payment lines, and net pay is never negative', () => {
  const wrong = allPayslips(people(1, 250)).filter(
    ({ payslip: { payments, grossPay, netPay } }) =>
      totalOf(payments.map(({ amount }) => amount)) !== grossPay || netPay < 0,
  )
  expect(wrong.map(describePayslip)).toEqual([])
})

test('payslips and statements are limited to the given day', () => {
  const [first] = world.named()
  const job = first?.jobs[0]
  if (!first || !job) throw new Error('no named person')
  expect(world.payslips(job, '2024-05-30').map(({ payDate }) => payDate)).toEqual(['2024-04-30'])
  expect(world.payslips(job, '2024-05-31')).toHaveLength(2)
  expect(world.statements(first, '2024-05-31').map(({ start, end }) => [start, end])).toEqual([
    ['2024-04-06', '2024-04-30'],
  ])
  expect(world.statements(first, '2024-06-01')).toHaveLength(2)
})

test('an added person replaces one with the same user name until removed', () => {
  const small = openWorld({ seed: 'visitors' })
  const guest: SimulatedPerson = { ...small.inventedPerson(7), userName: 'wilhelmina.oakapple', jobs: [] }
  small.put(guest, () => [])
  expect(small.find('wilhelmina.oakapple')).toBe(guest)
  expect(small.named()[0]).toBe(guest)
  expect(small.remove('wilhelmina.oakapple')).toBe(true)
  expect(small.find('wilhelmina.oakapple')?.jobs).toHaveLength(1)
  expect(small.remove('wilhelmina.oakapple')).toBe(false)
})

test('employers have unique references in the valid format', () => {
  for (const { employer } of workplaces) {
    expect(employer.payeReference).toMatch(/^\d{3}\/[A-Z0-9]{1,10}$/)
    expect(employer.accountsOfficeReference).toMatch(/^\d{3}P[A-Z]\d{8}$/)
  }
  expect(new Set(workplaces.map(({ employer }) => employer.payeReference)).size).toBe(workplaces.length)
})
