import type { PageWord } from '../../document.ts'
import type { StatementLine } from '../text/lines.ts'

/** A line of the table. `row`: has an amount; `text`: may be part of a description; `barrier`: ends descriptions. */
export type TableItem = { line: StatementLine; words: PageWord[]; kind: 'row' | 'barrier' | 'text' }
