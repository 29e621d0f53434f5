import type { Page, Response } from 'playwright-core'
import type { LoginCredentials, MfaMethod } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import type { FormField, PageSnapshot, SnapshotForm } from './page-snapshot.ts'
import { locateMarked } from './page-snapshot.ts'
import { notUnderstood } from './refusals.ts'

const userNameLabels = /user ?name|user.?id|log.?in|e-?mail/i
const rememberMeLabels = /signed in|logged in|remember|keep me/i

type SignInForm = { form: SnapshotForm; userName: FormField; password: FormField }

/**
 * Finds the form with a user name and exactly one password. Other forms on the page, such as a search, are ignored.
 */
export function findSignInForm({ forms }: PageSnapshot): SignInForm | undefined {
  for (const form of forms) {
    const [password, ...others] = form.fields.filter(({ type }) => type === 'password')
    const userName = form.fields.find(
      ({ type, autocomplete, label, name }) =>
        ['text', 'email', ''].includes(type) &&
        (autocomplete === 'username' || userNameLabels.test(label) || userNameLabels.test(name)),
    )
    if (password && userName && others.length === 0) return { form, userName, password }
  }
  return undefined
}

export async function fillSignIn(
  page: Page,
  { form, userName, password }: SignInForm,
  { user_name, password: secret, extra }: LoginCredentials,
) {
  await locateMarked(page, userName.mark).fill(user_name)
  await locateMarked(page, password.mark).fill(secret)
  for (const field of form.fields) {
    const value = extra[field.name]
    if (value !== undefined && field !== userName && field !== password)
      await locateMarked(page, field.mark).fill(value)
    // "Remember me" is ticked, because otherwise the password would be needed again for every check.
    if (field.type === 'checkbox' && rememberMeLabels.test(`${field.label} ${field.name}`))
      await locateMarked(page, field.mark).check()
  }
}

/**
 * An MFA challenge, and the field for each part of the answer. An answer in the wrong format is sent anyway: only the
 * portal can judge it, and the portal returns the number of attempts left.
 */
export type MfaStep = {
  form: SnapshotForm
  method: MfaMethod
  split(answer: string): [field: FormField, value: string][]
}

const codeSources: [RegExp, Extract<MfaMethod, { type: 'Code' }>['source']][] = [
  [/authenticator|\bapp\b/i, 'AUTHENTICATOR_APP'],
  [/e-?mail/i, 'EMAIL'],
  [/\bsms\b|phone|mobile|text message/i, 'SMS'],
]

export function findMfaStep({ forms }: PageSnapshot): MfaStep | undefined {
  for (const form of forms) {
    const step = parseDateStep(form) ?? parsePositionsStep(form) ?? parseCodeStep(form)
    if (step) return { form, ...step }
  }
  return undefined
}

const isNamed = (field: FormField, pattern: RegExp) => pattern.test(field.name) || pattern.test(field.label)

function parseDateStep({ fields, dataAttributes, text }: SnapshotForm): Omit<MfaStep, 'form'> | undefined {
  const day = fields.find((field) => isNamed(field, /\bday\b/i))
  const month = fields.find((field) => isNamed(field, /\bmonth\b/i))
  const year = fields.find((field) => isNamed(field, /\byear\b/i))
  if (!day || !month || !year) return undefined
  const isFormat = /^(?=.*DD)(?=.*MM)(?=.*YYYY)/.test(dataAttributes.format ?? '')
  const format = dataAttributes.format && isFormat ? dataAttributes.format : 'DD/MM/YYYY'
  return {
    method: { type: 'Date', format, message: text || 'Enter your memorable date.' },
    split(answer) {
      const order: string[] = format.match(/DD|MM|YYYY/g) ?? []
      const parts = answer.match(/\d+/g) ?? []
      const values = parts.length === 1 ? splitByLengths(order, parts[0] ?? '') : parts
      if (values.length !== 3) return [[day, answer]]
      const value = (part: string) => values[order.indexOf(part)] ?? ''
      return [
        [day, value('DD')],
        [month, value('MM')],
        [year, value('YYYY')],
      ]
    },
  }
}

/** Splits digits such as `04111990` by the lengths of DD, MM and YYYY. */
function splitByLengths(order: string[], digits: string): string[] {
  if (digits.length !== order.join('').length) return []
  return order.map((part, n) => {
    const at = order.slice(0, n).join('').length
    return digits.slice(at, at + part.length)
  })
}

function parsePositionsStep({ fields, text }: SnapshotForm): Omit<MfaStep, 'form'> | undefined {
  const positioned = fields
    .filter(({ maxLength }) => maxLength === 1)
    .map((field) => ({ field, position: Number(/\d+/.exec(field.label || field.name)?.[0]) }))
  if (positioned.length === 0 || positioned.some(({ position }) => !(position >= 1))) return undefined
  const positions = positioned.map(({ position }) => position)
  return {
    method: {
      type: 'PasswordWithPositions',
      positions,
      message: text || `Enter the characters at ${positions.join(', ')}.`,
    },
    split(answer) {
      const characters = [...answer.trim()]
      const last = positioned.length - 1
      return positioned.map(({ field }, n) => [
        field,
        n === last ? characters.slice(n).join('') : (characters[n] ?? ''),
      ])
    },
  }
}

function parseCodeStep({ fields, dataAttributes, text }: SnapshotForm): Omit<MfaStep, 'form'> | undefined {
  const code = fields.find(
    (field) => field.autocomplete === 'one-time-code' || isNamed(field, /\b(code|passcode|otp)\b/i),
  )
  if (!code) return undefined
  const description = `${dataAttributes.source ?? ''} ${text} ${code.label}`.replaceAll('_', ' ')
  const source = codeSources.find(([pattern]) => pattern.test(description))?.[1]
  if (!source) throw new ConnectionFailure('mfa-unsupported')
  return { method: { type: 'Code', source }, split: (answer) => [[code, answer.trim()]] }
}

/** The response to a submitted form, and the page it led to. */
export type SubmittedForm = { page: Page; response: Response | null; nextPage: Response | null }

/** Submits a form exactly once. */
export async function submitForm(page: Page, { button }: SnapshotForm): Promise<SubmittedForm> {
  if (button === null) throw notUnderstood()
  let response: Response | null = null
  const recordResponse = (received: Response) => {
    const request = received.request()
    if (request.isNavigationRequest() && request.method() === 'POST') response = received
  }
  page.on('response', recordResponse)
  // Browser validation is disabled, because it would block an answer of the wrong length.
  await locateMarked(page, button).evaluate((it) => it.setAttribute('formnovalidate', ''))
  const [nextPage] = await Promise.all([
    page.waitForNavigation({ waitUntil: 'domcontentloaded', timeout: 90_000 }).catch(() => null),
    locateMarked(page, button).click(),
  ])
  page.off('response', recordResponse)
  return { page, response, nextPage }
}
