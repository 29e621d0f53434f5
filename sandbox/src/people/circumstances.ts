import type { Day } from '../calendar.ts'
import type { Employment } from '../payroll/types.ts'
import type { Place } from './places.ts'

/** What goes along from job to job. */
export type Self = Pick<Employment, 'niLetters' | 'loans'> & {
  dateOfBirth: Day
  gender: 'female' | 'male'
  place: Place
}

export type Circumstances = {
  startDate: Day
  leaveDate?: Day
  /** Besides another: fewer hours, and a code without an allowance. */
  isSecond?: boolean
  isFirst?: boolean
  hasP45?: boolean
}
