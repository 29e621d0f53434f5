import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { openWorld } from './world.ts'

const world = openWorld({ seed: 'money' })
const people = [...world.named(), ...Array.from({ length: 100 }, (_, n) => world.inventedPerson(n + 1))]

test('every net pay is credited on its pay date as salary, and nothing else is', () => {
  for (const person of people) {
    const statements = world.statements(person, world.endDate)
    const lastDay = statements.at(-1)?.end ?? ''
    const owed = person.jobs
      .flatMap((job) =>
        world
          .payslips(job, lastDay)
          .map(({ payDate, netPay }) => `${payDate} ${job.employer.name} ${netPay}`),
      )
      .filter((text) => !text.endsWith(' 0'))
    const paid = statements
      .flatMap(({ transactions }) => transactions.filter(({ kind }) => kind === 'salary'))
      .map(({ date, party, amount }) => `${date} ${party} ${amount}`)
    expect(paid.sort()).toEqual(owed.sort())
  }
})

test('running balances are continuous across transactions and statements', () => {
  const faults: string[] = []
  for (const person of people) {
    let balance = person.bank.openingBalance
    let next = world.startDate
    const blame = (isRight: boolean, what: string) => isRight || faults.push(`${person.userName} ${what}`)
    for (const [n, statement] of world.statements(person, world.endDate).entries()) {
      const { number, start, end, openingBalance, closingBalance, transactions } = statement
      blame(
        number === n + 1 && start === next && openingBalance === balance,
        `statement ${n + 1} does not follow`,
      )
      let day = start
      for (const transaction of transactions) {
        balance += transaction.amount
        blame(transaction.balance === balance && transaction.amount !== 0, `balance on ${transaction.date}`)
        blame(transaction.date >= day && transaction.date <= end, `order on ${transaction.date}`)
        day = transaction.date
      }
      blame(closingBalance === balance, `closing balance of ${end}`)
      next = addDays(end, 1)
    }
    blame(next === '2027-04-01', `ends before ${next}`)
  }
  expect(faults).toEqual([])
})

test('a statement has 20 to 90 transactions; some people are overdrawn, within the limit', () => {
  let overdrawn = 0
  for (const person of people) {
    const statements = world.statements(person, world.endDate)
    const lines = statements.map(({ transactions }) => transactions.length)
    expect(Math.min(...lines)).toBeGreaterThanOrEqual(20)
    expect(Math.max(...lines)).toBeLessThanOrEqual(90)
    const balances = statements.flatMap(({ transactions }) => transactions.map((one) => one.balance))
    if (Math.min(...balances) < 0) overdrawn++
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(-130_000)
  }
  expect(overdrawn / people.length).toBeGreaterThan(0.1)
  expect(overdrawn / people.length).toBeLessThan(0.6)
})

test('every kind of transaction occurs', () => {
  const kinds = new Set(
    people
      .slice(0, 60)
      .flatMap((person) => world.statements(person, world.endDate))
      .flatMap(({ transactions }) => transactions.map(({ kind }) => kind)),
  )
  expect([...kinds].sort()).toEqual([
    'card',
    'cash',
    'cheque',
    'contactless',
    'direct_debit',
    'fee',
    'interest',
    'refund',
    'salary',
    'standing_order',
    'transfer_in',
    'transfer_out',
  ])
})
