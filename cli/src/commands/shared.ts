import type { List } from '@payproof/sdk'
import type { Answer, Options, Program } from '../command.ts'
import { Fault } from '../fault.ts'
import { type Columns, factsOf, plain, tableOf } from '../text.ts'

export const listing = {
  limit: { kind: 'number', does: 'how many to show, the newest', usual: 50 },
} as const satisfies Options

export const sure = {
  yes: { kind: 'flag', does: 'does not ask whether you are sure' },
} as const satisfies Options

// The most that every list gives at once.
const pageSize = 100

/** As much of a list as was asked for, and a word when there may be more. */
export async function listed<Item>(
  limit: number,
  { note }: Program,
  list: (query: { limit: number }) => List<Item, unknown>,
  columns: Columns<Item>,
): Promise<Answer> {
  const items = await list({ limit: Math.min(limit, pageSize) }).toArray({ max: limit })
  if (items.length === limit) note(`The newest ${limit}; --limit shows more.`)
  return { json: items, text: tableOf(items, columns) }
}

export const facts = (thing: object): Answer => ({ json: thing, text: factsOf(thing) })

export const message = (said: { message: string }): Answer => ({ json: said, text: plain(said.message) })

/** What is gone is gone: whoever is not sure is not let through, and a script says --yes. */
export async function makeSure({ ask }: Program, yes: boolean, question: string): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new Fault('usage', `${question} Say so with --yes`)
  const answer = await ask(`${question} Type yes`)
  if (answer.trim() !== 'yes') throw new Fault('refused', 'Left as it is')
}
