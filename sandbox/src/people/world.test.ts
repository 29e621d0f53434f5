import { expect, test } from 'vitest'
import { addDays, ageOn } from '../calendar.ts'
import { sum } from '../money.ts'
import { workplaces } from './employers.ts'
import { minimumWage } from './minimum-wage.ts'
import { accountNumber, niNumber, registerPlaces, uniqueTaxReference } from './register-numbers.ts'
import type { Person, World } from './types.ts'
import { openWorld } from './world.ts'

const world = openWorld({ seed: 'a test' })
const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => world.anyone(from + n))

const everything = (from: World, person: Person) =>
  JSON.stringify([
    person,
    person.jobs.map((job) => from.payslips(job, from.ends)),
    from.statements(person, from.ends),
  ])

test('the same seed gives the same country, whoever is asked for first; another seed gives another', () => {
  const again = openWorld({ seed: 'a test' })
  const other = openWorld({ seed: 'another test' })
  const order = Array.from({ length: 12 }, (_, n) => n + 1)
  const first = order.map((n) => everything(world, world.anyone(n)))
  const second = order.toReversed().map((n) => everything(again, again.anyone(n)))
  expect(second.toReversed()).toEqual(first)
  expect(everything(other, other.anyone(1))).not.toBe(first[0])

  const names = world.named().map(({ userName }) => userName)
  for (const name of names) {
    const [one, two] = [world.find(name), again.find(name)]
    if (!one || !two) throw new Error(`${name} is not there`)
    expect(everything(again, two)).toBe(everything(world, one))
  }
})

test('who has been forgotten is made again, the same', () => {
  const small = openWorld({ seed: 'forgetful' })
  const before = everything(small, small.anyone(1))
  for (let n = 2; n <= 520; n++) small.anyone(n)
  expect(everything(small, small.anyone(1))).toBe(before)
})

test('person.42 is the 42nd of the seed; there are ten million of them, and no more', () => {
  expect(world.find('person.42')).toBe(world.anyone(42))
  expect(world.anyone(10_000_000).userName).toBe('person.10000000')
  for (const wrong of ['person.0', 'person.042', 'person.10000001', 'person.1.5', 'person.', 'nobody']) {
    expect(world.find(wrong)).toBeUndefined()
  }
  expect(() => world.anyone(0)).toThrow('no person 0')
  expect(() => world.anyone(10_000_001)).toThrow('no person')
})

const numbersOf = ({ niNumber, uniqueTaxReference, bank: { accountNumber } }: Person) => ({
  niNumber,
  uniqueTaxReference,
  accountNumber,
})
const numbersAt = (place: number) => ({
  niNumber: niNumber(place),
  uniqueTaxReference: uniqueTaxReference(place),
  accountNumber: accountNumber(place),
})

test('no two of 100,000 people share a National Insurance number, a tax reference or an account', () => {
  for (const n of [1, 2, 5_000, 100_000])
    expect(numbersOf(world.anyone(n))).toEqual(numbersAt(registerPlaces.anyone(n)))
  const all = [
    ...world.named().map(numbersOf),
    ...Array.from({ length: 100_000 }, (_, n) => numbersAt(registerPlaces.anyone(n + 1))),
  ]
  const forms = { niNumber: /^QQ\d{6}[A-D]$/, uniqueTaxReference: /^\d{10}$/, accountNumber: /^\d{8}$/ }
  for (const [name, form] of Object.entries(forms)) {
    const numbers = new Set(all.map((numbers) => numbers[name as keyof typeof forms]))
    expect(numbers.size).toBe(all.length)
    expect([...numbers].filter((number) => !form.test(number))).toEqual([])
  }
})

const allSlips = (of: Person[]) =>
  of.flatMap((person) =>
    person.jobs.flatMap((job) =>
      world.payslips(job, world.ends).map((payslip, n, all) => ({ person, job, payslip, next: all[n + 1] })),
    ),
  )

const inShort = ({ job, payslip }: ReturnType<typeof allSlips>[number]) => `${job.id} on ${payslip.payDate}`

test('nobody is paid less than the minimum wage of the year', () => {
  const slips = allSlips(people(1, 250))
  const underpaid = slips.filter(({ job, payslip: { payments, start, end } }) => {
    const least = minimumWage(start)
    const isWholeMonth = start.endsWith('-01') && addDays(end, 1).endsWith('-01')
    const basic = payments.find(({ kind }) => kind === 'basic')
    if (!basic) return false
    if (basic.unit === 'hours') return (basic.rate ?? 0) < least
    // 37.5 hours a week, in a twelfth that is rounded to the penny.
    return job.type === 'full_time' && isWholeMonth && basic.amount * 12 < least * 1_950 - 12
  })
  expect(slips.length).toBeGreaterThan(10_000)
  expect(underpaid.map(inShort)).toEqual([])
})

