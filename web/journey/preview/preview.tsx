import '../../ui/tokens.css'
import '../../ui/ui.css'
import { createRoot } from 'react-dom/client'
import { App } from '../app.tsx'
import { paint } from '../brand.ts'
import { queries } from '../journey.ts'
import { go } from '../router/navigation.ts'
import { boot } from '../session/boot.ts'
import { enter } from '../session/session.ts'
import type { Journey } from '../types.ts'
import { type Draft, type DraftMessage, type PreviewView, readyWord } from './draft.ts'

// Shows the real journey in the console's frame, with a sample person and unsaved settings. Its CSP allows no API
// calls (server/src/features/console/pages.ts); responses are simulated here.

const journey_id = 'preview'
const until = new Date(Date.now() + 86_400_000).toISOString()

let draft: Draft | undefined
let view: PreviewView | undefined
let hasAgreed = false

// A frame shares its page's history, so no entries are added: the back button belongs to the console.
history.pushState = () => {}
history.replaceState = () => {}

// The preview must never take the focus from the console's inputs.
const { focus } = HTMLElement.prototype
HTMLElement.prototype.focus = function (options) {
  if (document.hasFocus()) focus.call(this, options)
}

globalThis.fetch = async (path, { method } = {}) => {
  const reply = answer(`${method} ${path}`)
  return Response.json(reply ?? {}, { status: reply ? 200 : 409 })
}

function answer(request: string): object | undefined {
  if (!draft) return undefined
  if (request === 'GET /journeys/current') return journeyOf(draft)
  if (request === 'GET /providers') return draft.catalogue
  if (request === 'POST /journeys/current/events') return { counted: 0 }
  if (request !== 'POST /authorisations') return undefined
  hasAgreed = true
  return {}
}

const journeyOf = ({
  client,
  environment,
  consent_layout,
  sources,
  period_months,
  recurring,
  term,
}: Draft): Journey => ({
  user_id: journey_id,
  journey_id,
  reference: 'LOAN-2041',
  first_name: 'Marguerite',
  environment,
  consent_layout,
  confirm_with: 'date_of_birth',
  sources,
  period_months,
  recurring,
  term,
  client: { ...client, has_callback: false },
  authorisation: hasAgreed
    ? {
        id: journey_id,
        accepted_at: new Date().toISOString(),
        expires_at: until,
        authorisation_version: term.authorisation_version,
      }
    : null,
  accounts: [],
  documents: { payslips: 0, bank_statements: 0 },
  months: [],
  missing_documents: [],
  requested: null,
  session: { expires_at: until, link_expires_at: until },
})

const container = document.getElementById('journey')
if (!container) throw new Error('the page has no place for the journey')
const root = createRoot(container)

function show(next: Draft) {
  const isElsewhere = next.view !== view
  draft = next
  view = next.view
  Object.assign(boot, { link: 'open', environment: next.environment, client: next.client })
  paint(next.client.brand_colour)
  if (isElsewhere) hasAgreed = view === 'source'
  queries.setQueryData(['journey'], journeyOf(next))
  queries.setQueryData(['catalogue'], next.catalogue)
  if (isElsewhere) go({ view })
  root.render(<App />)
}

enter({ journey_id, token: '', expires_at: until, link_expires_at: until })
addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== window.parent) return
  const { payproofPreview: next } = (data ?? {}) as Partial<DraftMessage>
  if (next) show(next)
})
window.parent.postMessage(readyWord, location.origin)
