import { expect, test } from 'vitest'
import { Items, PayslipReport } from '../employer-key/replies.ts'
import { createRedactor } from './redact.ts'
import { compareShapes, shapeOf } from './shape.ts'

const shape = shapeOf([
  { id: 1, status: 'Posted', lines: [{ amount: 1.5, note: null }, { amount: 2 }], name: 'Ada' },
  { id: 2, status: 'Draft', lines: [], name: 'Bea', extra: { day: '2026-10-28' } },
])

test('describes fields with their types, and whether they are always there', () => {
  expect(shape).toMatchObject({
    '': { types: ['object'], always: true },
    id: { types: ['number'], always: true },
    'lines[].amount': { types: ['number'], always: true },
    'lines[].note': { types: ['null'], always: false },
    extra: { types: ['object'], always: false },
    'extra.day': { types: ['string'], always: true },
  })
})

test('keeps the words of enumerations, and never names', () => {
  expect(shape.status?.words).toEqual(['Draft', 'Posted'])
  expect(shape.name).not.toHaveProperty('words')
})

test.each<[string, unknown, string[]]>([
  ['the same shape', { id: 3, status: 'Posted', lines: [], name: 'Cy' }, []],
  ['a field that is null', { id: 3, status: null, lines: [], name: 'Cy' }, []],
  ['a missing field', { id: 3, lines: [], name: 'Cy' }, ['missing status']],
  ['another type', { id: '3', status: 'Posted', lines: [], name: 'Cy' }, ['type id']],
  ['a new field', { id: 3, status: 'Posted', lines: [], name: 'Cy', mood: 'fine' }, ['new mood']],
  [
    'a field that some objects lack',
    { id: 3, status: 'Posted', lines: [{ amount: 1 }, {}], name: 'Cy' },
    ['missing lines[].amount'],
  ],
  ['another type of the whole reply', [], ['type ']],
])('compares %s', (_, reply, expected) => {
  const differences = compareShapes(shape, shapeOf([reply]))
  expect(differences.map(({ what, path }) => `${what} ${path}`)).toEqual(expected)
})

test('redacts values and keeps types, formats, references and known words', () => {
  const redact = createRedactor()
  const id = '7f3c9a52-1b2d-4c3e-8f4a-5b6c7d8e9f00'
  const reply = {
    id,
    owner: id,
    other: '00000000-1111-4222-8333-444444444444',
    status: 'Posted',
    name: 'Ada Whitcombe',
    born: '1991-03-14T00:00:00Z',
    paid: '28/10/2026',
    amount: -2704.55,
    count: 1,
    pay: '2800.0',
    url: 'https://api.example/v2/users/86',
    isPaid: true,
    nothing: null,
  }
  expect(redact(reply, shape)).toEqual({
    id: '00000000-0000-4000-8000-000000000001',
    owner: '00000000-0000-4000-8000-000000000001',
    other: '00000000-0000-4000-8000-000000000002',
    status: 'Posted',
    name: 'Xxx Xxxxxxxxx',
    born: '2000-01-01T00:00:00',
    paid: '01/01/2000',
    amount: -1111.11,
    count: 1,
    pay: '1111.1',
    url: 'https://provider.example/v2/users/3',
    isPaid: true,
    nothing: null,
  })
})

test.each(['Ada Whitcombe', '李小龙', 'محمد الأحمد', 'นภา', 'יעל כהן', '٤٢'])(
  'leaves nothing of the name %s',
  (name) => {
    const redacted = String(createRedactor()(name, {}))
    expect(redacted).toMatch(/^[Xx1 ]+$/)
  },
)

test('redacted replies of Staffology match the schemas of the connector', () => {
  const id = '7f3c9a52-1b2d-4c3e-8f4a-5b6c7d8e9f00'
  const redact = createRedactor()
  const address = `https://api.example/employers/${id}/payrun/Year2026/Monthly/7/${id}?ordinal=1`
  const [item] = Items.parse(redact([{ id, name: 'Ada', url: address }], {}))
  const replaced = '00000000-0000-4000-8000-000000000001'
  expect(item?.url).toMatch(
    new RegExp(
      `^https://provider.example/employers/${replaced}/payrun/Year2026/Monthly/\\d/${replaced}\\?\\d$`,
    ),
  )
  const model = {
    employer: { name: 'Harbour Lane Bakery Ltd' },
    personalDetails: { firstName: 'Ada', dateOfBirth: '1991-03-14', niNumber: 'QQ123456C' },
    taxYear: 'Year2026',
    payPeriod: 'Monthly',
    paymentDate: '2026-10-28',
    isClosed: true,
    lines: [{ type: 'BasicPay', value: 2_700.5 }],
    totals: { deductions: 0, gross: 2_700.5, tax: 0, employeeNi: 0, takeHomePay: 2_700.5 },
  }
  expect(PayslipReport.parse(redact({ model }, {})).model.taxYear).toBe('Year2026')
})