test('the pay of a job that has ended is what it ended with', () => {
  const left = people(1, 250)
    .flatMap(({ jobs }) => jobs)
    .filter(({ leaveDate }) => leaveDate !== null && leaveDate < '2026-03-01')
  const hourly = left.flatMap((job) => {
    const basic = world
      .payslips(job, world.ends)
      .at(-1)
      ?.payments.find(({ kind }) => kind === 'basic')
    return 'hourly' in job.pay && basic ? [[job.id, job.pay.hourly, basic.rate]] : []
  })
  expect(hourly.length).toBeGreaterThan(5)
  expect(hourly.filter(([, told, paid]) => told !== paid)).toEqual([])
})

test('periods of a job leave no gap and do not overlap, unless nobody called for some weeks', () => {
  const wrong = allSlips([...world.named(), ...people(1, 250)]).filter(
    ({ job, payslip: { start, end, payDate }, next }) => {
      const isInJob = start >= job.startDate && (job.leaveDate === null || end <= job.leaveDate)
      const isInWorld = payDate >= world.begins && payDate <= world.ends
      const isFollowed =
        !next || (job.type === 'zero_hours' ? next.start > end : next.start === addDays(end, 1))
      return !isInJob || !isInWorld || !isFollowed
    },
  )
  expect(wrong.map(inShort)).toEqual([])
})

test('a country is as one would expect: a quarter not paid monthly, some with loans, in every part of the kingdom', () => {
  const all = people(1, 2_000)
  const jobs = all.flatMap((person) => person.jobs)
  const share = (count: number, of: number) => count / of
  const notMonthly = jobs.filter(({ employment }) => employment.frequency !== 'monthly')
  expect(share(notMonthly.length, jobs.length)).toBeGreaterThan(0.2)
  expect(share(notMonthly.length, jobs.length)).toBeLessThan(0.3)
  const withLoans = jobs.filter(({ employment }) => employment.loans.length > 0)
  expect(share(withLoans.length, jobs.length)).toBeGreaterThan(0.1)
  // The tax authority tells one employment from another by the employer.
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
  expect(all.every(({ dateOfBirth }) => ageOn(dateOfBirth, world.begins) >= 18)).toBe(true)
  const kinds = new Set(
    allSlips(all.slice(0, 250)).flatMap(({ payslip }) => payslip.payments.map(({ kind }) => kind)),
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

test('gross pay is the sum of the lines, and nobody owes the employer', () => {
  const wrong = allSlips(people(1, 250)).filter(
    ({ payslip: { payments, grossPay, netPay } }) =>
      sum(payments.map(({ amount }) => amount)) !== grossPay || netPay < 0,
  )
  expect(wrong.map(inShort)).toEqual([])
})

test('payslips and statements end with the day asked for', () => {
  const [first] = world.named()
  const job = first?.jobs[0]
  if (!first || !job) throw new Error('nobody is there')
  expect(world.payslips(job, '2024-05-30').map(({ payDate }) => payDate)).toEqual(['2024-04-30'])
  expect(world.payslips(job, '2024-05-31')).toHaveLength(2)
  expect(world.statements(first, '2024-05-31').map(({ start, end }) => [start, end])).toEqual([
    ['2024-04-06', '2024-04-30'],
  ])
  expect(world.statements(first, '2024-06-01')).toHaveLength(2)
})

test('somebody who was put into the world is found, takes the place of another, and can be taken out again', () => {
  const small = openWorld({ seed: 'visitors' })
  const guest: Person = { ...small.anyone(7), userName: 'wilhelmina.oakapple', jobs: [] }
  small.put(guest, () => [])
  expect(small.find('wilhelmina.oakapple')).toBe(guest)
  expect(small.named()[0]).toBe(guest)
  expect(small.remove('wilhelmina.oakapple')).toBe(true)
  expect(small.find('wilhelmina.oakapple')?.jobs).toHaveLength(1)
  expect(small.remove('wilhelmina.oakapple')).toBe(false)
})

test('employers have references of the right shape, each its own', () => {
  for (const { employer } of workplaces) {
    expect(employer.payeReference).toMatch(/^\d{3}\/[A-Z0-9]{1,10}$/)
    expect(employer.accountsOfficeReference).toMatch(/^\d{3}P[A-Z]\d{8}$/)
  }
  expect(new Set(workplaces.map(({ employer }) => employer.payeReference)).size).toBe(workplaces.length)
})
