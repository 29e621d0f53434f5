import { expect, test } from 'vitest'
import { totalOf } from '../money.ts'
import { openWorld } from './world.ts'

const world = openWorld({ seed: 'stories' })
const now = '2026-11-15'

function loadPerson(userName: string) {
  const person = world.find(userName)
  if (!person) throw new Error(`${userName} is not there`)
  const payslips = person.jobs.map((job) => world.payslips(job, world.endDate))
  const all = payslips.flat()
  const month = (start: string) => {
    const payslip = all.find(({ payDate }) => payDate.startsWith(start))
    if (!payslip) throw new Error(`${userName} was not paid in ${start}`)
    return payslip
  }
  return { person, jobs: person.jobs, payslips, all, month }
}
const kindsOf = (lines: { kind: string }[]) => lines.map(({ kind }) => kind)

test('Wilhelmina is listed first: one monthly salary for three years with the same tax code and NI letter', () => {
  expect(world.named()[0]?.userName).toBe('wilhelmina.oakapple')
  const { all, jobs } = loadPerson('wilhelmina.oakapple')
  expect(jobs).toHaveLength(1)
  expect(all).toHaveLength(36)
  expect(new Set(all.map(({ taxCode, niLetter }) => taxCode + niLetter))).toEqual(new Set(['1257LA']))
  expect(all.every(({ payments }) => payments.length === 1)).toBe(true)
})

test('every named person has a unique user name, an example.com address and a description', () => {
  const all = world.named()
  expect(all.length).toBeGreaterThanOrEqual(24)
  expect(new Set(all.map(({ userName }) => userName)).size).toBe(all.length)
  for (const { userName, email, phone, about, bank, addresses } of all) {
    expect(userName).toMatch(/^[a-z-]+\.[a-z-]+$/)
    expect(email).toBe(`${userName}@example.com`)
    expect(phone).toMatch(/^447700900\d{3}$/)
    expect(about.length).toBeGreaterThan(20)
    expect(bank.accountNumber).toMatch(/^\d{8}$/)
    for (const { postCode } of addresses)
      expect(postCode).toMatch(/^[A-Z]{1,2}\d{1,2}[A-Z]? \d[ABD-HJLNP-UW-Z]{2}$/)
  }
})

test('Barnaby is paid weekly by the hour, with overtime in some weeks', () => {
  const { all } = loadPerson('barnaby.thistlewick')
  const withOvertime = all.filter(({ payments }) => kindsOf(payments).includes('overtime'))
  expect(all[0]?.frequency).toBe('weekly')
  expect(all[0]?.payments[0]).toMatchObject({ unit: 'hours', rate: 1_420, quantity: 3_900 })
  expect(withOvertime.length).toBeGreaterThan(50)
  expect(withOvertime.length).toBeLessThan(all.length - 50)
})

test('Percival is paid every fortnight, Clementine every four weeks', () => {
  expect(loadPerson('percival.wobblestone').all).toHaveLength(78)
  expect(loadPerson('percival.wobblestone').all[0]?.frequency).toBe('fortnightly')
  expect(loadPerson('clementine.marrowfield').all).toHaveLength(39)
  expect(loadPerson('clementine.marrowfield').all[0]?.frequency).toBe('four_weekly')
})

test('Dashiell has two jobs at once, the second taxed at the basic rate from the first pound', () => {
  const { payslips } = loadPerson('dashiell.pennyfeather')
  const [school, theatre] = payslips
  expect(school?.at(-1)?.taxCode).toBe('1257L')
  expect(theatre?.every(({ taxCode, incomeTax }) => taxCode === 'BR' && incomeTax > 0)).toBe(true)
  expect(theatre?.some(({ payDate }) => payDate.startsWith('2026-05'))).toBe(true)
  expect(school?.some(({ payDate }) => payDate.startsWith('2026-05'))).toBe(true)
})

test('Kit has weeks without a payslip, among them four at the start of 2026', () => {
  const { all } = loadPerson('kit.hollowbrook')
  expect(all.length).toBeLessThan(140)
  expect(all.some(({ start, end }) => start >= '2026-01-05' && end <= '2026-02-01')).toBe(false)
  expect(all.some(({ start }) => start > '2026-02-01')).toBe(true)
})

