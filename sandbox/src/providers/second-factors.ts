import type { IsoDate } from '../calendar.ts'
import { formatDay } from '../documents/pen.ts'
import type { SimulatedPerson } from '../people/types.ts'
import { randomFor } from '../random.ts'
import type { FactorKind, ProviderBehaviour } from './behaviours.ts'

/** One-time code that every provider accepts for every person. */
export const correctCode = '246810'
export const challengeTtlMs = 5 * 60_000
export const maxWrongAnswers = 3

const codeSources = ['SMS', 'EMAIL', 'AUTHENTICATOR_APP'] as const

export type MfaPrompt =
  | { type: 'Code'; source: (typeof codeSources)[number] }
  | { type: 'Date'; format: string; message: string }
  | { type: 'PasswordWithPositions'; positions: number[]; message: string }

/** A pending second factor. */
export type Challenge = {
  userName: string
  behaviour: ProviderBehaviour
  employeeNumber: string | undefined
  method: MfaPrompt
  correctAnswer: string
  wrongAnswers: number
}

/** Creates a challenge. `seed` is unique to the challenge and selects the requested character positions. */
export function createChallenge(
  kind: FactorKind,
  person: SimulatedPerson,
  { seed, dateFormat }: { seed: string; dateFormat: string },
): Pick<Challenge, 'method' | 'correctAnswer'> {
  switch (kind) {
    case 'code':
      return {
        method: { type: 'Code', source: randomFor('code source', person.userName).pick(codeSources) },
        correctAnswer: correctCode,
      }
    case 'date':
      return {
        method: {
          type: 'Date',
          format: dateFormat,
          message: `Enter your memorable date as ${dateFormat}.`,
        },
        correctAnswer: formatDay(person.memorableDate satisfies IsoDate, dateFormat),
      }
    case 'chars': {
      const letters = [...person.memorableWord]
      const positions = randomFor(seed).sample(
        letters.map((_, at) => at + 1),
        3,
      )
      return {
        method: {
          type: 'PasswordWithPositions',
          positions,
          message: `Enter characters ${positions.slice(0, -1).join(', ')} and ${positions.at(-1)} of your memorable word.`,
        },
        correctAnswer: positions.map((position) => letters[position - 1]).join(''),
      }
    }
  }
}

export const isCorrectAnswer = ({ correctAnswer }: Challenge, answer: string) =>
  answer.trim().toLowerCase() === correctAnswer.toLowerCase()
