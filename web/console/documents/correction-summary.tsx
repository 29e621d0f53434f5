import type { DocumentFields } from '@payproof/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { countOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { actionNames, nameOfAuthor } from './corrections.ts'
import { shownText, wordsOfPath } from './marks.ts'

/** Warns that the corrected values contradict each other. */
export function Contradictions({ correction_checks }: DocumentFields) {
  const failed = correction_checks.filter(({ is_passed }) => !is_passed)
  return (
    failed.length > 0 && (
      <Notice tone="warn" title="The corrected values contradict each other">
        {failed.map(({ name, note }) => (
          <p key={name + note}>{note}.</p>
        ))}
      </Notice>
    )
  )
}

type MissingProps = { paths: readonly string[]; onAdd: (path: string) => void }

/** Lets a member add a value that the reader did not find. */
export function AddMissing({ paths, onAdd }: MissingProps) {
  const [path, setPath] = useState<string>()
  if (paths.length === 0) return null
  const current = path !== undefined && paths.includes(path) ? path : (paths[0] as string)
  return (
    <details className="elsewhere">
      <summary>Add a value that was not read</summary>
      <form
        className="stack correction-add"
        onSubmit={(event) => {
          event.preventDefault()
          onAdd(current)
        }}
      >
        <SelectField
          label="Value to add"
          value={current}
          onChange={({ target }) => setPath(target.value)}
          options={paths.map((one) => ({ value: one, label: wordsOfPath(one).slice(-2).join(' › ') }))}
        />
        <div className="actions">
          <Button type="submit" kind="secondary">
            Add
          </Button>
        </div>
      </form>
    </details>
  )
}

/** Lists what members changed, newest first. */
export function CorrectionHistory({ correction_history }: DocumentFields) {
  if (correction_history.length === 0) return null
  return (
    <details className="elsewhere">
      <summary>Changes by your team ({countOf(correction_history.length)})</summary>
      <ul className="correction-history">
        {correction_history.toReversed().map(({ path, action, from, to, by, at }) => (
          <li key={`${at} ${path} ${action}`}>
            <p>
              {wordsOfPath(path).slice(-2).join(' › ')}: {actionNames[action].toLowerCase()}
              {action !== 'confirmed' && (
                <>
                  {' '}
                  from <strong>{textOf(from)}</strong> to <strong>{textOf(to)}</strong>
                </>
              )}
            </p>
            <p className="quiet small">
              {nameOfAuthor(by)}, <Time at={at} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}

const textOf = (value: string | null) => (value === null ? 'nothing' : shownText(value))
