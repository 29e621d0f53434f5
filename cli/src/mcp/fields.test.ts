import { expect, test } from 'vitest'
import { boundedJson, boundedText, maxOutputLength } from './bounded.ts'
import { type AnyRules, redacted, selectFields } from './fields.ts'
import * as shownFields from './shown-fields.ts'

const rules: AnyRules = {
  id: 'shown',
  name: 'personal',
  codes: ['personal'],
  pay: { gross: 'shown' },
  jobs: [{ employer: 'personal', start: 'shown' }],
}

const person = {
  id: 'u1',
  name: 'Wilhelmina Oakapple',
  codes: ['LS1 4AP'],
  token: 'secret',
  pay: { gross: '2000.00', account_number: '12345678' },
  jobs: [{ employer: 'Oakapple & Daughters', start: '2020-01-01', payroll_number: '77' }],
}

test('personal values are replaced, and fields without a rule are left out', () => {
  expect(selectFields(person, rules, false)).toEqual({
    id: 'u1',
    name: redacted,
    codes: [redacted],
    pay: { gross: '2000.00' },
    jobs: [{ employer: redacted, start: '2020-01-01' }],
  })
})

test('with personal data shown, fields without a rule are still left out', () => {
  const shown = selectFields(person, rules, true)
  expect(shown).toMatchObject({ name: 'Wilhelmina Oakapple', codes: ['LS1 4AP'] })
  expect(JSON.stringify(shown)).not.toMatch(/secret|12345678|77/)
})

test.each([
  ['an object in place of a text', { id: { surname: 'Oakapple' } }, {}],
  ['a list in place of a text', { id: ['Oakapple'] }, {}],
  ['a text in place of an object', { pay: 'Oakapple' }, {}],
  ['an object in place of a list', { codes: { first: 'LS1 4AP' } }, {}],
  ['an object inside a list of texts', { codes: [{ first: 'LS1 4AP' }] }, { codes: [] }],
  ['an unset value', { name: null }, { name: null }],
  ['an inherited property', Object.create({ id: 'u1' }), {}],
])('%s does not get past the rules', (_, value, expected) => {
  expect(selectFields(value, rules, true)).toEqual(expected)
})

const named =
  /^(forename|surname|.*name|.*names|date_of_birth|post_codes?|ni_number|NI_number|email|phone|ext_id|.*external_id)$/
// Names of things, not of people: sandbox logins, providers and webhooks.
const namesOfThings = [
  'testPersonFields.user_name',
  'providerFields.name',
  'providerFields.extra_login_params.display_name',
  'webhookFields.name',
]

test('every field that can name or identify a person is personal', () => {
  const shown = Object.entries(shownFields).flatMap(([name, fields]) => pathsShown(fields as AnyRules, name))
  const suspicious = shown.filter((path) => named.test(path.split('.').at(-1) ?? ''))
  expect(suspicious.toSorted()).toEqual(namesOfThings.toSorted())
})

function pathsShown(fields: AnyRules | undefined, path: string): string[] {
  if (fields === 'shown') return [path]
  if (fields === undefined || fields === 'personal') return []
  if (Array.isArray(fields)) return pathsShown(fields[0], path)
  return Object.entries(fields).flatMap(([field, rule]) => pathsShown(rule, `${path}.${field}`))
}

test('long results lose items from their longest list and stay valid JSON', () => {
  const items = Array.from({ length: 500 }, (_, n) => ({ n, text: 'x'.repeat(200) }))
  const text = boundedJson({ kept: 'yes', short: [1, 2], items })
  expect(text.length).toBeLessThanOrEqual(maxOutputLength)
  const [json = '', note] = text.split('\n')
  const { kept, short, items: some } = JSON.parse(json)
  expect({ kept, short }).toEqual({ kept: 'yes', short: [1, 2] })
  expect(note).toBe(`${500 - some.length} items were left out. Use a smaller limit or a filter.`)
})

test('a long text is cut where the note says, and continues from there', () => {
  const text = Array.from({ length: 9_000 }, (_, n) => `${n} `).join('')
  const first = boundedText(text)
  expect(first.length).toBeLessThanOrEqual(maxOutputLength)
  const [note = '', end] = /\n\[Cut at (\d+) of \d+ characters\]$/.exec(first) ?? []
  const second = boundedText(text, undefined, Number(end))
  expect(text.startsWith(first.slice(0, -note.length) + second.slice(0, 100))).toBe(true)
  expect(boundedJson('y'.repeat(30_000)).length).toBeLessThanOrEqual(maxOutputLength)
})
