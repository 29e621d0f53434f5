import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { oneOf, text } from '../filters.ts'
import { allStatuses, statusLabel } from './labels.tsx'
import { type Advice, adviceLabel, allAdvice } from './rule-labels.tsx'

/** Filters of the user list, as in the URL. */
export type QueueFilters = {
  search?: string | undefined
  status?: (typeof allStatuses)[number] | undefined
  severity?: 'high' | 'medium' | 'low' | 'none' | undefined
  advice?: Advice | undefined
  assigned?: 'me' | 'nobody' | undefined
  employer?: string | undefined
  gross_from?: string | undefined
  gross_below?: string | undefined
  recurring?: 'on' | 'off' | undefined
}

type Props = {
  filters: QueueFilters
  seesPeople: boolean
  onChange: (changes: QueueFilters) => void
}

const moreFilters = ['advice', 'employer', 'gross_from', 'gross_below', 'recurring'] as const

/** Pounds in whole thousands, as the API accepts them. */
const thousands = (typed: string | undefined) => {
  const pounds = Number(typed?.replaceAll(/[£,\s]/g, ''))
  return typed && pounds > 0 ? String(Math.round(pounds / 1_000) * 1_000) : undefined
}

/** Filters of the user list. Recurring checks are a list of their own: no other filter applies to it. */
export function Filters({ filters, seesPeople, onChange }: Props) {
  const { search, status, severity, advice, assigned, employer, gross_from, gross_below, recurring } = filters
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const value = (name: string) => text(String(typed.get(name) ?? ''))
    onChange({
      search: value('search'),
      employer: value('employer'),
      gross_from: thousands(value('gross_from')),
      gross_below: thousands(value('gross_below')),
      recurring: undefined,
    })
  }
  return (
    <form className="filters users-filters" onSubmit={onSubmit}>
      <Field
        label="Find a user"
        name="search"
        type="search"
        autoComplete="off"
        defaultValue={search}
        hint={
          seesPeople
            ? 'The first three letters of a name or reference, or a whole NI number, email or id.'
            : 'Enter a full reference or id. Your role can’t search by name.'
        }
      />
      <div className="actions">
        <Button type="submit" kind="secondary">
          Find
        </Button>
        {search && (
          <Button kind="quiet" onClick={() => onChange({ search: undefined })}>
            Clear
          </Button>
        )}
      </div>
      <SelectField
        label="Status"
        value={status ?? ''}
        onChange={({ target }) =>
          onChange({ status: oneOf(...allStatuses)(target.value), recurring: undefined })
        }
        options={[
          { value: '', label: 'Every status' },
          ...allStatuses.map((value) => ({ value, label: statusLabel(value) })),
        ]}
      />
      <SelectField
        label="Worst finding"
        value={severity ?? ''}
        onChange={({ target }) =>
          onChange({
            severity: oneOf('high', 'medium', 'low', 'none')(target.value),
            recurring: undefined,
          })
        }
        options={[
          { value: '', label: 'Any' },
          { value: 'high', label: 'High risk' },
          { value: 'medium', label: 'Check' },
          { value: 'low', label: 'Note' },
          { value: 'none', label: 'None' },
        ]}
      />
      {seesPeople && (
        <SelectField
          label="Assigned to"
          value={assigned ?? ''}
          onChange={({ target }) =>
            onChange({ assigned: oneOf('me', 'nobody')(target.value), recurring: undefined })
          }
          options={[
            { value: '', label: 'Anyone' },
            { value: 'me', label: 'Me' },
            { value: 'nobody', label: 'No one' },
          ]}
        />
      )}
      <details className="more-filters" open={moreFilters.some((name) => filters[name]) || undefined}>
        <summary>More filters</summary>
        <div className="filters">
          <SelectField
            label="Your rules"
            value={advice ?? ''}
            onChange={({ target }) =>
              onChange({ advice: oneOf(...allAdvice)(target.value), recurring: undefined })
            }
            options={[
              { value: '', label: 'Any result' },
              ...allAdvice.map((value) => ({ value, label: adviceLabel(value) })),
            ]}
          />
          {seesPeople && (
            <>
              <Field label="Employer" name="employer" autoComplete="off" defaultValue={employer} />
              <Field
                label="Gross a year from (£)"
                name="gross_from"
                inputMode="numeric"
                defaultValue={gross_from}
              />
              <Field
                label="Gross a year below (£)"
                name="gross_below"
                inputMode="numeric"
                defaultValue={gross_below}
              />
              <Button type="submit" kind="secondary">
                Apply
              </Button>
            </>
          )}
          <SelectField
            label="Recurring checks"
            value={recurring ?? ''}
            onChange={({ target }) => onChange(onlyRecurring(oneOf('on', 'off')(target.value)))}
            options={[
              { value: '', label: 'Everyone' },
              { value: 'on', label: 'On' },
              { value: 'off', label: 'Off' },
            ]}
          />
        </div>
      </details>
    </form>
  )
}

const onlyRecurring = (recurring: QueueFilters['recurring']): QueueFilters => ({
  search: undefined,
  status: undefined,
  severity: undefined,
  advice: undefined,
  assigned: undefined,
  employer: undefined,
  gross_from: undefined,
  gross_below: undefined,
  recurring,
})
