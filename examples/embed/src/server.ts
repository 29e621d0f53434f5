import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Payproof } from '@payproof/sdk'

// Serves the built pages and creates links. One person stands for the person who is signed in to your site.

// biome-ignore lint/style/noProcessEnv: the one place that reads it.
const { PAYPROOF_URL = '', PORT = '3001' } = process.env
const payproof = new Payproof() // reads PAYPROOF_URL and PAYPROOF_API_KEY
const serviceOrigin = new URL(PAYPROOF_URL).origin
const { user_id } = await payproof.users.create({
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1988-05-14',
  post_codes: ['BS6 9ZX'],
  ni_number: 'QQ474852A',
  payroll_period_months: 12,
})

// The package needs no script of ours: only the frame has our origin.
const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; frame-src ${serviceOrigin}; base-uri 'none'; require-trusted-types-for 'script'`
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' }

const server = createServer(async ({ method, url = '/' }, response) => {
  if (method === 'POST' && url === '/link') {
    const { webapp_link } = await payproof.userTokens.create({ user_id })
    return response.end(webapp_link)
  }
  const [, path = ''] = /^\/((?:assets\/)?[\w-]+\.(?:html|js))$/.exec(url) ?? []
  const file = await readFile(new URL(`../dist/${path}`, import.meta.url)).catch(() => undefined)
  const type = types[path.split('.').at(-1) ?? ''] ?? 'text/plain'
  response.writeHead(file ? 200 : 404, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'permissions-policy': `camera=(self "${serviceOrigin}")`,
    'referrer-policy': 'no-referrer',
  })
  response.end(file)
})
server.listen(Number(PORT), '127.0.0.1', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await payproof.configuration.update({ frame_origins: [origin] })
  process.stdout.write(`Open ${origin}/react.html or ${origin}/plain.html\n`)
})
