import type { TimelineEvent } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { clockOf } from '../../ui/format.ts'
import { Steps } from '../../ui/steps.tsx'
import { api, queries } from '../api.ts'
import { QueryState } from '../query-state.tsx'
import type { SentLink } from './sent.ts'

type Kind = TimelineEvent['kind']
const stages: { name: string; kinds: Kind[] }[] = [
  { name: 'Opened the journey', kinds: ['journey.opened'] },
  { name: 'Agreed to the terms', kinds: ['authorisation.accepted'] },
  {
    name: 'Shared income',
    kinds: ['payroll.retrieved', 'tax_income.retrieved', 'document.stored', 'bank_statement.read'],
  },
  { name: 'Left the journey', kinds: ['journey.ended'] },
]

/** Time at which each stage was first reached; null if it was not reached yet. */
type Reached = (string | null)[]

const soonMs = 4_000
const laterMs = 20_000
/** After this time, polling slows down, because the person has not opened the link at once. */
const soonForMs = 180_000

/** Shows the person's progress since the link was sent; polls while the page is visible. */
export function Progress({ user_id, sent }: { user_id: string; sent: SentLink }) {
  const queryKey = ['users', user_id, 'since', sent.at]
  const query = useQuery({
    queryKey,
    async queryFn({ signal }): Promise<Reached> {
      const { timeline } = await api.users.listTimeline(user_id, { limit: 100 }, { signal }).first()
      const since = timeline.filter(({ at }) => at >= sent.at).reverse()
      // Stages already seen are kept, because newer events may have pushed them off the first page.
      const before = queries.getQueryData<Reached>(queryKey)
      return stages.map(
        ({ kinds }, n) => before?.[n] ?? since.find(({ kind }) => kinds.includes(kind))?.at ?? null,
      )
    },
    staleTime: 0,
    refetchInterval({ state: { data, status } }) {
      const now = Date.now()
      if (status === 'error' || data?.at(-1) || now > Date.parse(sent.expires_at)) return false
      return now - Date.parse(sent.at) < soonForMs ? soonMs : laterMs
    },
  })
  return (
    <section className="panel" aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <QueryState query={query}>
        {(reached) => {
          const next = reached.at(-1) ? -1 : reached.findLastIndex((at) => at !== null) + 1
          return (
            <div role="status" className="stack">
              <Steps
                steps={stages.map(({ name }, n) => {
                  const at = reached[n]
                  if (at) return { name: `${name}, ${clockOf(at)}`, state: 'done', words: 'done' }
                  return n === next
                    ? { name, state: 'now', words: 'in progress' }
                    : { name, state: 'later', words: 'not yet' }
                })}
              />
              {reached.every((at) => at === null) && (
                <p className="quiet">The link has not been opened yet. This page updates automatically.</p>
              )}
            </div>
          )
        }}
      </QueryState>
    </section>
  )
}
