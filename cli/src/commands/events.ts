import type { EventPage } from '@payproof/sdk'
import { command } from '../command.ts'
import { tableOf } from '../text.ts'

const maxPageSize = 100

export const events = [
  command({
    name: 'events',
    does: 'read the event feed of the last 30 days, oldest first',
    about:
      'The same events that webhooks deliver. The feed starts with the oldest event; to continue, pass the cursor that the last call\n' +
      'printed.',
    options: {
      limit: { kind: 'number', does: 'maximum number to list', defaultValue: 50 },
      cursor: { kind: 'text', does: 'continue from this cursor' },
      payload: { kind: 'flag', does: 'include the data, not only its ids (with --json)' },
    },
    async run({ options: { limit, cursor: from, payload } }, { client }) {
      const api = (await client()).events
      const found: EventPage['events'] = []
      let cursor = from
      let has_more = true
      while (found.length < limit && has_more) {
        const page = await api
          .list({
            limit: Math.min(limit - found.length, maxPageSize),
            ...(cursor && { cursor }),
            ...(payload && { include_payload: true }),
          })
          .first()
        found.push(...page.events)
        ;({ cursor, has_more } = page)
      }
      const table = tableOf(found, {
        TIME: ({ body }) => body.timestamp.slice(0, 19).replace('T', ' '),
        EVENT: ({ body, is_tombstone }) => `${body.event}${is_tombstone ? ' (erased)' : ''}`,
        USER: ({ body }) => body.user_id,
        ID: ({ event_id }) => event_id,
      })
      return {
        json: { events: found, cursor, has_more },
        text: `${table}\n\nContinue with --cursor ${cursor}`,
      }
    },
  }),
]
