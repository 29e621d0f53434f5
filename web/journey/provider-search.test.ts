import { expect, test } from 'vitest'
import { deviceFacts } from './device.ts'
import { choicesOf, search } from './provider-search.ts'
import type { Catalogue, Provider } from './types.ts'

const aProvider = (id: string, name: string, changes: Partial<Provider> = {}): Provider => ({
  id,
  name,
  url: '',
  logo_url: '',
  is_oauth2: false,
  is_scraper: false,
  is_direct: false,
  reset_url: '',
  parent: null,
  max_login_attempts: 5,
  extra_login_params: [],
  health: { state: 'unknown', success_rate: null, median_ms: null, calls: 0 },
  ...changes,
})

const catalogue: Catalogue = {
  providers: [
    aProvider('pay', 'Fennelgate Payroll'),
    aProvider('bureau', 'Reckonwell Bureau', { is_direct: true }),
    aProvider('taxauth', 'The tax authority'),
  ],
  parent_provider_meta: [],
  employers: [
    { id: 'cafe', name: 'Caffè O’Brindle & Sons', url: '', logo_url: '', providers: ['pay'] },
    { id: 'none', name: 'Nobody Ltd', url: '', logo_url: '', providers: ['bureau'] },
  ],
}

test('only providers with a login are offered', () => {
  expect(choicesOf(catalogue).map(({ id }) => id)).toEqual(['cafe', 'pay'])
})

test.each([
  ['caffe', ['cafe']],
  ['obrindle', ['cafe']],
  ['sons caf', ['cafe']],
  ['PAYROLL', ['pay']],
  ['fennelgate payroll', ['pay']],
  ['ayroll', []],
  ['sons pay', []],
])('whoever types %s finds %j', (typed, found) => {
  expect(search(choicesOf(catalogue), typed).map(({ id }) => id)).toEqual(found)
})

test('device facts have the format the service accepts', () => {
  const seen = {
    userAgent: 'Browser 1',
    screen: { width: 390.4, height: 844, colorDepth: 24 },
    scale: 2.625_000_1,
    window: { width: 390, height: 664 },
  }
  expect(deviceFacts({ ...seen, offset: -60 })).toEqual({
    'x-svc-client-browser-user-agent': 'Browser 1',
    'x-svc-client-screens': 'width=390&height=844&scaling-factor=2.625&colour-depth=24',
    'x-svc-client-window-size': 'width=390&height=664',
    'x-svc-client-timezone': 'UTC+01:00',
  })
  expect(deviceFacts({ ...seen, offset: 210 })['x-svc-client-timezone']).toBe('UTC-03:30')
  expect(
    deviceFacts({ ...seen, userAgent: 'Bröwser', offset: 0 })['x-svc-client-browser-user-agent'],
  ).toBeUndefined()
})
