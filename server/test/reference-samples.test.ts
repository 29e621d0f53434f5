import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { type ApiDescription, chaptersOf, type PathOperation } from '../../docs/site/reference/api.ts'
import { plainSample, samplesOf } from '../../docs/site/reference/samples.ts'
import { startApi } from './api.ts'
import { createUser, signInOwner } from './people.ts'

// Runs every curl sample of the API reference as it is printed. The ids are invented, so most replies are 404; a
// sample with a wrong field, type or credential would be rejected with 400, 401, 403 or 415.

/**
 * Expected rejections of invented passwords, codes and uploads, of a token without a journey, and of a host that does
 * not resolve.
 */
const expectedRefusals: Record<string, number> = {
  // These need the token of a journey, an authorisation or a code that was mailed.
  confirmJourneyPerson: 403,
  readUnsentFiles: 403,
  returnToJourney: 403,
  createWebhook: 400,
  submitBankStatements: 400,
  submitPayslips: 400,
  signIn: 401,
  validateMfa: 401,
  changePassword: 403,
  startTotpSetup: 403,
  authenticateAgain: 403,
  validateAuthentication: 403,
  registerPasskey: 403,
  signInWithPasskey: 403,
  authenticateAgainWithPasskey: 403,
  countJourneyEvents: 403,
  countEmployerMiss: 403,
  // An earlier sample withdraws the authorisation.
  createJourneyDirectConnection: 403,
  renewJourneySession: 403,
}
/** Whether an operation is forwarded to the sandbox, which this process does not have. */
const isForwarded = ({ tags }: PathOperation) => tags[0] === 'Sandbox'

const document = new URL('../openapi.json', import.meta.url)
const api = JSON.parse(readFileSync(document, 'utf8')) as ApiDescription
const operations = chaptersOf(api).flatMap(({ operations }) => operations)
const folder = mkdtempSync(join(tmpdir(), 'payproof-curl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const service = await startApi({ RATE_BURST: '1000' }, 'api')
const { server, acme, world } = service
const url = await server.listen({ host: '127.0.0.1', port: 0 })

test('every curl sample is a valid request', async () => {
  const { user_id } = await createUser(acme)
  await acme('POST', '/authorisations', { user_id, user_agent: 'curl' })
  const { body } = await acme('POST', '/user-tokens', { user_id })
  const token = await signInOwner(service, 'acme')
  // One sample requires a second factor of all members; sessions of single sign-on are exempt.
  await service.sql("update member_sessions set method = 'sso'")
  const lines = operations.map(
    (operation) => `id=${operation.operationId}\n${plainSample(samplesOf(operation, api).curl)}\n`,
  )
  // The shell function prints the status and the body of each reply on one line.
  const report = `curl() { command curl -sS -w '\\n%{http_code}' "$@" -o reply | tr -d '\\n'; echo " $id $(tr -d '\\n' < reply)"; }\n`
  const script = join(folder, 'samples.sh')
  writeFileSync(script, report + lines.join('\n'))
  const { stdout } = await promisify(execFile)('bash', [script], {
    cwd: folder,
    env: {
      // biome-ignore lint/style/noProcessEnv: where curl is.
      PATH: process.env.PATH,
      PAYPROOF_URL: url,
      PAYPROOF_API_KEY: world.clients.acme.apiKey,
      USER_TOKEN: body.token,
      MEMBER_TOKEN: token,
    },
    maxBuffer: 10_000_000,
  })
  const replies = stdout.trim().split('\n')
  expect(replies).toHaveLength(operations.length)
  const unexpected = replies.filter((line, at) => {
    const status = Number(line.slice(0, 3))
    const operation = operations[at] as PathOperation
    const expected = isForwarded(operation) ? 503 : (expectedRefusals[operation.operationId] ?? 404)
    return status >= 300 && status !== expected
  })
  expect(unexpected).toEqual([])
})
