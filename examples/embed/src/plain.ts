import { type Journey, type JourneyEvent, mountJourney, openJourney } from '@payproof/embed'
import { fetchLink } from './link.ts'

const element = (id: string) => document.getElementById(id) as HTMLElement
const close = element('close')
const status = element('status')
let journey: Journey | undefined

const handlers = {
  // `event` is a discriminated union: comparing its name narrows the other fields.
  onEvent(event: JourneyEvent) {
    if (event.name === 'view') status.textContent = `Screen: ${event.view}`
    if (event.name === 'error') status.textContent = `Error: ${event.code}`
  },
  onExit({ last_view }: { last_view: string | null }) {
    close.hidden = true
    status.textContent = last_view === 'done' ? 'Thank you.' : 'You can continue at any time.'
  },
}

element('dialog').addEventListener('click', async () => {
  openJourney({ link: await fetchLink(), ...handlers })
})

element('inline').addEventListener('click', async () => {
  journey = mountJourney(element('journey'), { link: await fetchLink(), language: 'en', ...handlers })
  close.hidden = false
})

close.addEventListener('click', () => journey?.close())
