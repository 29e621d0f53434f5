import type { DocumentFields } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { reloadUser } from '../income/summary.ts'
import { Problem } from '../query-state.tsx'
import { actionNames, authorOf, formatOf, frequencyOptions, inputValue, isRequired } from './corrections.ts'
import { type DocumentField, nameOf, shownText, wordsOfPath } from './marks.ts'

/** The name of the value in the request, so that its errors are shown beside the input. */
const inputName = 'changes.0.value'

type Change = { action: 'correct'; value: string | null } | { action: 'confirm' | 'restore' }
type Props = {
  read: DocumentFields
  path: string
  /** Undefined if the reader found no value. */
  field: DocumentField | undefined
  /** Whether the member has just selected the value; a link to a value shows its box instead. */
  comesIntoView: boolean
  onClose: () => void
}

/** Lets a member correct or confirm the selected value, or restore what was read. */
export function CorrectionPanel({ read, path, field, comesIntoView, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (comesIntoView) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [comesIntoView])
  const [isEditing, setEditing] = useState(field === undefined)
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (change: Change) => send(read, path, change),
    onSuccess: (saved) => onSaved(saved, 'confirm'),
  })
  const name = nameOf(path)
  const correction = field?.correction ?? null

  function onSaved(saved: DocumentFields, action: Change['action']) {
    queries.setQueryData(['documents', 'one', read.document_id, 'fields'], saved)
    reloadUser(read.user_id)
    const isThere = saved.fields.some((one) => one.path === path)
    showToast(action === 'correct' ? `${name} was corrected` : `${name} was updated`)
    if (isThere) setEditing(false)
    else onClose()
  }

  return (
    <section className="correction" ref={panel} aria-label={`Correct or confirm ${name}`}>
      <div className="correction-top">
        <h3>{name}</h3>
        <button type="button" className="tool" onClick={onClose}>
          Close
        </button>
      </div>
      <p className="quiet small">{wordsOfPath(path).slice(0, -1).join(' › ')}</p>
      {correction && (
        <p className="small">
          {actionNames[correction.action]} by {authorOf(read, path)}, <Time at={correction.at} />.
          {correction.action === 'corrected' && (
            <>
              {' '}
              Read as:{' '}
              <strong>{correction.reading === null ? 'nothing' : shownText(correction.reading)}</strong>
            </>
          )}
        </p>
      )}
      {isEditing ? (
        <Form
          submit="Save"
          send={({ [inputName]: value = '' }) =>
            send(read, path, { action: 'correct', value: value.trim() || null })
          }
          onDone={(saved) => onSaved(saved, 'correct')}
          onCancel={() => (field ? setEditing(false) : onClose())}
        >
          {(errorOf) => <ValueInput path={path} field={field} error={errorOf(inputName)} />}
        </Form>
      ) : (
        <>
          <p className="reading-value">
            {field?.value === null ? 'Not on the document' : field && shownText(field.value)}
          </p>
          {error && <Problem error={error} />}
          <div className="actions">
            <Button
              kind="secondary"
              onClick={() => {
                reset()
                setEditing(true)
              }}
            >
              Correct
            </Button>
            {correction ? (
              <Button kind="secondary" busy={isPending} onClick={() => mutate({ action: 'restore' })}>
                {correction.action === 'corrected' ? 'Restore the reading' : 'Undo the confirmation'}
              </Button>
            ) : (
              <Button kind="secondary" busy={isPending} onClick={() => mutate({ action: 'confirm' })}>
                Confirm
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

const send = ({ document_id, revision }: DocumentFields, path: string, change: Change) =>
  api.documents.correctFields(document_id, { revision, changes: [{ path, ...change }] })

type InputProps = { path: string; field: DocumentField | undefined; error: string | undefined }

function ValueInput({ path, field, error }: InputProps) {
  const format = formatOf(path)
  const shared = {
    label: 'Value on the document',
    name: inputName,
    error,
    defaultValue: inputValue(field?.value ?? null),
    autoFocus: true,
  }
  const hint = isRequired(path) ? undefined : 'Leave it empty if the document does not show it.'
  if (format === 'frequency') return <SelectField {...shared} hint={hint} options={frequencyOptions} />
  if (format === 'day') return <Field {...shared} hint={hint} type="date" />
  return <Field {...shared} hint={hint} autoComplete="off" maxLength={500} />
}
