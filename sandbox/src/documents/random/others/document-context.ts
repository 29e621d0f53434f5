import type { IsoDate } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import type { PostalAddress, SimulatedPerson } from '../../../people/types.ts'
import type { SeededRandom } from '../../../random.ts'
import { toPrintable } from '../../fit-text.ts'
import { formatDay } from '../../pen.ts'
import type { Composer } from './composer.ts'

export type OtherDocumentContext = {
  person: SimulatedPerson
  address: PostalAddress
  on: IsoDate
  random: SeededRandom
  composer: Composer
}

export const nameOf = ({ title, forename, surname }: SimulatedPerson) =>
  toPrintable(`${title} ${forename} ${surname}`)
export const addressLines = ({ street, city, postCode }: PostalAddress) =>
  [street, city, postCode].map(toPrintable)
export const formatLongDate = (on: IsoDate) => formatDay(on, 'D MMMM YYYY')
export const pounds = (pence: number) => `£${grouped(pence)}`
export const randomAmount = (random: SeededRandom, least: number, most: number) =>
  random.integer(least * 100, most * 100)
export const digits = (random: SeededRandom, count: number) =>
  Array.from({ length: count }, () => String(random.integer(0, 9))).join('')
