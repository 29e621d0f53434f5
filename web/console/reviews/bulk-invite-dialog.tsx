import type { BulkInvitationResult } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../query-state.tsx'

const columns = ['ext_id', 'forename', 'surname', 'date_of_birth', 'post_code', 'email']
const maxErrorsShown = 20

/** Checks a CSV file of people, shows what to correct, and sends the invitations. */
export function BulkInviteDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState<string>()
  const checking = useMutation({ mutationFn: (text: string) => api.users.bulkInvite({ csv: text }) })
  const sending = useMutation({
    mutationFn: (text: string) => api.users.bulkInvite({ csv: text, dry_run: false }),
    async onSuccess({ invited, errors }) {
      await queries.invalidateQueries({ queryKey: ['reviews'] })
      const registered = errors.length > 0 ? `, ${people(errors.length)} already registered` : ''
      showToast(`${people(invited.length)} invited${registered}`)
      onClose()
    },
  })
  async function choose(file: File | undefined) {
    sending.reset()
    if (!file) return
    const text = await file.text()
    setCsv(text)
    checking.mutate(text)
  }
  const result = checking.data
  const canSend = csv !== undefined && result !== undefined && result.errors.length === 0
  const error = sending.error ?? checking.error
  return (
    <Dialog title="Invite people by CSV" onClose={onClose}>
      <p>
        The first line names the columns: {/* The line breaks only after commas. */}
        <code>
          {columns.map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ','}
              <wbr />
              <span className="nowrap">{name}</span>
            </Fragment>
          ))}
        </code>
        . You can add <code>ni_number</code>, <code>payroll_period_months</code> and <code>language</code>. Up
        to 250 people.
      </p>
      <div className="field">
        <label htmlFor="bulk-file">CSV file</label>
        <input
          id="bulk-file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </div>
      {result && <Preview result={result} />}
      {error && <Problem error={error} />}
      <div className="actions">
        {(canSend || checking.isPending) && (
          <Button
            busy={checking.isPending || sending.isPending}
            onClick={() => csv !== undefined && sending.mutate(csv)}
          >
            {canSend ? `Invite ${people(result.line_count)}` : 'Checking'}
          </Button>
        )}
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

function Preview({ result: { line_count, errors } }: { result: BulkInvitationResult }) {
  if (errors.length === 0)
    return (
      <div role="status">
        <Notice tone="good">{`No errors. ${people(line_count)} will be registered and get a link by email.`}</Notice>
      </div>
    )
  return (
    <div role="status" className="stack">
      <Notice tone="warn" title="Correct these lines first">
        <p>Nothing has been sent.</p>
      </Notice>
      <DataTable
        caption="Errors"
        rows={errors.slice(0, maxErrorsShown)}
        keyOf={({ line, field }) => `${line} ${field}`}
        columns={[
          { title: 'Line', cell: ({ line }) => line },
          { title: 'Column', cell: ({ field }) => field },
          { title: 'Problem', cell: ({ message }) => message },
        ]}
      />
      {errors.length > maxErrorsShown && <p>{`And ${errors.length - maxErrorsShown} more`}</p>}
    </div>
  )
}
