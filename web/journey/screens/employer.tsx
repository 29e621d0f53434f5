import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tile } from '../../ui/tile.tsx'
import { call } from '../api.ts'
import { ContinueWithFound } from '../continue-found.tsx'
import { emitEvent } from '../events/events.ts'
import { useCatalogue, useEmployers, useJourney } from '../journey.ts'
import { JourneyScreen } from '../journey-screen.tsx'
import { Problem } from '../problem.tsx'
import { go, useRoute } from '../router/navigation.ts'
import { uploadOf } from '../router/next-screen.ts'
import { useTexts } from '../texts/index.ts'
import type { Catalogue, EmployerMatch } from '../types.ts'

const typingPauseMs = 250
const missDelayMs = 1_500

export function Employer() {
  const { data: catalogue } = useCatalogue()
  const { employer: chosen } = useRoute()
  const employer = catalogue?.employers.find(({ id }) => id === chosen)
  if (employer && catalogue) return <WhichProvider catalogue={catalogue} employer={employer} />
  return <WhoPays />
}

function WhoPays() {
  const { t, say, plural } = useTexts()
  const [words, setWords] = useState('')
  const query = useSettled(words.trim())
  const { data, error, isPlaceholderData } = useEmployers(query)
  const matches = data?.matches ?? []
  const isSearching = query !== '' && !isPlaceholderData
  const count = plural(t.employer.found, matches.length)
  const hasNone = isSearching && data !== undefined && matches.length === 0
  useRecordedMiss(hasNone ? query : '')
  return (
    <JourneyScreen
      view="employer"
      title={t.employer.title}
      lead={t.employer.lead}
      actions={<ContinueWithFound />}
    >
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
        <h2>{isSearching ? count : t.employer.common}</h2>
        <p className="visually-hidden" role="status">
          {isSearching && count}
        </p>
        {!data && !error && <Skeleton lines={4} label={t.common.loading} />}
        <Problem error={error} />
        {hasNone && <p className="quiet">{say(t.employer.nobody, { query })}</p>}
        <ul className="tiles">
          {matches.map((match) => (
            <li key={`${match.kind}-${match.id}`}>
              <MatchTile match={match} />
            </li>
          ))}
          {query !== '' && data && (
            <li>
              <NotListedTile />
            </li>
          )}
        </ul>
      </section>
      <Helps onSearch={() => setWords('')} />
    </JourneyScreen>
  )
}

/** Reports a search without a result, once the person has stopped typing. Best effort: a failure is not shown. */
function useRecordedMiss(query: string) {
  useEffect(() => {
    if (query === '') return
    const timer = setTimeout(() => {
      void call('POST', '/journeys/current/employer-misses', { body: { query } }).catch(() => {})
    }, missDelayMs)
    return () => clearTimeout(timer)
  }, [query])
}

/** Returns the value once it has not changed for a moment, so that not every letter is a request. */
function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function MatchTile({ match }: { match: EmployerMatch }) {
  const { t } = useTexts()
  const choose = () => {
    const [only] = match.providers
    if (match.kind === 'employer' && match.providers.length > 1) {
      return go({ view: 'employer', employer: match.id })
    }
    if (only) selectProvider(only, match.kind === 'employer' ? match.id : undefined)
  }
  const detail = t.employer[match.kind]
  return <Tile title={match.name} detail={detail} logo={`/journeys/logos/${match.id}`} onClick={choose} />
}

/** The way on for people whose employer is not among the results. */
function NotListedTile() {
  const { t } = useTexts()
  const upload = uploadOf(useJourney())
  const detail = upload?.kind === 'payslips' ? t.common.uploadInstead : t.common.uploadStatementsInstead
  return (
    <Tile
      title={t.employer.notListed}
      detail={upload ? detail : t.common.anotherWay}
      mark={<Icon name="search" />}
      onClick={() => go(upload ?? { view: 'source' })}
    />
  )
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
    <JourneyScreen
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
    </JourneyScreen>
  )
}

function selectProvider(provider: string, employer: string | undefined) {
  emitEvent({ name: 'provider_selected', provider })
  go({ view: 'provider', provider, ...(employer && { employer }) })
}

const topics = ['unknown', 'notWorking'] as const

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
