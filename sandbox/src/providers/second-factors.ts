import type { Day } from '../calendar.ts'
import { formatDay } from '../documents/pen.ts'
import type { Person } from '../people/types.ts'
import { randomFor } from '../random.ts'
import type { Behaviour, FactorKind } from './behaviours.ts'

/** The one code that is right, at every provider and for everybody. */
export const rightCode = '246810'
export const challengeLifeMs = 5 * 60_000
export const mostWrongAnswers = 3

const codeSources = ['SMS', 'EMAIL', 'AUTHENTICATOR_APP'] as const

export type MfaMethod =
  | { type: 'Code'; source: (typeof codeSources)[number] }
  | { type: 'Date'; format: string; message: string }
  | { type: 'PasswordWithPositions'; positions: number[]; message: string }

/** A second step that somebody has still to take. */
export type Challenge = {
  userName: string
  behaviour: Behaviour
  employeeNumber: string | undefined
  method: MfaMethod
  rightAnswer: string
  wrongAnswers: number
}

/** `seed` is the challenge's own: it chooses the characters that are asked for. */
export function askSecondFactor(
  kind: FactorKind,
  person: Person,
  { seed, dateFormat }: { seed: string; dateFormat: string },
): Pick<Challenge, 'method' | 'rightAnswer'> {
  switch (kind) {
    case 'code':
      return {
        method: { type: 'Code', source: randomFor('code source', person.userName).pick(codeSources) },
        rightAnswer: rightCode,
      }
    case 'date':
      return {
        method: {
          type: 'Date',
          format: dateFormat,
          message: `Enter your memorable date as ${dateFormat}.`,
        },
        rightAnswer: formatDay(person.memorableDate satisfies Day, dateFormat),
      }
    case 'chars': {
      const letters = [...person.memorableWord]
      const positions = randomFor(seed).some(
        letters.map((_, at) => at + 1),
        3,
      )
      return {
        method: {
          type: 'PasswordWithPositions',
          positions,
          message: `Enter characters ${positions.slice(0, -1).join(', ')} and ${positions.at(-1)} of your memorable word.`,
        },
        rightAnswer: positions.map((position) => letters[position - 1]).join(''),
      }
    }
  }
}

export const isRightAnswer = ({ rightAnswer }: Challenge, answer: string) =>
  answer.trim().toLowerCase() === rightAnswer.toLowerCase()
