import type { Story } from './life.ts'
import { deductions } from './named/deductions.ts'
import { homes } from './named/homes.ts'
import { rhythms } from './named/rhythms.ts'
import { turns } from './named/turns.ts'
import { registerPlaces } from './numbers.ts'

/** The people with a story, in the order in which they are shown. Every list has a hundred places, and grows at its end. */
export const namedStories: Story[] = [rhythms, deductions, turns, homes].flatMap((list, hundred) =>
  list.map((told, n) => ({ ...told, place: registerPlaces.named(hundred * 100 + n + 1) })),
)
