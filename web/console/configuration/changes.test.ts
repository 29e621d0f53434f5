import { expect, test } from 'vitest'
import { changesIn } from './changes.ts'

const saved = {
  payroll_period_months: 12,
  taxauth_enabled: true,
  client_logo: 'https://acme.example/logo.svg',
  recurring_check_end_date: '2027-01-31T09:30:00.000Z',
}
const unchanged = {
  payroll_period_months: '12',
  taxauth_enabled: 'on',
  client_logo: 'https://acme.example/logo.svg',
  recurring_check_end_date: '2027-01-31',
}

test('sends nothing if nothing changed, and keeps the time of day of the end date', () => {
  expect(changesIn(unchanged, saved)).toEqual({})
})

test('unsets a field whose input was emptied', () => {
  expect(changesIn({ ...unchanged, client_logo: ' ', recurring_check_end_date: '' }, saved)).toEqual({
    client_logo: null,
    recurring_check_end_date: null,
  })
})

test('an unset consent layout and the default are the same; an emptied retention is unset', () => {
  expect(changesIn({ ...unchanged, consent_layout: '' }, { ...saved, consent_layout: 'list' })).toEqual({})
  expect(changesIn({ ...unchanged, consent_layout: 'test' }, saved)).toEqual({ consent_layout: 'test' })
  expect(
    changesIn({ ...unchanged, data_retention_months: '' }, { ...saved, data_retention_months: 6 }),
  ).toEqual({ data_retention_months: null })
})

test('sends only the fields that changed', () => {
  expect(changesIn({ ...unchanged, payroll_period_months: '6', client_display_name: 'Acme' }, saved)).toEqual(
    {
      payroll_period_months: 6,
      client_display_name: 'Acme',
    },
  )
})

test('reads the days of reminders from a list, and empties it', () => {
  expect(changesIn({ ...unchanged, reminder_days: '2, 5' }, saved)).toEqual({ reminder_days: [2, 5] })
  expect(changesIn({ ...unchanged, reminder_days: '2 5' }, { ...saved, reminder_days: [2, 5] })).toEqual({})
  expect(changesIn({ ...unchanged, reminder_days: '' }, { ...saved, reminder_days: [2, 5] })).toEqual({
    reminder_days: [],
  })
})
