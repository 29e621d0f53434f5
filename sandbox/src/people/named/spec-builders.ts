import type { IsoDate } from '../../calendar.ts'
import type { PenceAmount } from '../../money.ts'
import type { EffectiveFrom, PayrollEmployment } from '../../payroll/types.ts'
import { workplace } from '../employers.ts'
import type { JobSpec, PersonSpec } from '../person-record.ts'
import type { EmploymentTerms } from '../terms.ts'
import { type Town, towns } from '../towns.ts'
import type { PostalAddress } from '../types.ts'

/** Specification of a named person before it is assigned a register index. */
export type NamedPersonSpec = Omit<PersonSpec, 'registerIndex'>

const longAgo: IsoDate = '2010-01-01'

export const always = <T extends object>(value: T): EffectiveFrom<T>[] => [{ from: longAgo, ...value }]

export function home(street: string, town: Town, unit: string): PostalAddress {
  const [city, county, outcode, country] = towns[town]
  return { street, city, county, postCode: `${outcode} ${unit}`, country }
}

/** Returns one rate per tax year; raises take effect on 1 April. */
const eachApril = <T>(amounts: [number, number, number], pay: (amount: number) => T): EffectiveFrom<T>[] =>
  (['2010-01-01', '2025-04-01', '2026-04-01'] as const).map((from, n) => ({
    from,
    ...pay(amounts[n] as number),
  }))
export const salaries = (...pounds: [number, number, number]) =>
  eachApril(pounds, (amount) => ({ annual: amount * 100 }))
export const wages = (...pence: [PenceAmount, PenceAmount, PenceAmount]) =>
  eachApril(pence, (hourly) => ({ hourly }))

type JobOptions = Pick<JobSpec, 'role' | 'department' | 'startDate'> &
  Partial<Pick<JobSpec, 'type' | 'leaveDate' | 'hasP45'>> & {
    employer: string
    employment?: Partial<PayrollEmployment>
    terms: Pick<EmploymentTerms, 'rates'> & Partial<EmploymentTerms>
  }

/** Specifies a job. Defaults: full time, tax code 1257L, NI letter A and the auto-enrolment minimum pension. */
export function job({ employer: id, employment = {}, terms, ...details }: JobOptions): JobSpec {
  const { employer, staffPayDay, hourlyPayDay } = workplace(id)
  const isHourly = terms.rates.some((rate) => 'hourly' in rate)
  return {
    type: 'full_time',
    leaveDate: null,
    ...details,
    employer,
    employment: {
      isDirector: false,
      taxCodes: always({ code: '1257L', isCumulative: true }),
      niLetters: always({ letter: 'A' }),
      loans: [],
      pensions: always({ scheme: 'net_pay', employeeRate: 500, employerRate: 300, of: 'qualifying' }),
      ...employment,
    },
    terms: { payDay: isHourly ? hourlyPayDay : staffPayDay, ...terms },
  }
}
