import type { Day } from '../../calendar.ts'
import type { Pence } from '../../money.ts'
import type { Employment, From } from '../../payroll/types.ts'
import { workplace } from '../employers.ts'
import type { Story, StoryJob } from '../person-record.ts'
import { type Place, places } from '../towns.ts'
import type { Terms } from '../terms.ts'
import type { Address } from '../types.ts'

/** A story before it is given its place in the registers. */
export type Told = Omit<Story, 'place'>

const longAgo: Day = '2010-01-01'

export const always = <T extends object>(what: T): From<T>[] => [{ from: longAgo, ...what }]

export function home(street: string, place: Place, unit: string): Address {
  const [city, county, outcode, country] = places[place]
  return { street, city, county, postCode: `${outcode} ${unit}`, country }
}

/** Yearly salaries in pounds, or pence an hour, of each tax year; raises come on 1 April. */
const eachApril = <T>(amounts: [number, number, number], pay: (amount: number) => T): From<T>[] =>
  (['2010-01-01', '2025-04-01', '2026-04-01'] as const).map((from, n) => ({
    from,
    ...pay(amounts[n] as number),
  }))
export const salaries = (...pounds: [number, number, number]) =>
  eachApril(pounds, (amount) => ({ annual: amount * 100 }))
export const wages = (...pence: [Pence, Pence, Pence]) => eachApril(pence, (hourly) => ({ hourly }))

type Details = Pick<StoryJob, 'role' | 'department' | 'startDate'> &
  Partial<Pick<StoryJob, 'type' | 'leaveDate' | 'hasP45'>> & {
    employer: string
    employment?: Partial<Employment>
    terms: Pick<Terms, 'rates'> & Partial<Terms>
  }

/** What is usual where nothing else is said: a full-time job, 1257L, letter A, and the least pension the law asks for. */
export function job({ employer: id, employment = {}, terms, ...details }: Details): StoryJob {
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
