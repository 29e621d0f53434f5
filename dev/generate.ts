import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { repositoryIndex, repositoryIndexPath } from '../docs/site/llms.ts'
import { generateSdk } from '../sdk/scripts/generate.ts'
import { generatePython } from '../sdk/scripts/python/generate.ts'
import { readConfig } from '../server/src/config.ts'
import { openLog } from '../server/src/platform/telemetry/log.ts'
import { openRole } from '../server/src/process/roles.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { coveragePagePath, renderCoveragePage } from './coverage-page.ts'
import { protocolFactsPagePath, renderProtocolFactsPage } from './protocol-facts-page.ts'
import { providerFailuresPagePath, renderProviderFailuresPage } from './provider-failures-page.ts'
import { renderSettingsPage, settingsPagePath } from './settings-page.ts'

// Regenerates the settings page from the configuration's schema, the coverage page from the UK sources, the pages of
// protocol facts and failures from the simulators, tables.ts from the migrated database, openapi.json from the routes,
// and both SDKs from openapi.json. The generated files are committed; CI runs this script and fails if anything changed.
const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

await writeFile(at(settingsPagePath), renderSettingsPage())
await writeFile(at(coveragePagePath), renderCoveragePage())
await writeFile(at(protocolFactsPagePath), renderProtocolFactsPage())
await writeFile(at(providerFailuresPagePath), renderProviderFailuresPage())
await writeFile(repositoryIndexPath, repositoryIndex())
const { world, stop } = await makeWorld({ durable: false })
try {
  const { host, port } = world.postgres
  await run(process.execPath, [
    at('node_modules/.bin/kysely-codegen'),
    '--dialect',
    'postgres',
    '--log-level',
    'error',
    '--url',
    `postgres://postgres@${host}:${port}/${world.template}`,
    '--exclude-pattern',
    '{migrations,audit_heads}',
    '--out-file',
    at('server/src/platform/database/tables.ts'),
  ])
  const api = await openRole('api', readConfig(environmentFor(world, world.template)), openLog('error'))
  const { body } = await api.server.inject('/openapi.json')
  await writeFile(at('server/openapi.json'), `${JSON.stringify(JSON.parse(body), null, 2)}\n`)
  await api.close()
  await generateSdk()
  await generatePython()
} finally {
  await stop()
}
