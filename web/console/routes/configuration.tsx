import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Catalogue, Configuration } from '../../../sdk/src/types.ts'
import { Notice } from '../../ui/notice.tsx'
import { tell } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { changesIn, configurationIn, type Fields } from '../configuration/changes.ts'
import { JourneyPreview } from '../configuration/preview.tsx'
import { Sections } from '../configuration/sections.tsx'
import { shownTerm, useActiveTerms } from '../configuration/term.ts'
import { Form } from '../form.tsx'
import { PageFrame } from '../page-frame.tsx'
import { useCatalogue } from '../providers/names.ts'
import { useMember } from '../session.ts'
import { Shown } from '../shown.tsx'
import '../configuration/configuration.css'

export function Page() {
  const configuration = useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => api.configuration.get({ signal }),
  })
  return (
    <PageFrame
      title="Configuration"
      lead="How the journey looks for people who come from you, and what it offers them."
    >
      <Shown query={configuration} lines={12}>
        {(saved) => <Editor saved={saved} />}
      </Shown>
    </PageFrame>
  )
}

function Editor({ saved }: { saved: Configuration }) {
  const { may } = useMember()
  const isReadOnly = !may('FullMember')
  const [fields, setFields] = useState<Fields>()
  return (
    <div className="beside">
      <fieldset
        className="stack bare"
        disabled={isReadOnly}
        aria-label="Settings"
        onInput={({ currentTarget }) => setFields(fieldsOf(currentTarget.querySelector('form')))}
      >
        {isReadOnly && <Notice>Your role may look at these settings, and not change them.</Notice>}
        <Form
          submit="Save"
          send={(given) => api.configuration.update(changesIn(given, saved))}
          onDone={(changed) => {
            queries.setQueryData(['configuration'], changed)
            tell('The configuration was saved')
          }}
        >
          {(errorOf) => <Sections saved={saved} errorOf={errorOf} />}
        </Form>
      </fieldset>
      <Beside shown={fields ? configurationIn(fields) : saved} />
    </div>
  )
}

/** What it would look like, before it is saved. */
function Beside({ shown }: { shown: Configuration }) {
  const catalogue = useCatalogue()
  const terms = useActiveTerms()
  const draft = useMemo(() => {
    const isRecurring = shown.recurring_checks_enabled === true
    const term = shownTerm(terms.data?.terms ?? [], isRecurring ? 'recurring' : 'one_time')
    if (!term || !catalogue.data) return undefined
    const frequency = shown.recurring_check_frequency || 'MONTHLY'
    return {
      client: {
        name: shown.client_display_name ?? '',
        logo: shown.client_logo?.startsWith('data:') ? shown.client_logo : null,
        brand_colour: shown.brand_colour ?? null,
      },
      sources: sourcesOf(shown, catalogue.data),
      period_months: shown.payroll_period_months || 12,
      recurring: isRecurring ? { frequency, ends_at: shown.recurring_check_end_date ?? null } : null,
      term,
    }
  }, [shown, terms.data, catalogue.data])
  return (
    <Shown query={terms} lines={6}>
      {() => draft && <JourneyPreview shown={draft} />}
    </Shown>
  )
}

const fieldsOf = (form: HTMLFormElement | null): Fields =>
  form ? Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])) : {}

/** As the service offers them, in its order; whether somebody can be found directly depends on the person. */
function sourcesOf(shown: Configuration, { providers }: Catalogue) {
  const isOn = shown.payroll_connections_enabled === true
  const offered = {
    direct: isOn && providers.some(({ is_direct }) => is_direct),
    payroll: isOn && providers.some(({ id, is_direct }) => !is_direct && id !== 'taxauth'),
    taxauth: shown.taxauth_enabled === true && providers.some(({ id }) => id === 'taxauth'),
    payslips: shown.payslip_upload_enabled === true,
    bank_statements: true,
  }
  return (Object.keys(offered) as (keyof typeof offered)[]).filter((source) => offered[source])
}
