import { expect, test } from 'vitest'
import { createRejectedReading } from '../../src/extraction/rejections.ts'
import { type CorpusAnswer, scoreDocument } from './score-document.ts'

const line = { description: 'Basic pay', amount: '900.00', quantity: null, rate: null }
const expected = {
  income_information: { earnings: { earning_elements: [line, { ...line, amount: '100.00' }] } },
}
const answer: CorpusAnswer = { name: 'A-P1-1', kind: 'payslip', layout: 'A-P1', producer: 'none', expected }

function differencesOf(accept: CorpusAnswer['accept'], quantity: string) {
  const elements = [line, { ...line, amount: '100.00', quantity }]
  const submission = { income_information: { earnings: { earning_elements: elements } } }
  const reading = { ...createRejectedReading('empty'), kind: 'payslip', rejection: null, submission }
  return scoreDocument({ ...answer, ...(accept && { accept }) }, reading as never).differences
}

test('an alternative for an element of a list is as good as the expected value', () => {
  const path = 'income_information.earnings.earning_elements'
  expect(differencesOf({ [`${path}.1.quantity`]: ['8.00'] }, '8.00')).toEqual([])
  expect(differencesOf({ [`${path}.0.quantity`]: ['8.00'] }, '8.00')).toHaveLength(1)
  expect(differencesOf({ [`${path}.1.quantity`]: ['8.00'] }, '9.00')).toHaveLength(1)
  expect(differencesOf(undefined, '8.00')).toHaveLength(1)
})
