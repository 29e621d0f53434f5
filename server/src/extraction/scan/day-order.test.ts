import { expect, test } from 'vitest'
import { repairDayOrder } from './day-order.ts'

const ordered = (...texts: string[]) =>
  repairDayOrder(texts.map((text, n) => ({ text, x: 50, right: 80, y: 100 + n * 12, size: 10 }))).map(
    ({ text }) => text,
  )

test('repairs an out-of-order date if changing one easily misread digit restores the order', () => {
  expect(ordered('05FEB', '07FEB', '05FEB', '08FEB', '10FEB', '11FEB')[2]).toBe('08FEB')
  expect(ordered('03/07/26', '04/07/26', '04/01/26', '05/07/26', '06/07/26')[2]).toBe('04/07/26')
  expect(ordered('30-12', '28-12', '26-12', '28-12', '27-12')[2]).toBe('28-12')
})

test('leaves ordered dates, a change of year and ambiguous dates unchanged', () => {
  const days = ['30/12', '31/12', '02/01', '03/01', '05/01']
  expect(ordered(...days)).toEqual(days)
  const open = ['01/05', '02/05', '11/05', '30/04', '30/05']
  expect(ordered(...open)[3]).toBe('30/04')
})
