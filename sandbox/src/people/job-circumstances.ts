import type { IsoDate } from '../calendar.ts'
import type { PayrollEmployment } from '../payroll/types.ts'
import type { Town } from './towns.ts'
import type { Employer } from './types.ts'

/** Personal facts that apply to every job of a person. */
export type PersonTraits = Pick<PayrollEmployment, 'niLetters' | 'loans'> & {
  dateOfBirth: IsoDate
  gender: 'female' | 'male'
  town: Town
}

export type JobCircumstances = {
  startDate: IsoDate
  leaveDate?: IsoDate
  /** The employer of the previous or parallel job, which must not be chosen again. */
  excludedEmployer?: Employer
  /**
   * Whether the job is held alongside another one: it has fewer hours and a tax code without a personal allowance.
   */
  isSecondJob?: boolean
  isFirstJob?: boolean
  hasP45?: boolean
}
