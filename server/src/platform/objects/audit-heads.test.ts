import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/engine.ts'
import { startObjects } from '../../../test/objects.ts'
import { createUser } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'
import { objectSettings, openDependencies } from '../../process/dependencies.ts'
import { startHeadsExport } from '../../process/export-audit-heads.ts'
import { openLog } from '../telemetry/log.ts'
import { openObjectStore } from './objects.ts'

const { settings } = await startObjects()
const bucket = `heads-${randomUUID().slice(0, 8)}`
const api = await startApi({ ...settings, AUDIT_HEADS_BUCKET: bucket, AUDIT_HEADS_DAYS: '1' }, 'api')
const { config, sql } = api
const heads = openObjectStore({ ...objectSettings(config), bucket, temporary: undefined })
const deps = await openDependencies(config, openLog('silent'))
atEnd(async () => {
  await heads.close()
  await deps.close()
})

test('finding 10: signed heads are exported, locked, and reveal a chain that was rewritten in the database', async () => {
  await runAdmin(config, ['prepare-bucket'])
  const since = new Date(Date.now() - 60_000).toISOString()
  await createUser(api.acme)
  const exporting = startHeadsExport(deps)
  await eventually(async () => (await heads.list('audit-heads/')).length === 1)
  await exporting?.close()
  const verify = () => runAdmin(config, ['verify-audit', '--exported-since', since])
  expect(await verify()).toMatchObject({ intact: true })
  await expect(heads.deletePrefix('audit-heads/')).rejects.toThrow()
  expect(await heads.list('audit-heads/')).toHaveLength(1)
  // The attacker empties the chains and their heads, so that they agree with each other.
  await sql('delete from audit_lines')
  await sql(`update audit_heads set seq = 0, hash = sha256(convert_to(client_id || ':' || lane, 'UTF8'))`)
  await expect(verify()).rejects.toThrow('the chain was truncated')
})
