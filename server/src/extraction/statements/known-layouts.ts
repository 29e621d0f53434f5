import brook from '../layouts/statements/brook.json' with { type: 'json' }
import foxglove from '../layouts/statements/foxglove.json' with { type: 'json' }
import harbour from '../layouts/statements/harbour.json' with { type: 'json' }
import lantern from '../layouts/statements/lantern.json' with { type: 'json' }
import meadow from '../layouts/statements/meadow.json' with { type: 'json' }
import northgate from '../layouts/statements/northgate.json' with { type: 'json' }
import orchard from '../layouts/statements/orchard.json' with { type: 'json' }
import pebble from '../layouts/statements/pebble.json' with { type: 'json' }
import quill from '../layouts/statements/quill.json' with { type: 'json' }
import rowan from '../layouts/statements/rowan.json' with { type: 'json' }
import saffron from '../layouts/statements/saffron.json' with { type: 'json' }
import tidewater from '../layouts/statements/tidewater.json' with { type: 'json' }
import umber from '../layouts/statements/umber.json' with { type: 'json' }
import willow from '../layouts/statements/willow.json' with { type: 'json' }
import { KnownStatementLayout } from './known-layout.ts'

/** All known layouts, validated on load. */
export const statementLayouts: readonly KnownStatementLayout[] = [
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
].map((layout) => KnownStatementLayout.parse(layout))
