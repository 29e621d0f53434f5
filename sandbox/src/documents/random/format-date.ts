import { type Day, weekday } from '../../calendar.ts'
import { formatDay } from '../pen.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** As `formatDay`, and `www` for the day of the week. */
export function writeDay(day: Day, form: string, isInCapitals = false): string {
  const [before, after] = form.startsWith('www ') ? [`${weekdays[weekday(day)]} `, form.slice(4)] : ['', form]
  const text = before + formatDay(day, after)
  return isInCapitals ? text.toUpperCase() : text
}
