import { command } from '../command.ts'
import { dayOf, tableOf } from '../text.ts'

export const journeys = [
  command({
    name: 'journeys funnel',
    does: 'count the journeys that reached each screen, step and provider',
    options: {
      from: { kind: 'text', value: 'YYYY-MM-DD', does: 'first day; default: 29 days before the last day' },
      to: { kind: 'text', value: 'YYYY-MM-DD', does: 'last day; default: today' },
    },
    async run({ options: { from, to } }, { client }) {
      const funnel = await (await client()).journeys.getFunnel({ ...(from && { from }), ...(to && { to }) })
      const tables = [
        tableOf(funnel.screens, { SCREEN: ({ view }) => view, JOURNEYS: ({ journeys: count }) => count }),
        tableOf(funnel.steps, {
          STEP: ({ name }) => name,
          DETAIL: ({ detail }) => detail,
          JOURNEYS: ({ journeys: count }) => count,
        }),
        tableOf(funnel.providers, {
          PROVIDER: ({ provider }) => provider,
          SELECTED: ({ selected }) => selected,
          'LOGIN SENT': ({ login_submitted }) => login_submitted,
          'SECOND FACTOR': ({ mfa_required }) => mfa_required,
          CONNECTED: ({ connected }) => connected,
          DATA: ({ data_ready }) => data_ready,
        }),
      ]
      const title = `${dayOf(funnel.from)} to ${dayOf(funnel.to)}`
      return { json: funnel, text: [title, ...tables].join('\n\n') }
    },
  }),
]
