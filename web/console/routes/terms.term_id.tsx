import type { AuthorisationTerm } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { JourneyPreview } from '../configuration/preview.tsx'
import { PageFrame } from '../page-frame.tsx'
import { QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { categoryNames } from '../terms/categories.ts'
import { NewDialog } from '../terms/new-dialog.tsx'
import { ActiveSwitch } from '../terms/switch.tsx'
import '../configuration/configuration.css'

const route = getRouteApi('/inside/terms/$term_id')

export function Page() {
  const { term_id } = route.useParams()
  const [isAdding, setIsAdding] = useState(false)
  const { may } = useMember()
  const term = useQuery({
    queryKey: ['terms', term_id],
    queryFn: ({ signal }) => api.authorisations.getTerm(term_id, { signal }),
  })
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => api.configuration.get({ signal }),
  })
  return (
    <PageFrame
      title={term.data?.name ?? 'Term'}
      lead={<Link to="/terms">All terms</Link>}
      actions={
        term.data &&
        may('Admin') && (
          <>
            {!term.data.is_system_term && <ActiveSwitch term={term.data} />}
            <Button kind="secondary" onClick={() => setIsAdding(true)}>
              New version
            </Button>
          </>
        )
      }
    >
      <QueryState query={term}>
        {(found) => (
          <div className="beside">
            <div className="panel">
              <About term={found} />
              <div className="prose">{found.authorisation_text}</div>
            </div>
            <QueryState query={configuration}>
              {(settings) => <JourneyPreview settings={settings} term={found} first="consent" />}
            </QueryState>
          </div>
        )}
      </QueryState>
      {isAdding && term.data && <NewDialog from={term.data} onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}

const About = ({ term }: { term: AuthorisationTerm }) => (
  <Facts
    facts={[
      { name: 'Kind of consent', value: categoryNames[term.authorisation_category] },
      { name: 'Version', value: term.authorisation_version },
      { name: 'Written by', value: term.is_system_term ? 'Payproof' : 'You' },
      { name: 'Active', value: term.is_active ? 'Yes' : 'No' },
      { name: 'Added', value: <Time at={term.created_at} /> },
      { name: 'Id', value: <ShortId id={term.id} what="the term" /> },
    ]}
  />
)
