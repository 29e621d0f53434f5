import type { IsoDate } from '../calendar.ts'

/** First and last day covered by our tax tables. */
export const worldStartDate: IsoDate = '2024-04-06'
export const worldEndDate: IsoDate = '2027-04-05'