test('Eudora, a director, pays no National Insurance at first and the full annual amount by the year end', () => {
  const year = loadPerson('eudora.brackenmoor').all.filter(({ taxYear }) => taxYear === '2025-26')
  expect(year.slice(0, 2).map(({ employeeNi }) => employeeNi)).toEqual([0, 0])
  // Annual pay is 75,000: 8 % from 12,570 to 50,270 and 2 % above.
  expect(totalOf(year.map(({ employeeNi }) => employeeNi))).toBe(301_600 + 49_460)
})

test('Fergus has a Scottish tax code, Carys a Welsh one, Quentin a K code that adds to taxable pay', () => {
  expect(loadPerson('fergus.mactumble').all.every(({ taxCode }) => taxCode.startsWith('S'))).toBe(true)
  expect(loadPerson('fergus.mactumble').person.addresses[0]?.country).toBe('Scotland')
  expect(loadPerson('carys.honeydew').all.every(({ taxCode }) => taxCode.startsWith('C'))).toBe(true)
  const { all } = loadPerson('quentin.snowberry')
  expect(all.every(({ taxCode }) => taxCode === 'CK475')).toBe(true)
  expect(all[0]?.incomeTax).toBeGreaterThan((all[0]?.taxablePay ?? 0) / 5)
})

test('Gwendolyn repays a student loan and sacrifices pay; Xavier repays two loans', () => {
  const [payslip] = loadPerson('gwendolyn.larkspur').all
  expect(payslip?.studentLoan).toBeGreaterThan(0)
  expect(payslip?.payments.find(({ kind }) => kind === 'sacrifice')?.amount).toBe(-22_500)
  expect(payslip?.employeePension).toBe(0)
  const [both] = loadPerson('xavier.inkwell').all
  expect(kindsOf(both?.deductions ?? [])).toEqual(
    expect.arrayContaining(['student_loan', 'postgraduate_loan']),
  )
})

test('Ottoline has three tax codes one after the other, one of them not cumulative', () => {
  const { month } = loadPerson('ottoline.brambleby')
  expect(month('2025-07')).toMatchObject({ taxCode: '1257L', isCumulative: true })
  expect(month('2025-09')).toMatchObject({ taxCode: '1257L', isCumulative: false })
  expect(month('2025-11')).toMatchObject({ taxCode: '1131N', isCumulative: true })
})

test('Tobias pays no National Insurance, Yasmin is an apprentice', () => {
  expect(
    loadPerson('tobias.eldermere').all.every(
      ({ niLetter, employeeNi }) => niLetter === 'C' && employeeNi === 0,
    ),
  ).toBe(true)
  const { all } = loadPerson('yasmin.moorhen')
  expect(all.every(({ niLetter }) => niLetter === 'H')).toBe(true)
  expect(all[0]?.netPay).toBe(all[0]?.grossPay)
})

test('Mabel has an attachment of earnings and a loan deducted', () => {
  expect(kindsOf(loadPerson('mabel.tanglewood').month('2026-06').deductions)).toEqual(
    expect.arrayContaining(['attachment_of_earnings', 'loan']),
  )
})

test('Henrietta has 39 weeks of statutory maternity pay based on her average earnings and returns after a year', () => {
  const { all, month } = loadPerson('henrietta.dovecote')
  const amountIn = (start: string) => month(start).payments.find(({ kind }) => kind === 'maternity')?.amount
  // 90 % of average weekly earnings on £45,800 a year is £792.70. September has four weeks at this rate; October has
  // two, and two at £187.18.
  const week = Math.ceil((2 * 381_667 * 12 * 90) / (2 * 52 * 100))
  expect(amountIn('2025-09')).toBe(4 * week)
  expect(amountIn('2025-10')).toBe(2 * week + 2 * 18_718)
  expect(amountIn('2026-06')).toBeUndefined()
  expect(month('2026-09').payments).toHaveLength(1)
  expect(
    all
      .filter(({ payments }) => kindsOf(payments).includes('maternity'))
      .at(-1)
      ?.payDate.slice(0, 7),
  ).toBe('2026-05')
})

test('Ignatius carries pay and tax to date over to the new employer', () => {
  const { jobs, payslips } = loadPerson('ignatius.plumtree')
  const last = payslips[0]?.at(-1)?.yearToDate
  expect(jobs[0]?.leaveDate).toBe('2025-09-12')
  expect(jobs[1]?.employment.p45Figures).toEqual({
    taxYear: '2025-26',
    taxablePay: last?.taxablePay,
    incomeTax: last?.incomeTax,
  })
  const year = payslips.flat().filter(({ taxYear }) => taxYear === '2025-26')
  const [taxable, tax] = [
    totalOf(year.map((payslip) => payslip.taxablePay)),
    totalOf(year.map((payslip) => payslip.incomeTax)),
  ]
  // The tax of the year is the same as if both jobs had been one: 20 % of pay above 12,579, in whole pounds.
  expect(Math.abs(tax - Math.floor((taxable - 1_257_900) / 100) * 20)).toBeLessThanOrEqual(200)
})

