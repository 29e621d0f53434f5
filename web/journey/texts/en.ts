import { enFirst } from './en-first.ts'
import { enLater } from './en-later.ts'

/** All English texts. Placeholders are in braces; cy.ts has the same keys. */
export const en = { ...enFirst, ...enLater }
