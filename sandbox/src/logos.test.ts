import { expect, test } from 'vitest'
import { startSandbox } from './testing/start-sandbox.ts'

const { call } = await startSandbox()

test.each([
  ['sandbox-payroll', 'FP'],
  ['sandbox-cloud', 'C'],
  ['taxauth', 'H'],
  ['brindlewick', 'BL'],
  ['fennelgate', 'F'],
])('%s has a logo with the initials %s', async (id, initials) => {
  const { status, headers, text } = await call('GET', `/logos/${id}.svg`)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  expect(text).toContain(`>${initials}</text>`)
})

test.each(['nobody.svg', 'brindlewick.png', 'brindlewick', '..%2Fmain.ts'])(
  'returns 404 for %s',
  async (file) => {
    expect((await call('GET', `/logos/${file}`)).status).toBe(404)
  },
)
