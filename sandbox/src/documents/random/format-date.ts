import { type IsoDate, weekdayOf } from '../../calendar.ts'
import { formatDay } from '../pen.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Formats a date like `formatDay`; a leading `www` in the pattern is replaced by the day of the week. */
export function formatDate(day: IsoDate, pattern: string, isInCapitals = false): string {
  const [before, after] = pattern.startsWith('www ')
    ? [`${weekdays[weekdayOf(day)]} `, pattern.slice(4)]
    : ['', pattern]
  const text = before + formatDay(day, after)
  return isInCapitals ? text.toUpperCase() : text
}
