import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useJourney } from '../journey.ts'
import { Shown } from '../query-state.tsx'
import { go } from '../router/navigation.ts'
import { hasBegun, whereToGoOn } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'

export function Welcome() {
  const { t, say, plural } = useTexts()
  const journey = useJourney()
  const client = journey.client.name
  const begun = hasBegun(journey)
  const facts = [
    { name: t.welcome.shared, text: plural(t.welcome.sharedText, journey.period_months) },
    { name: t.welcome.time, text: t.welcome.timeText },
    { name: t.welcome.where, text: say(t.welcome.whereText, { client }) },
    { name: t.welcome.control, text: t.welcome.controlText },
  ]
  return (
    <Shown
      view="welcome"
      title={say(t.welcome.title, { client })}
      lead={say(t.welcome.lead, { client })}
      actions={
        <Button onClick={() => go(whereToGoOn(journey))}>{begun ? t.welcome.goOn : t.welcome.start}</Button>
      }
    >
      {begun && <Notice tone="good">{t.welcome.begun}</Notice>}
      <dl className="reasons">
        {facts.map(({ name, text }) => (
          <div key={name} className="reason">
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Shown>
  )
}
