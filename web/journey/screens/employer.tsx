import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tile } from '../../ui/tile.tsx'
import { happened } from '../events/events.ts'
import { useCatalogue, useJourney } from '../journey.ts'
import { Problem } from '../problem.tsx'
import { type Choice, choicesOf, maxResults, search } from '../provider-search.ts'
import { Shown } from '../query-state.tsx'
import { go, usePlace } from '../router/navigation.ts'
import { uploadOf } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'
import type { Catalogue } from '../types.ts'

const maxTiles = 6

export function Employer() {
  const { data: catalogue, error } = useCatalogue()
  const { employer: chosen } = usePlace()
  const employer = catalogue?.employers.find(({ id }) => id === chosen)
  if (employer && catalogue) return <WhichProvider catalogue={catalogue} employer={employer} />
  return <WhoPays catalogue={catalogue} error={error} />
}

function WhoPays({ catalogue, error }: { catalogue: Catalogue | undefined; error: unknown }) {
  const { t, plural } = useTexts()
  const [words, setWords] = useState('')
  const choices = catalogue ? choicesOf(catalogue) : []
  const isSearching = words.trim() !== ''
  const found = isSearching ? search(choices, words) : choices.slice(0, maxTiles)
  return (
    <Shown view="employer" title={t.employer.title} lead={t.employer.lead}>
      <search>
        <Field
          label={t.employer.search}
          hint={t.employer.searchHint}
          type="search"
          autoComplete="organization"
          enterKeyHint="search"
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </search>
      <section className="stack-close">
        <h2>{isSearching ? plural(t.employer.found, found.length) : t.employer.common}</h2>
        <p className="visually-hidden" role="status">
          {isSearching && plural(t.employer.found, found.length)}
        </p>
        {!catalogue && !error && <Skeleton lines={4} label={t.common.loading} />}
        <Problem error={error} />
        {isSearching && found.length === 0 && <p className="quiet">{t.employer.nobody}</p>}
        <ul className="tiles">
          {found.slice(0, maxResults).map((choice) => (
            <li key={`${choice.kind}-${choice.id}`}>
              <ChoiceTile choice={choice} />
            </li>
          ))}
        </ul>
      </section>
      <Helps onSearch={() => setWords('')} />
    </Shown>
  )
}

function ChoiceTile({ choice }: { choice: Choice }) {
  const { t } = useTexts()
  const choose = () => {
    const [only] = choice.providers
    if (choice.kind === 'employer' && choice.providers.length > 1) {
      return go({ view: 'employer', employer: choice.id })
    }
    if (only) selectProvider(only, choice.kind === 'employer' ? choice.id : undefined)
  }
  const detail = t.employer[choice.kind]
  return <Tile title={choice.name} detail={detail} logo={`/journeys/logos/${choice.id}`} onClick={choose} />
}

function WhichProvider({
  catalogue,
  employer,
}: {
  catalogue: Catalogue
  employer: Catalogue['employers'][0]
}) {
  const { t, say } = useTexts()
  const offered = catalogue.providers.filter(({ id }) => employer.providers.includes(id))
  return (
    <Shown
      view="employer"
      title={t.employer.choose}
      lead={say(t.employer.chooseLead, { employer: employer.name })}
    >
      <ul className="tiles">
        {offered.map(({ id, name }) => (
          <li key={id}>
            <Tile
              title={name}
              logo={`/journeys/logos/${id}`}
              onClick={() => selectProvider(id, employer.id)}
            />
          </li>
        ))}
      </ul>
      <Helps onSearch={() => go({ view: 'employer' })} />
    </Shown>
  )
}

function selectProvider(provider: string, employer: string | undefined) {
  happened({ name: 'provider_selected', provider })
  go({ view: 'provider', provider, ...(employer && { employer }) })
}

const topics = ['unknown', 'notWorking', 'notListed'] as const

/** Help for people who can't find their employer, with alternatives. */
function Helps({ onSearch }: { onSearch: () => void }) {
  const { t } = useTexts()
  const journey = useJourney()
  const [topic, setTopic] = useState<(typeof topics)[number]>()
  const upload = uploadOf(journey)
  const close = () => setTopic(undefined)
  return (
    <section className="helps">
      {topics.map((name) => (
        <button key={name} type="button" className="text-button" onClick={() => setTopic(name)}>
          {t.employer[name]}
        </button>
      ))}
      {topic && (
        <Dialog
          title={t.employer[`${topic}Title`]}
          onClose={close}
          actions={
            <>
              {upload && (
                <Button onClick={() => go(upload)}>
                  {upload.kind === 'payslips' ? t.common.uploadInstead : t.common.uploadStatementsInstead}
                </Button>
              )}
              <Button
                kind="secondary"
                onClick={() => {
                  close()
                  onSearch()
                }}
              >
                {t.employer.searchAgain}
              </Button>
              <Button kind="quiet" onClick={() => go({ view: 'source' })}>
                {t.common.anotherWay}
              </Button>
            </>
          }
        >
          <p>{t.employer[`${topic}Text`]}</p>
          {upload && topic === 'unknown' && <p>{t.employer.unknownDocuments}</p>}
        </Dialog>
      )}
    </section>
  )
}
