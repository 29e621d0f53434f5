import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '../../proofs/fuzz/service.ts'
import { askForObjects } from '../../server/test/objects-on-demand.ts'
import { openTestApi } from '../../server/test/open-test-api.ts'
import { signInOwner } from '../../server/test/people.ts'
import { openSandboxProcess } from '../../server/test/sandbox-process.ts'
import { makeWorld } from '../../server/test/template.ts'
import { createTenantFixture, must } from '../../server/test/tenants/fixture.ts'
import { prepareEnvironment } from '../virtual-environment.ts'

// `npm run schemathesis -- [OPTIONS]`: starts the service and lets Schemathesis test it against server/openapi.json. Options
// are passed on, such as `--include-operation-id createUser` or `--max-examples 200`.

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Settings of the run; deviations from the checks have their reasons there. */
const configFile = at('dev/schemathesis/schemathesis.toml')
// One worker: with several, Python 3.11 can end with "AST constructor recursion depth mismatch".
const defaultOptions = ['--seed', '20261117', '--workers', '1']

async function main(options: string[]) {
  const bin = await prepareEnvironment({
    name: 'schemathesis',
    requirements: 'dev/schemathesis/requirements.txt',
    modules: ['schemathesis'],
  })
  const { world, services, stop } = await makeWorld({ durable: false })
  const sandbox = await openSandboxProcess()
  const { settings, objects } = await askForObjects(world)
  await objects.close()
  const api = await openTestApi(
    world,
    { ...settings, SANDBOX_URL: sandbox.url, CHECK_REPLIES: 'false' },
    'api',
  )
  const service = await startService(api.environment, join(services.folder, 'tested-service.log'))
  const folder = mkdtempSync(join(tmpdir(), 'payproof-schemathesis-'))
  try {
    const { acme } = await createTenantFixture(api)
    const { user_id } = acme.ids
    const env = {
      // biome-ignore lint/style/noProcessEnv: Schemathesis needs PATH; its own settings follow.
      ...process.env,
      PAYPROOF_API_KEY: world.clients.acme.apiKey,
      PAYPROOF_MEMBER_TOKEN: await signInOwner(api, 'acme'),
      PAYPROOF_OTHER_MEMBER_TOKEN: acme.members.FullMember.token,
      PAYPROOF_USER_TOKEN: (await must(api.acme, 'POST', '/user-tokens', { user_id })).token,
      PYTHONPATH: at('dev/schemathesis'),
      SCHEMATHESIS_HOOKS: 'hooks',
      // Its own files stay out of the project.
      HYPOTHESIS_STORAGE_DIRECTORY: folder,
    }
    const args = ['--config-file', configFile, 'run', at('server/openapi.json'), '--url', service.address]
    const child = spawn(join(bin, 'schemathesis'), [...args, ...defaultOptions, ...options], {
      cwd: folder,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    return Number(code)
  } finally {
    await service.stop()
    await api.close()
    await sandbox.stop()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exit(await main(process.argv.slice(2)))
