import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitFirstWebhook, callApi } from './first-webhook.ts'
import { dropPrivileges, readStages, terminate, waitForExit } from './machine.ts'
import { treeMegabytes } from './memory.ts'
import { print, sandboxOptions } from './stage.ts'

// Rehearses the sandbox image: its entry point as its unprivileged user, with /data on a volume, to the first webhook; then a
// second start with the same volume.

const [stagesFile = ''] = process.argv.slice(2)
const stage = readStages(stagesFile).sandbox
if (!stage) throw new Error('There is no image sandbox')
const { root, user, commands } = stage
const url = 'http://127.0.0.1:8080'
const volume = mkdtempSync(join(tmpdir(), 'payproof-volume-'))
execFileSync('ip', ['link', 'set', 'lo', 'up'])
try {
  const [uid = 0, gid = 0] = user.split(':').map(Number)
  chownSync(volume, uid, gid)
  mkdirSync(join(root, 'data'), { recursive: true })
  const startedAt = performance.now()
  const first = await startImage()
  const userId = await awaitFirstWebhook(caller())
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  print(`first webhook ${seconds} s after docker run`)
  const { processes, megabytes } = treeMegabytes([first.pid ?? 0])
  print(`${processes} processes, ${megabytes} MB`)
  await stopImage(first)
  const second = await startImage()
  await callApi(caller(), 'GET', `/users/${userId}`)
  print('the second start continued with the data of the volume')
  await stopImage(second)
} finally {
  rmSync(volume, { recursive: true, force: true })
}

async function startImage() {
  const mounts = ['--bind', volume, '/data']
  const command = [...(commands.ENTRYPOINT ?? []), ...(commands.CMD ?? [])]
  const options = sandboxOptions(stage as NonNullable<typeof stage>, {}, true)
  const child = spawn('bwrap', [...options, ...mounts, ...dropPrivileges(user), ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  for (let attempt = 0; !output.includes('Ctrl-C stops everything'); attempt++) {
    if (child.exitCode !== null || attempt > 3_000) throw new Error(`The image did not start:\n${output}`)
    await sleep(100)
  }
  return child
}

function caller() {
  const client = JSON.parse(readFileSync(join(volume, 'client.json'), 'utf8'))
  return { url, apiKey: client.apiKey as string }
}

async function stopImage(child: ChildProcess) {
  terminate(child)
  await waitForExit(child, 'the sandbox image')
}
