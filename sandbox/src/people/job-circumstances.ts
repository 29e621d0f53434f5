import type { Day } from '../calendar.ts'
import type { Employment } from '../payroll/types.ts'
import type { Place } from './towns.ts'
import type { Employer } from './types.ts'

/** What goes along from job to job. */
export type Self = Pick<Employment, 'niLetters' | 'loans'> & {
  dateOfBirth: Day
  gender: 'female' | 'male'
  place: Place
}

export type Circumstances = {
  startDate: Day
  leaveDate?: Day
  /** An employer that it is not with: that of the job before, or beside it. */
  notWith?: Employer
  /** Besides another: fewer hours, and a code without an allowance. */
  isSecond?: boolean
  isFirst?: boolean
  hasP45?: boolean
}
