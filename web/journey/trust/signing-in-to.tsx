import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/tile.tsx'
import { useCatalogue } from '../journey.ts'
import { useProviderName } from '../names.ts'
import { useTexts } from '../texts/index.ts'

/** Names the provider and the domain that gets the password, on every screen of a sign-in. */
export function SigningInTo({ provider: id }: { provider: string }) {
  const { t, say } = useTexts()
  const { data } = useCatalogue()
  const name = useProviderName(id)
  const url = data?.providers.find((entry) => entry.id === id)?.url
  const domain = url === undefined ? undefined : URL.parse(url)?.host.replace(/^www\./, '')
  return (
    <div className="provider-card">
      <Logo name={name} src={`/journeys/logos/${id}`} />
      <div className="tile-words">
        <span className="tile-title">{name}</span>
        {domain && (
          <span className="tile-detail domain">
            <Icon name="lock" />
            <span>{say(t.trust.domain, { domain })}</span>
          </span>
        )}
      </div>
    </div>
  )
}
