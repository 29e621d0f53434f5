import type { GivenAuthorisation } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useJourney } from '../journey.ts'
import { Problem } from '../problem.tsx'
import { useTexts } from '../texts/index.ts'
import { withdraw } from './shared.ts'

type Props = { given: readonly GivenAuthorisation[]; onWithdrawn: () => void }

export function Agreements({ given, onWithdrawn }: Props) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState<GivenAuthorisation>()
  if (given.length === 0) return null
  return (
    <section className="stack-close">
      <h2>{t.mine.agreements}</h2>
      <ul className="plain-list stack">
        {given.map((each) => (
          <Agreement key={each.id} given={each} onWithdraw={() => setChosen(each)} />
        ))}
      </ul>
      {chosen && (
        <WithdrawDialog given={chosen} onClose={() => setChosen(undefined)} onWithdrawn={onWithdrawn} />
      )}
    </section>
  )
}

const stateOf = ({ is_valid, revoked_at }: GivenAuthorisation) =>
  is_valid ? 'valid' : revoked_at ? 'withdrawn' : 'ended'

function Agreement({ given, onWithdraw }: { given: GivenAuthorisation; onWithdraw: () => void }) {
  const { t, say, moment } = useTexts()
  const { term_name, authorisation_version, authorisation_category, accepted_text } = given
  const state = stateOf(given)
  const name = say(t.consent.version, { name: term_name, version: authorisation_version })
  const until = given.expires_at ? moment(given.expires_at) : t.mine.untilWithdrawn
  const facts = [
    [t.mine.howOften, authorisation_category === 'one_time' ? t.mine.oneTime : t.mine.recurring],
    [t.mine.agreedOn, moment(given.accepted_at)],
    state === 'valid' && [t.mine.validUntil, until],
    state === 'withdrawn' && given.revoked_at && [t.mine.withdrawnOn, moment(given.revoked_at)],
    state === 'ended' && given.expires_at && [t.mine.endedOn, moment(given.expires_at)],
  ].filter((fact): fact is [string, string] => Array.isArray(fact))
  return (
    <li className="card" data-state={state}>
      <div className="name-and-badge">
        <h3 className="mine-name">{name}</h3>
        <span className={`badge ${state === 'valid' ? '' : 'badge-ended'}`}>{t.mine.status[state]}</span>
      </div>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{t.mine.showText}</summary>
        <p className="mine-text" lang={given.accepted_language}>
          {accepted_text}
        </p>
      </details>
      {state === 'valid' && (
        <Button
          kind="secondary"
          aria-label={say(t.mine.withdrawFrom, { name: term_name })}
          onClick={onWithdraw}
        >
          {t.mine.withdraw}
        </Button>
      )}
    </li>
  )
}

type DialogProps = { given: GivenAuthorisation; onClose: () => void; onWithdrawn: () => void }

function WithdrawDialog({ given, onClose, onWithdrawn }: DialogProps) {
  const { t, say } = useTexts()
  const { client } = useJourney()
  const values = { name: given.term_name, client: client.name }
  const withdrawing = useMutation({
    mutationFn: () => withdraw(given),
    onSuccess() {
      onClose()
      onWithdrawn()
    },
  })
  return (
    <Dialog
      title={t.mine.withdrawTitle}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
            {t.mine.withdraw}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t.mine.withdrawKeep}
          </Button>
        </>
      }
    >
      <p>{say(t.mine.withdrawText, values)}</p>
      <p>{say(t.mine.withdrawKept, values)}</p>
      <Problem error={withdrawing.error} />
    </Dialog>
  )
}
