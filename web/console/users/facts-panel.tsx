import type { User } from '@payproof/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { dayOf } from '../../ui/format.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { useMember } from '../session.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { frequencies, settingLabels } from './user-fields.tsx'

/** Shows personal details, as far as this role may see them, and the user's own settings. */
export function FactsPanel({ user }: { user: User }) {
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  const { may } = useMember()
  const seesPeople = may('FullMember', 'Underwriter')
  const onClose = () => setDoing(undefined)
  return (
    <section className="panel user-facts" aria-labelledby="about-user">
      <h2 id="about-user">About</h2>
      <Facts facts={[...(seesPeople ? personal(user) : []), ...settings(user)]} />
      {!seesPeople && <p className="quiet small">Your role cannot see personal details.</p>}
      {may('FullMember') && (
        <div className="actions">
          <Button kind="secondary" onClick={() => setDoing('edit')}>
            Change
          </Button>
          <Button kind="danger" onClick={() => setDoing('delete')}>
            Delete
          </Button>
        </div>
      )}
      {doing === 'edit' && <EditDialog user={user} onClose={onClose} />}
      {doing === 'delete' && <DeleteDialog user={user} onClose={onClose} />}
    </section>
  )
}

const personal = ({ date_of_birth, post_codes, ni_number, ext_id, email, phone }: User): Fact[] => [
  { name: 'Reference', value: ext_id },
  { name: 'Born', value: date_of_birth && dayOf(date_of_birth) },
  { name: 'Postcodes', value: post_codes?.join(', ') },
  { name: 'NI number', value: ni_number },
  { name: 'Email', value: email },
  { name: 'Mobile', value: phone },
]

const asConfigured = <span className="quiet">As configured</span>
const onOrOff = (value: boolean | undefined) => (value === undefined ? asConfigured : value ? 'On' : 'Off')

function settings(user: User): Fact[] {
  const { user_id, created_at, payroll_period_months: months } = user
  const {
    recurring_check_frequency: frequency,
    recurring_check_end_date: end,
    reminders_stopped_at: stopped,
  } = user
  return [
    { name: 'Id', value: <ShortId id={user_id} what="the user" /> },
    { name: 'Registered', value: <Time at={created_at} /> },
    {
      name: 'Period requested',
      value: months === undefined ? asConfigured : `${months} ${months === 1 ? 'month' : 'months'}`,
    },
    ...Object.entries(settingLabels).map(([name, label]) => ({
      name: label,
      value: onOrOff(user[name as keyof typeof settingLabels]),
    })),
    ...(frequency ? [{ name: 'How often', value: frequencies[frequency] }] : []),
    ...(end ? [{ name: 'Checks end', value: dayOf(end) }] : []),
    ...(stopped ? [{ name: 'Reminders', value: `Stopped by the person on ${dayOf(stopped)}` }] : []),
  ]
}
