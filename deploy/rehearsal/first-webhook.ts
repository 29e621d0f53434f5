import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// The walk of the quickstart: register a fictional person, connect her payroll, receive the verified webhook.

type Caller = { url: string; apiKey: string }

const cli = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const maxAttempts = 1_200
const pollMs = 100

/** Calls the API and throws if it fails. */
export async function callApi({ url, apiKey }: Caller, method: string, path: string, body?: object) {
  const reply = await fetch(url + path, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return JSON.parse(text)
}

/** Returns the user's id as soon as `webhooks listen` has verified the delivery with the payslips. */
export async function awaitFirstWebhook(caller: Caller): Promise<string> {
  const listening = spawn(process.execPath, [cli, 'webhooks', 'listen'], {
    env: { PATH: '/usr/bin:/bin', HOME: '/tmp', PAYPROOF_URL: caller.url, PAYPROOF_API_KEY: caller.apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [listening.stdout, listening.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const waitForText = async (text: string) => {
    for (let attempt = 0; !output.includes(text); attempt++) {
      if (attempt === maxAttempts) throw new Error(`webhooks listen did not print ${text}:\n${output}`)
      await sleep(pollMs)
    }
  }
  try {
    await waitForText('listens at')
    const { user_id } = await callApi(caller, 'POST', '/users', {
      forename: 'Wilhelmina',
      surname: 'Oakapple',
      date_of_birth: '1988-05-14',
      post_codes: ['BS6 9ZX'],
      ni_number: 'QQ474852A',
      payroll_period_months: 12,
    })
    await callApi(caller, 'POST', '/authorisations', { user_id, user_agent: 'rehearsal' })
    await callApi(caller, 'POST', '/accounts', {
      user_id,
      payroll_provider: 'sandbox-payroll',
      user_name: 'wilhelmina.oakapple',
      password: 'pass',
    })
    await waitForText('user-payroll-submitted')
    return user_id
  } finally {
    const ended = new Promise((resolve) => listening.once('exit', resolve))
    listening.kill('SIGINT')
    await ended
  }
}