test('Josephine left in June 2026 with holiday pay, and was not paid again', () => {
  const { all } = loadPerson('josephine.candlewick')
  expect(all.at(-1)).toMatchObject({ start: '2026-06-01', end: '2026-06-19' })
  expect(kindsOf(all.at(-1)?.payments ?? [])).toEqual(['basic', 'holiday'])
})

test('Nathaniel has gross pay but zero net pay in May 2026, and no salary on the bank statement', () => {
  const { month, person, all } = loadPerson('nathaniel.quillfeather')
  expect(month('2026-05').grossPay).toBeGreaterThan(0)
  expect(month('2026-05').netPay).toBe(0)
  expect(all.filter(({ netPay }) => netPay === 0)).toHaveLength(1)
  const may = world.statements(person, now).find(({ start }) => start === '2026-05-01')
  expect(kindsOf(may?.transactions ?? [])).not.toContain('salary')
})

test('Ursula has three waiting days for sick pay in 2025 and none in 2026', () => {
  const sick = (after: string, before: string) =>
    loadPerson('ursula.wintergreen')
      .all.filter(({ payDate }) => payDate > after && payDate < before)
      .flatMap(({ payments }) => payments.filter(({ kind }) => kind === 'sick'))
  const days = (of: { quantity?: number }[]) => totalOf(of.map(({ quantity = 0 }) => quantity / 100))
  const [winter, summer] = [sick('2025-11', '2026-03'), sick('2026-06', '2026-09')]
  expect(days(winter)).toBe(20 - 3)
  expect(days(summer)).toBe(10)
  expect(totalOf(summer.map(({ amount }) => amount))).toBe(2 * 12_325)
})

test('Winifred pays the higher rate in the month of her bonus, and only then', () => {
  const { month } = loadPerson('winifred.goldcrest')
  const [before, bonus] = [month('2026-02'), month('2026-03')]
  expect(bonus.grossPay - before.grossPay).toBe(1_400_000)
  expect(bonus.incomeTax - before.incomeTax).toBeGreaterThan(1_400_000 / 5)
  expect(month('2026-04').incomeTax).toBeLessThan(before.incomeTax + 5_000)
})

test('Rosalind has payslips only after the clock is moved; Silas never has any', () => {
  const { jobs, all } = loadPerson('rosalind.emberley')
  expect(jobs.flatMap((job) => world.payslips(job, now))).toEqual([])
  expect(all.map(({ payDate }) => payDate.slice(0, 7))).toEqual(['2027-02', '2027-03'])
  expect(loadPerson('silas.bellwether').jobs).toEqual([])
})

test('Lorcan lives in Northern Ireland, Marguerite in Jersey, and Valentin moves house', () => {
  expect(loadPerson('lorcan.fernybank').person.addresses[0]).toMatchObject({
    postCode: 'BT7 9QY',
    country: 'Northern Ireland',
  })
  expect(loadPerson('marguerite.saltmarsh').person.addresses[0]?.postCode).toMatch(/^JE/)
  const { person } = loadPerson('valentin.driftwood')
  expect(world.address(person, '2025-08-15').city).toBe('Norwich')
  expect(world.address(person, '2025-08-16').city).toBe('Hull')
})

test('Zoë-Renée has a name that is hard to print', () => {
  const { forename, surname } = loadPerson('zoe-renee.olarkington-mullbrook').person
  expect(`${forename} ${surname}`).toBe("Zoë-Renée O'Larkington-Müllbrook")
})

test('Beatrice has payslips with many lines, and arrears in August 2025', () => {
  const { all, month } = loadPerson('beatrice.nightjar')
  for (const { payments, deductions } of all) {
    expect(payments.length).toBeGreaterThanOrEqual(4)
    expect(deductions.length).toBeGreaterThanOrEqual(6)
  }
  const august = month('2025-08').payments.find(({ kind }) => kind === 'arrears')
  expect(august?.amount).toBe(21_480)
  expect(month('2025-08').payments.find(({ kind }) => kind === 'overtime')).toMatchObject({ unit: 'hours' })
})
