import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useJourneyQuery } from '../journey.ts'
import { boot } from '../session/boot.ts'
import { useTexts } from '../texts/index.ts'
import { Registers } from './client-facts.tsx'
import { closeSafety } from './safety.ts'

/** "How Payproof keeps you safe". Opens from every screen, also before the journey is loaded. */
export function SafetySheet() {
  const { t, say } = useTexts()
  const hasJourney = useJourneyQuery(false).data !== undefined
  const values = { client: boot.client?.name ?? t.trust.whoAsks }
  const points: [IconName, string, string][] = [
    ['shield', t.trust.who, t.trust.whoText],
    ['lock', t.trust.password, t.trust.passwordText],
    ['person', t.trust.data, t.trust.dataText],
    ['hand', t.trust.stop, t.trust.stopText],
  ]
  return (
    <Dialog
      title={t.trust.title}
      isText
      onClose={closeSafety}
      actions={<Button onClick={closeSafety}>{t.trust.close}</Button>}
    >
      <dl className="reasons">
        {points.map(([icon, name, text]) => (
          <div key={icon} className="reason">
            <Icon name={icon} />
            <dt>{name}</dt>
            <dd>{say(text, values)}</dd>
          </div>
        ))}
      </dl>
      {hasJourney && <Registers />}
    </Dialog>
  )
}
