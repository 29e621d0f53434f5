import type { Day } from '../calendar.ts'
import type { Place } from './places.ts'

export type Self = { dateOfBirth: Day; gender: 'female' | 'male'; place: Place }

export type Circumstances = {
  startDate: Day
  leaveDate?: Day
  /** Besides another: fewer hours, and a code without an allowance. */
  isSecond?: boolean
  isFirst?: boolean
  hasP45?: boolean
}
