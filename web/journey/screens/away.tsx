import { Button, ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { addressOfAway } from '../connecting.ts'
import { useJourney, useWatchedJourney } from '../journey.ts'
import { useProviderName } from '../names.ts'
import { Shown } from '../query-state.tsx'
import { go, usePlace } from '../router/navigation.ts'
import { accountOf } from '../router/next-screen.ts'
import { inFrame } from '../session/boot.ts'
import { TimeLeft, useTimeLeft } from '../session/time-left.tsx'
import { useTexts } from '../texts/index.ts'
import type { JourneyAccount } from '../types.ts'

const lookMs = 2_500

/**
 * The provider wants to see the person itself. In a page of its own the journey has gone there already: whoever sees
 * this screen came back without an end. In a frame the provider is in a window of its own, and this one waits.
 */
export function Away() {
  const journey = useJourney()
  const { account: id = '' } = usePlace()
  const account = accountOf(journey, id)
  if (account?.waiting?.kind !== 'oauth2') return null
  return <Waiting account={account} until={account.waiting.until} />
}

function Waiting({ account, until }: { account: JourneyAccount; until: string }) {
  const { t, say } = useTexts()
  const { account_id, payroll_provider } = account
  const provider = useProviderName(payroll_provider)
  const address = addressOfAway(account_id)
  const left = useTimeLeft(until)
  // It goes on by itself when the account does: another window may have ended it.
  useWatchedJourney(lookMs)
  const values = { provider }
  const words = inFrame
    ? { title: t.away.titleFrame, lead: t.away.leadFrame, open: t.away.open }
    : { title: t.away.titleUnfinished, lead: t.away.leadUnfinished, open: t.away.goOn }
  const isOpen = address !== undefined && left > 0
  return (
    <Shown
      view="away"
      title={say(words.title, values)}
      lead={say(words.lead, values)}
      actions={
        <>
          {isOpen ? (
            <ButtonLink href={address} {...(inFrame && { target: '_blank', rel: 'noopener noreferrer' })}>
              {say(words.open, values)}
              {inFrame && <span className="visually-hidden"> ({t.common.newWindow})</span>}
            </ButtonLink>
          ) : (
            <Button onClick={() => go({ view: 'provider', provider: payroll_provider }, { replace: true })}>
              {t.away.restart}
            </Button>
          )}
          <Button kind="quiet" onClick={() => go({ view: 'source' })}>
            {t.common.anotherWay}
          </Button>
        </>
      }
    >
      {isOpen && inFrame && (
        <p className="waiting" role="status">
          <Spinner /> {say(t.away.waiting, values)}
        </p>
      )}
      {isOpen && <TimeLeft left={left} text={t.away.until} />}
    </Shown>
  )
}
