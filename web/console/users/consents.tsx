import type { Authorisation } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { dayOf } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { shortened } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries, useOffsetList } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { OffsetTable } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { useUserId } from './user-frame.tsx'

const states: Record<Authorisation['status'], { tone: Tone; words: string }> = {
  active: { tone: 'good', words: 'Valid' },
  revoked: { tone: 'plain', words: 'Withdrawn' },
  expired: { tone: 'warn', words: 'Ended' },
}

const parties = { person: 'The person', client: 'Your team or API key' }

type Props = { page: number; onPage: (page: number) => void }
type Doing = { what: 'read' | 'withdraw'; given: Authorisation }

/** Shows the person's consents and when they end. */
export function Consents({ page, onPage }: Props) {
  const user_id = useUserId()
  const { may } = useMember()
  const [doing, setDoing] = useState<Doing>()
  const onClose = () => setDoing(undefined)
  const termName = useTermName()
  const list = useOffsetList({
    key: ['users', user_id, 'authorisations'],
    page,
    first: 0,
    load: (query, options) => api.authorisations.list({ user_id, ...query }, options).first(),
  })
  const actionsFor = (given: Authorisation) => [
    { label: 'Read the text', onSelect: () => setDoing({ what: 'read', given }) },
    ...(may('FullMember') && given.status === 'active'
      ? [{ label: 'Withdraw', danger: true, onSelect: () => setDoing({ what: 'withdraw', given }) }]
      : []),
  ]
  return (
    <div className="panel panel-close">
      <OffsetTable
        list={list}
        onPage={onPage}
        caption="Consents of this user"
        rowsOf={({ authorisations }) => authorisations}
        keyOf={({ id }) => id}
        empty={<Empty title="No consent was given yet" />}
        columns={[
          { title: 'Term', cell: ({ term_id }) => termName(term_id) },
          {
            title: 'State',
            cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].words}</Badge>,
          },
          { title: 'Accepted', cell: ({ accepted_at }) => dayOf(accepted_at) },
          { title: 'Ends', cell: ({ expires_at }) => (expires_at ? dayOf(expires_at) : 'When withdrawn') },
          { title: 'Withdrawn', cell: ({ revoked_at }) => (revoked_at ? dayOf(revoked_at) : '—') },
          {
            title: 'Actions',
            quiet: true,
            align: 'end',
            cell: (given) => (
              <Menu
                label={`Actions for the consent of ${dayOf(given.accepted_at)}`}
                items={actionsFor(given)}
              />
            ),
          },
        ]}
      />
      {doing?.what === 'read' && (
        <TextDialog given={doing.given} term={termName(doing.given.term_id)} onClose={onClose} />
      )}
      {doing?.what === 'withdraw' && <WithdrawDialog given={doing.given} onClose={onClose} />}
    </div>
  )
}

type TextProps = { given: Authorisation; term: string; onClose: () => void }

const TextDialog = ({ given, term, onClose }: TextProps) => (
  <Dialog
    title={term}
    onClose={onClose}
    actions={
      <Button kind="secondary" onClick={onClose}>
        Close
      </Button>
    }
  >
    <p className="accepted-text">{given.accepted_text}</p>
    <Facts
      facts={[
        { name: 'Accepted', value: <Time at={given.accepted_at} /> },
        ...(given.recorded_by ? [{ name: 'Recorded by', value: parties[given.recorded_by] }] : []),
        ...(given.withdrawn_by ? [{ name: 'Withdrawn by', value: parties[given.withdrawn_by] }] : []),
        ...(given.ip_address ? [{ name: 'From', value: given.ip_address }] : []),
        ...(given.user_agent ? [{ name: 'Browser', value: given.user_agent }] : []),
      ]}
    />
  </Dialog>
)

function WithdrawDialog({ given, onClose }: { given: Authorisation; onClose: () => void }) {
  function onDone() {
    void queries.invalidateQueries({ queryKey: ['users', given.user_id] })
    showToast('The consent was withdrawn')
    onClose()
  }
  return (
    <Confirm
      title="Withdraw this consent?"
      confirm="Withdraw"
      danger
      act={() => api.authorisations.revoke(given.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        We stop collecting data under this consent. Data already received stays. The person can agree again in
        the journey.
      </p>
    </Confirm>
  )
}

/**
 * Returns a function that looks up a term's name, because a consent has only the term's id. Only the newest hundred
 * terms are loaded; for older ones the id is shown.
 */
function useTermName() {
  const { data } = useQuery({
    queryKey: ['terms', 'names'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.authorisations.listTerms({ limit: 100 }, { signal }).first(),
  })
  const names = new Map(
    data?.terms.map(({ id, name, authorisation_version }) => [
      id,
      `${name}, version ${authorisation_version}`,
    ]),
  )
  return (id: string) => names.get(id) ?? shortened(id)
}
