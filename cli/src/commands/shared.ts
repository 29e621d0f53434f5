import type { List } from '@payproof/sdk'
import type { CliOptions, CommandContext, CommandResult } from '../command.ts'
import { CliError } from '../fault.ts'
import { type Columns, factsOf, plain, tableOf } from '../text.ts'

export const listing = {
  limit: { kind: 'number', does: 'how many to show, the newest', usual: 50 },
} as const satisfies CliOptions

export const sure = {
  yes: { kind: 'flag', does: 'does not ask whether you are sure' },
} as const satisfies CliOptions

// Maximum page size of every list.
const pageSize = 100

/** As many items as requested, with a hint if there may be more. */
export async function listed<Item>(
  limit: number,
  { note }: CommandContext,
  list: (query: { limit: number }) => List<Item, unknown>,
  columns: Columns<Item>,
): Promise<CommandResult> {
  const items = await list({ limit: Math.min(limit, pageSize) }).toArray({ max: limit })
  if (items.length === limit) note(`The newest ${limit}; --limit shows more.`)
  return { json: items, text: tableOf(items, columns) }
}

export const facts = (thing: object): CommandResult => ({ json: thing, text: factsOf(thing) })

export const message = (said: { message: string }): CommandResult => ({
  json: said,
  text: plain(said.message),
})

/** Deletions need confirmation: typed at a terminal, or --yes in a script. */
export async function makeSure({ ask }: CommandContext, yes: boolean, question: string): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new CliError('usage', `${question} Say so with --yes`)
  const answer = await ask(`${question} Type yes`)
  if (answer.trim() !== 'yes') throw new CliError('refused', 'Left as it is')
}
