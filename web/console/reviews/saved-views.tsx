import type { SavedViews } from '@payproof/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { parseSearch, stringifySearch } from '../filters.ts'
import { Form } from '../form.tsx'

type View = SavedViews['views'][number]
const key = ['review-views']

/** Views that every member has. */
const fixedViews: View[] = [
  { name: 'Everyone', query: '' },
  { name: 'Ready for review', query: 'status=ready' },
  { name: 'My reviews', query: 'assigned=me' },
  { name: 'High risk', query: 'severity=high' },
  { name: 'Stalled', query: 'status=stalled' },
]

const save = (views: View[]) => api.reviews.replaceViews({ views })
const onSaved = (saved: SavedViews) => queries.setQueryData(key, saved)

type Props = { /** The current filters, as a query string. */ current: string; seesPeople: boolean }

/** Links to named filters of the list. A member can add their own. */
export function SavedViewBar({ current, seesPeople }: Props) {
  const [isSaving, setSaving] = useState(false)
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => api.reviews.getViews({ signal }) })
  const own = data?.views ?? []
  const removing = useMutation({
    mutationFn: (name: string) => save(own.filter((view) => view.name !== name)),
    onSuccess: onSaved,
  })
  const fixed = fixedViews.filter(({ query }) => seesPeople || query !== 'assigned=me')
  const all = [...fixed, ...own]
  const chosen = own.find(({ query }) => query === current)
  const canSave = data !== undefined && current !== '' && !all.some(({ query }) => query === current)
  return (
    <div className="view-bar">
      <nav className="tabs" aria-label="Views">
        {all.map(({ name, query }) => (
          <Link
            key={name}
            to="/users"
            search={parseSearch(query)}
            aria-current={query === current ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {canSave && (
        <Button kind="quiet" onClick={() => setSaving(true)}>
          Save this view
        </Button>
      )}
      {chosen && (
        <Button kind="quiet" busy={removing.isPending} onClick={() => removing.mutate(chosen.name)}>
          Remove this view
        </Button>
      )}
      {isSaving && (
        <Dialog title="Save this view" onClose={() => setSaving(false)}>
          <p className="quiet">Only you see it. It keeps the filters and the sort order.</p>
          <Form
            submit="Save"
            send={({ name = '' }) =>
              save([...own.filter((view) => view.name !== name), { name, query: current }])
            }
            onDone={(saved) => {
              onSaved(saved)
              showToast('View saved')
              setSaving(false)
            }}
            onCancel={() => setSaving(false)}
          >
            {(errorOf) => (
              <Field label="Name" name="name" maxLength={60} autoComplete="off" error={errorOf('name')} />
            )}
          </Form>
        </Dialog>
      )}
    </div>
  )
}

/** The filters of the list as a query string in a stable order, so that equal filters are equal text. */
export const viewQuery = (filters: object) =>
  stringifySearch(
    Object.fromEntries(Object.entries(filters).toSorted(([one], [other]) => one.localeCompare(other))),
  ).slice(1)
