import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors } from '../providers/errors.ts'

const guide = readFileSync(new URL('../../../docs/guides/sandbox.md', import.meta.url), 'utf8')

test('the guide contains the current table of errors', () => {
  const rows = Object.entries(errors).map(
    ([code, { status, when, providers }]) =>
      `| \`${code}\` | ${status} | ${when} | ${providers.map((id) => id.replace('sandbox-', '')).join(', ')} |`,
  )
  const table = ['| Code | Status | When it happens | At |', '|---|---|---|---|', ...rows].join('\n')
  expect(guide).toContain(table)
})
