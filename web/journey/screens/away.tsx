import { Button, ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { addressOfAway } from '../connecting.ts'
import { useJourney, useWatchedJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { useProviderName } from '../names.ts'
import { go, useRoute } from '../router/navigation.ts'
import { accountOf } from '../router/next-screen.ts'
import { inFrame } from '../session/boot.ts'
import { TimeLeft, useTimeLeft } from '../session/time-left.tsx'
import { useTexts } from '../texts/index.ts'
import { SigningInTo } from '../trust/signing-in-to.tsx'
import type { JourneyAccount } from '../types.ts'

const lookMs = 2_500

/**
 * Login on the provider's own site. Outside a frame, the journey has navigated to that site, so this screen appears
 * if the person returned without finishing. In a frame, the provider opens in a new window, and this screen waits.
 */
export function Away() {
  const journey = useJourney()
  const { account: id = '' } = useRoute()
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
  // The journey is polled, so that the screen moves on when the account's status changes, perhaps in another window.
  useWatchedJourney(lookMs)
  const values = { provider }
  const words = inFrame
    ? { title: t.away.titleFrame, lead: t.away.leadFrame, open: t.away.open }
    : { title: t.away.titleUnfinished, lead: t.away.leadUnfinished, open: t.away.continueAt }
  const isOpen = address !== undefined && left > 0
  return (
    <JourneyScreen
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
      <SigningInTo provider={payroll_provider} />
      {isOpen && inFrame && (
        <p className="waiting" role="status">
          <Spinner /> {say(t.away.waiting, values)}
        </p>
      )}
      {isOpen && <TimeLeft left={left} text={t.away.until} />}
    </JourneyScreen>
  )
}
