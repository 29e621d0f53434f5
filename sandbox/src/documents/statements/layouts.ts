import type { StatementPdfLayout } from '../types.ts'
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

const bankFormats = [
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

/** Sort code of the bank that uses a layout. */
export const sortCodeOf = (layout: string) => bankFormats.find(({ id }) => id === layout)?.sortCode

/**
 * Columns, date formats, signs and quirks are those that public parsers of UK statements handle (collected in
 * uk_bank_statement_layouts.json); the last two layouts are our own. Banks, names and designs are invented.
 */
export const statementLayouts: StatementPdfLayout[] = bankFormats.map((format) => ({
  id: format.id,
  bank: format.bank,
  about: format.about,
  draw: (statement) => drawStatement(format, statement),
}))
