import type { Day } from '../calendar.ts'

/** From when our tax tables begin to when they end. */
export const worldBegins: Day = '2024-04-06'
export const worldEnds: Day = '2027-04-05'
