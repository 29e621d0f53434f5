import { type Measurement, measure } from '../harness/measurement.ts'
import { checkHistory } from './checker.ts'
import type { History } from './history.ts'

const maxShown = 3

/** Checks a history with Porcupine and returns its measurements and the first violations. */
export function measureHistory(
  subject: string,
  history: History,
): { measurements: Measurement[]; lines: string[] } {
  const { keys, operations, unknown, violations, undecided } = checkHistory(history)
  return {
    lines: violations.slice(0, maxShown).map((violation) => `  ${subject}: ${violation}`),
    measurements: [
      measure(`${subject}: histories that no order of operations explains`, violations.length, {
        exactly: 0,
      }),
      measure(`${subject}: histories not decided in time`, undecided.length, { exactly: 0 }),
      measure(`${subject}: histories`, keys, { atLeast: 1 }),
      measure(`${subject}: operations`, operations, { atLeast: 1 }),
      measure(`${subject}: operations of unknown outcome`, unknown),
    ],
  }
}
