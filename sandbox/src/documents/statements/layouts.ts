import type { StatementLayout } from '../types.ts'
import { brook } from './banks/brook.ts'
import { foxglove } from './banks/foxglove.ts'
import { harbour } from './banks/harbour.ts'
import { lantern } from './banks/lantern.ts'
import { meadow } from './banks/meadow.ts'
import { northgate } from './banks/northgate.ts'
import { orchard } from './banks/orchard.ts'
import { pebble } from './banks/pebble.ts'
import { quill } from './banks/quill.ts'
import { rowan } from './banks/rowan.ts'
import { saffron } from './banks/saffron.ts'
import { tidewater } from './banks/tidewater.ts'
import { umber } from './banks/umber.ts'
import { willow } from './banks/willow.ts'
import { drawStatement } from './draw-statement.ts'

const forms = [
  brook,
  foxglove,
  harbour,
  lantern,
  meadow,
  northgate,
  orchard,
  pebble,
  quill,
  rowan,
  saffron,
  tidewater,
  umber,
  willow,
]

/**
 * Columns, days, signs and quirks are after what public parsers of British statements have to cope with (as gathered in
 * uk_bank_statement_layouts.json); the last two are our own. Banks, names and drawings are invented.
 */
export const statementLayouts: StatementLayout[] = forms.map((form) => ({
  id: form.id,
  bank: form.bank,
  about: form.about,
  draw: (statement) => drawStatement(form, statement),
}))
