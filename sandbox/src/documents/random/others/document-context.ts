import type { Day } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import type { Address, Person } from '../../../people/types.ts'
import type { Random } from '../../../random.ts'
import { formatDay } from '../../pen.ts'
import { printable } from '../../fit-text.ts'
import type { Composer } from './composer.ts'

export type OtherMatter = { person: Person; address: Address; on: Day; random: Random; paper: Composer }

export const nameOf = ({ title, forename, surname }: Person) => printable(`${title} ${forename} ${surname}`)
export const linesOf = ({ street, city, postCode }: Address) => [street, city, postCode].map(printable)
export const day = (on: Day) => formatDay(on, 'D MMMM YYYY')
export const pounds = (pence: number) => `£${grouped(pence)}`
export const sumOf = (random: Random, least: number, most: number) => random.whole(least * 100, most * 100)
export const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => String(random.whole(0, 9))).join('')
