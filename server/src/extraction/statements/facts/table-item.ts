import type { PageWord } from '../../document.ts'
import type { StatementLine } from '../text/lines.ts'

/**
 * A line of the table. `row`: has an amount; `text`: may be part of a description; `barrier`: ends descriptions.
 * `isBalance` marks a barrier that is a balance or a total, which may have wrapped text of its own.
 */
export type TableItem = {
  line: StatementLine
  words: PageWord[]
  kind: 'row' | 'barrier' | 'text'
  isBalance?: boolean
}
