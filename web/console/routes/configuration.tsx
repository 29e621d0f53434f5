import type { Configuration } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { changesIn, configurationIn, type Fields } from '../configuration/changes.ts'
import { JourneyPreview } from '../configuration/preview.tsx'
import { Sections } from '../configuration/sections.tsx'
import { shownTerm, useActiveTerms } from '../configuration/term.ts'
import { Form } from '../form.tsx'
import { PageFrame } from '../page-frame.tsx'
import { QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'
import '../configuration/configuration.css'

export function Page() {
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => api.configuration.get({ signal }),
  })
  return (
    <PageFrame title="Configuration" lead="How the journey looks to your applicants, and what it offers.">
      <QueryState query={configuration} lines={12}>
        {(saved) => <Editor saved={saved} />}
      </QueryState>
    </PageFrame>
  )
}

function Editor({ saved }: { saved: Configuration }) {
  const { may } = useMember()
  const isReadOnly = !may('Admin')
  const [fields, setFields] = useState<Fields>()
  const shown = useMemo(() => (fields ? configurationIn(fields) : saved), [fields, saved])
  return (
    <div className="beside">
      <fieldset
        className="stack bare"
        disabled={isReadOnly}
        aria-label="Settings"
        onInput={({ currentTarget }) => setFields(fieldsOf(currentTarget.querySelector('form')))}
      >
        {isReadOnly && <Notice>Your role can view these settings but not change them.</Notice>}
        <Form
          submit="Save"
          send={(given) => api.configuration.update(changesIn(given, saved))}
          onDone={(changed) => {
            queries.setQueryData(['configuration'], changed)
            showToast('Configuration saved')
          }}
        >
          {(errorOf) => <Sections saved={saved} errorOf={errorOf} />}
        </Form>
      </fieldset>
      <ConfigurationPreview shown={shown} />
    </div>
  )
}

/** Shows a preview of the unsaved settings. */
function ConfigurationPreview({ shown }: { shown: Configuration }) {
  const terms = useActiveTerms()
  return (
    <QueryState query={terms} lines={6}>
      {(active) => {
        const term = shownTerm(active.terms, shown.recurring_checks_enabled ? 'recurring' : 'one_time')
        return term && <JourneyPreview settings={shown} term={term} />
      }}
    </QueryState>
  )
}

const fieldsOf = (form: HTMLFormElement | null): Fields =>
  form ? Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])) : {}
