import type { Page, Response } from 'playwright-core'
import type { Credentials, MfaMethod } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import type { Field, Form, Sight } from './page-snapshot.ts'
import { marked } from './page-snapshot.ts'
import { notUnderstood } from './refusals.ts'

const userNameWords = /user ?name|user.?id|log.?in|e-?mail/i
const stayWords = /signed in|logged in|remember|keep me/i

type SignInForm = { form: Form; userName: Field; password: Field }

/** The form with a user name and one password; portals have others on the same page, to search for example. */
export function signInForm({ forms }: Sight): SignInForm | undefined {
  for (const form of forms) {
    const [password, ...more] = form.fields.filter(({ type }) => type === 'password')
    const userName = form.fields.find(
      ({ type, autocomplete, label, name }) =>
        ['text', 'email', ''].includes(type) &&
        (autocomplete === 'username' || userNameWords.test(label) || userNameWords.test(name)),
    )
    if (password && userName && more.length === 0) return { form, userName, password }
  }
  return undefined
}

export async function fillSignIn(
  page: Page,
  { form, userName, password }: SignInForm,
  { user_name, password: secret, extra }: Credentials,
) {
  await marked(page, userName.mark).fill(user_name)
  await marked(page, password.mark).fill(secret)
  for (const field of form.fields) {
    const value = extra[field.name]
    if (value !== undefined && field !== userName && field !== password)
      await marked(page, field.mark).fill(value)
    // Who is not remembered would have to be asked for the password again at every check.
    if (field.type === 'checkbox' && stayWords.test(`${field.label} ${field.name}`))
      await marked(page, field.mark).check()
  }
}

/**
 * A second step: what is asked, and where each part of the answer goes. An answer that cannot be right is sent all the
 * same: only the portal knows, and it says how many tries are left.
 */
export type SecondStep = {
  form: Form
  method: MfaMethod
  split(answer: string): [field: Field, value: string][]
}

const sources: [RegExp, Extract<MfaMethod, { type: 'Code' }>['source']][] = [
  [/authenticator|\bapp\b/i, 'AUTHENTICATOR_APP'],
  [/e-?mail/i, 'EMAIL'],
  [/\bsms\b|phone|mobile|text message/i, 'SMS'],
]

export function secondStep({ forms }: Sight): SecondStep | undefined {
  for (const form of forms) {
    const step = dateStep(form) ?? positionsStep(form) ?? codeStep(form)
    if (step) return { form, ...step }
  }
  return undefined
}

const called = (field: Field, pattern: RegExp) => pattern.test(field.name) || pattern.test(field.label)

function dateStep({ fields, said, text }: Form): Omit<SecondStep, 'form'> | undefined {
  const day = fields.find((field) => called(field, /\bday\b/i))
  const month = fields.find((field) => called(field, /\bmonth\b/i))
  const year = fields.find((field) => called(field, /\byear\b/i))
  if (!day || !month || !year) return undefined
  const format = said.format && /^(?=.*DD)(?=.*MM)(?=.*YYYY)/.test(said.format) ? said.format : 'DD/MM/YYYY'
  return {
    method: { type: 'Date', format, message: text || 'Enter your memorable date.' },
    split(answer) {
      const order: string[] = format.match(/DD|MM|YYYY/g) ?? []
      const parts = answer.match(/\d+/g) ?? []
      const whole = parts.length === 1 ? cutBy(order, parts[0] ?? '') : parts
      if (whole.length !== 3) return [[day, answer]]
      const value = (part: string) => whole[order.indexOf(part)] ?? ''
      return [
        [day, value('DD')],
        [month, value('MM')],
        [year, value('YYYY')],
      ]
    },
  }
}

/** `04111990` by the lengths of DD, MM and YYYY. */
function cutBy(order: string[], digits: string): string[] {
  if (digits.length !== order.join('').length) return []
  return order.map((part, n) => {
    const at = order.slice(0, n).join('').length
    return digits.slice(at, at + part.length)
  })
}

function positionsStep({ fields, text }: Form): Omit<SecondStep, 'form'> | undefined {
  const positioned = fields
    .filter(({ most }) => most === 1)
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

function codeStep({ fields, said, text }: Form): Omit<SecondStep, 'form'> | undefined {
  const code = fields.find(
    (field) => field.autocomplete === 'one-time-code' || called(field, /\b(code|passcode|otp)\b/i),
  )
  if (!code) return undefined
  const words = `${said.source ?? ''} ${text} ${code.label}`.replaceAll('_', ' ')
  const source = sources.find(([pattern]) => pattern.test(words))?.[1]
  if (!source) throw new ConnectionFailure('mfa-unsupported')
  return { method: { type: 'Code', source }, split: (answer) => [[code, answer.trim()]] }
}

/** What came of a form: the answer to it, and the page that it led to. */
export type Sent = { page: Page; answered: Response | null; arrived: Response | null }

/** Sends a form, once, whatever comes of it. */
export async function send(page: Page, { button }: Form): Promise<Sent> {
  if (button === null) throw notUnderstood()
  let answered: Response | null = null
  const note = (response: Response) => {
    const request = response.request()
    if (request.isNavigationRequest() && request.method() === 'POST') answered = response
  }
  page.on('response', note)
  // The browser would rather not send an answer that is too short or too long.
  await marked(page, button).evaluate((it) => it.setAttribute('formnovalidate', ''))
  const [arrived] = await Promise.all([
    page.waitForNavigation({ waitUntil: 'domcontentloaded', timeout: 90_000 }).catch(() => null),
    marked(page, button).click(),
  ])
  page.off('response', note)
  return { page, answered, arrived }
}
