import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api } from '../api.ts'
import { QueryState } from '../query-state.tsx'

/** Employers that applicants searched for and did not find. */
export function EmployerMisses() {
  const misses = useQuery({
    queryKey: ['employer-misses'],
    queryFn: ({ signal }) => api.providers.listEmployerMisses({ signal }),
  })
  return (
    <section className="stack-close" aria-labelledby="misses">
      <h2 id="misses">Employers that people did not find</h2>
      <p className="quiet">A name is listed once three applicants have searched for it.</p>
      <div className="panel panel-close">
        <QueryState query={misses} lines={3}>
          {(found) =>
            found.misses.length === 0 ? (
              <Empty title="No missing employers" />
            ) : (
              <DataTable
                caption="Employers that people did not find"
                rows={found.misses}
                keyOf={({ query }) => query}
                columns={[
                  { title: 'Searched for', cell: ({ query }) => query },
                  { title: 'Applicants', align: 'end', cell: ({ journeys }) => countOf(journeys) },
                  {
                    title: 'Last searched',
                    cell: ({ last_day }) => <span className="nowrap">{last_day}</span>,
                  },
                ]}
              />
            )
          }
        </QueryState>
      </div>
    </section>
  )
}
