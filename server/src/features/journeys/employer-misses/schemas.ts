import { z } from 'zod'
import { Body } from '../../../platform/http/wire.ts'

export const maxListedMisses = 200

export const NewEmployerMiss = Body({
  query: z.string().max(100).describe('What the person searched for'),
}).meta({ id: 'NewEmployerMiss' })

export const RecordedEmployerMiss = z
  .strictObject({
    is_counted: z
      .boolean()
      .describe('False if this journey was counted for the text before, or the text is not counted'),
  })
  .meta({ id: 'RecordedEmployerMiss' })

const EmployerMiss = z
  .strictObject({
    query: z.string().describe('The text without accents, punctuation and case'),
    journeys: z.int().describe('Number of journeys that searched for it'),
    last_day: z.iso.date().describe('Day of the last search (UTC)'),
  })
  .meta({ id: 'EmployerMiss', description: 'An employer search without a result.' })

export const EmployerMisses = z
  .strictObject({
    misses: z.array(EmployerMiss).describe(`Most journeys first; ${maxListedMisses} at most`),
  })
  .meta({ id: 'EmployerMisses' })
