import type { Story } from './person-record.ts'
import { deductions } from './named/deductions.ts'
import { homes } from './named/names-and-addresses.ts'
import { rhythms } from './named/pay-patterns.ts'
import { turns } from './named/life-events.ts'
import { registerPlaces } from './register-numbers.ts'

/** The people with a story, in the order in which they are shown. Every list has a hundred places, and grows at its end. */
export const namedStories: Story[] = [rhythms, deductions, turns, homes].flatMap((list, hundred) =>
  list.map((told, n) => ({ ...told, place: registerPlaces.named(hundred * 100 + n + 1) })),
)
