import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { go } from '../router/navigation.ts'
import { hasBegun, routeToResume } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'

export function Welcome() {
  const { t, say, plural } = useTexts()
  const journey = useJourney()
  const client = journey.client.name
  const begun = hasBegun(journey)
  const facts = [
    { icon: 'payslip', name: t.welcome.shared, text: plural(t.welcome.sharedText, journey.period_months) },
    { icon: 'clock', name: t.welcome.time, text: t.welcome.timeText },
    { icon: 'lock', name: t.welcome.where, text: say(t.welcome.whereText, { client }) },
    { icon: 'hand', name: t.welcome.control, text: t.welcome.controlText },
  ] as const
  return (
    <JourneyScreen
      view="welcome"
      title={say(t.welcome.title, { client })}
      lead={
        <>
          <p>
            {journey.first_name && `${say(t.welcome.hello, { name: journey.first_name })} `}
            {say(t.welcome.lead, { client })}
          </p>
          <p>{say(t.welcome.reference, { reference: journey.reference })}</p>
        </>
      }
      actions={
        <Button onClick={() => go(routeToResume(journey))}>
          {begun ? t.welcome.resume : t.welcome.start}
        </Button>
      }
    >
      {begun && <Notice tone="good">{t.welcome.begun}</Notice>}
      <dl className="reasons">
        {facts.map(({ icon, name, text }) => (
          <div key={name} className="reason">
            <Icon name={icon} />
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </JourneyScreen>
  )
}
