import { PayproofError } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { missingText } from './missing-text.ts'
import { Problem } from './query-state.tsx'

type Fields = Record<string, string>
type Props<Result> = {
  /** Verb on the submit button. */
  submit: string
  /** Sends the form's values, which are keyed by input name. */
  send: (fields: Fields) => Promise<Result>
  onDone: (result: Result) => void
  onCancel?: () => void
  children: (errorOf: (name: string) => string | undefined) => ReactNode
}

/** A form that shows validation errors of the service beside their fields, or above the button. */
export function Form<Result>({ submit, send, onDone, onCancel, children }: Props<Result>) {
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutate, error, isPending } = useMutation({ mutationFn: send, onSuccess: onDone })
  const byField = fieldErrorsOf(error, labels)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    setLabels(labelsIn(form))
    mutate(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])))
  }

  return (
    <form className="stack" onSubmit={onSubmit} noValidate>
      {children((name) => byField.get(name))}
      {error && byField.size === 0 && <Problem error={error} />}
      <div className="actions">
        <Button type="submit" busy={isPending}>
          {submit}
        </Button>
        {onCancel && (
          <Button kind="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

const aboutField = /^(?:Field|Request is missing the required field) \[([\w.]+)\](?: (.*))?$/

/** Labels of the form's inputs by name. */
const labelsIn = (form: HTMLFormElement) =>
  new Map(
    [...form.elements].flatMap((element): [string, string][] => {
      const { name, labels } = element as HTMLInputElement
      return name ? [[name, labels?.[0]?.textContent ?? '']] : []
    }),
  )

/**
 * Maps errors to fields. Returns undefined unless every error belongs to a rendered field; all errors are then shown
 * above the button.
 */
function fieldErrorsOf(error: unknown, labels: ReadonlyMap<string, string>) {
  if (!(error instanceof PayproofError)) return new Map<string, string>()
  const found = error.errors.map((text) => {
    const [, name = '', problem = missingText(labels.get(name) ?? '')] = aboutField.exec(text) ?? []
    return { name, problem: sentence(problem.replace(/^is invalid: /, '')) }
  })
  const isComplete = found.every(({ name }) => labels.has(name))
  return new Map(isComplete ? found.map(({ name, problem }) => [name, problem]) : [])
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
