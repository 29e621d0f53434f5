import { execFileSync } from 'node:child_process'
import { aUser } from '../../server/test/people.ts'
import { type Machine, openMachine, terminate, waitForExit } from './machine.ts'
import { print, runInRoot } from './stage.ts'

// Rehearses compose.yaml: the whole service with one process for each kind of work.

const [stagesFile = ''] = process.argv.slice(2)
const machine = await openMachine('compose.yaml', stagesFile)
try {
  await rehearse(machine)
} finally {
  await machine.close()
}

async function rehearse({ runOnce, startContainer, waitUntilHealthy, longRunning, stageOf }: Machine) {
  const admin = (...args: string[]) => runOnce('admin', args)
  await admin('create-root-key')
  for (const name of ['migrate', 'prepare-cell', 'prepare-bucket']) await runOnce(name)
  // These services run again, as in a second `docker compose up`.
  for (const name of ['migrate', 'prepare-cell', 'prepare-bucket']) await runOnce(name)
  const options = ['--name', 'acme', '--owner-email', 'olive@acme.example', '--owner-name', 'Olive']
  const client: { apiKey: string } = JSON.parse(await admin('create-client', ...options))

  const running = longRunning.map((name, n) => {
    const port = 8080 + n
    return { name, port, child: startContainer(name, [], { PORT: String(port) }) }
  })
  for (const { name, port } of running) {
    await waitUntilHealthy(name, port)
    print(`${name}: healthy as an unprivileged user on a read-only root`)
  }
  const api = running.find(({ name }) => name === 'api')
  await callApi(`http://127.0.0.1:${api?.port}`, client.apiKey)
  for (const { child } of running) terminate(child)
  for (const { name, child } of running) await waitForExit(child, name)
  print('all processes stopped on SIGTERM')
  for (const [name, program] of [
    ['reader', 'qpdf'],
    ['reader', 'tesseract'],
    ['reader', 'bwrap'],
    ['browser', 'chromium-headless-shell'],
  ] as const)
    runInRoot(stageOf(name).root, [program, '--version'])
  const sizes = ['service', 'reader', 'browser', 'sandbox'].map((name) => {
    const [megabytes] = execFileSync('du', ['-sm', stageOf(name).root])
      .toString()
      .split('\t')
    return `${name} ${megabytes} MB`
  })
  print(sizes.join(', '))
}

/** Creates and reads a user, and loads the hosted pages. */
async function callApi(address: string, apiKey: string) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const created = await fetch(`${address}/users`, { method: 'POST', headers, body: JSON.stringify(aUser()) })
  if (created.status !== 201) throw new Error(`POST /users: ${created.status} ${await created.text()}`)
  const { user_id } = (await created.json()) as { user_id: string }
  for (const path of [`/users/${user_id}`, '/openapi.json', '/console/signin', '/docs/', '/journey.js']) {
    const reply = await fetch(address + path, { headers: { 'x-api-key': apiKey } })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  }
  print('client created, user created and read, pages served')
}
