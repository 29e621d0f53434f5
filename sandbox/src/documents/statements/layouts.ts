import type { StatementLayout } from '../types.ts'
import { brook } from './banks/brook.ts'
import { foxglove } from './banks/foxglove.ts'
import { drawStatement } from './flow.ts'

const forms = [brook, foxglove]

export const statementLayouts: StatementLayout[] = forms.map((form) => ({
  id: form.id,
  bank: form.bank,
  about: form.about,
  draw: (statement) => drawStatement(form, statement),
}))
