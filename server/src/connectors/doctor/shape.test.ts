import { expect, test } from 'vitest'
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
    url: 'https://provider.example/3',
    isPaid: true,
    nothing: null,
  })
})
