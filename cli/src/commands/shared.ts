import type { List } from '@payproof/sdk'
import type { CliOptions, CommandContext, CommandResult } from '../command.ts'
import { CliError } from '../fault.ts'
import { type Columns, factsOf, plain, tableOf } from '../text.ts'

export const listing = {
  limit: { kind: 'number', does: 'maximum number to list, newest first', defaultValue: 50 },
} as const satisfies CliOptions

export const sure = {
  yes: { kind: 'flag', does: 'skip the confirmation' },
} as const satisfies CliOptions

// Maximum page size of every list.
const pageSize = 100

/** Returns as many items as requested, with a hint if there may be more. */
export async function listed<Item>(
  limit: number,
  { note }: CommandContext,
  list: (query: { limit: number }) => List<Item, unknown>,
  columns: Columns<Item>,
): Promise<CommandResult> {
  const items = await list({ limit: Math.min(limit, pageSize) }).toArray({ max: limit })
  if (items.length === limit) note(`Showing the newest ${limit}. Use --limit to show more.`)
  return { json: items, text: tableOf(items, columns) }
}

export const facts = (thing: object): CommandResult => ({ json: thing, text: factsOf(thing) })

export const message = (said: { message: string }): CommandResult => ({
  json: said,
  text: plain(said.message),
})

/** Asks for confirmation of a deletion: typed at a terminal, or --yes in a script. */
export async function makeSure({ ask }: CommandContext, yes: boolean, question: string): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new CliError('usage', `${question} Add --yes to confirm`)
  const answer = await ask(`${question} Type yes to continue`)
  if (answer.trim() !== 'yes') throw new CliError('refused', 'Cancelled; nothing was deleted')
}
