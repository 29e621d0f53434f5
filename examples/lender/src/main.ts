import { Payproof, PayproofError } from '@payproof/sdk'
import { openApplications } from './applications.ts'
import { listen } from './server.ts'
import { openWebhook } from './webhook.ts'

// biome-ignore lint/style/noProcessEnv: the one place that reads it.
const { PAYPROOF_URL, PAYPROOF_API_KEY, PORT = '3000', LENDER_URL } = process.env

async function start() {
  if (!PAYPROOF_URL || !PAYPROOF_API_KEY)
    throw new Error('set PAYPROOF_URL and PAYPROOF_API_KEY. `npm run dev` prints both')
  const payproof = new Payproof({ baseUrl: PAYPROOF_URL, apiKey: PAYPROOF_API_KEY })
  const applications = openApplications(payproof)
  const webhook = openWebhook(applications.handleDelivery)
  const serviceOrigin = new URL(PAYPROOF_URL).origin
  const server = await listen({ applications, receive: webhook.receive, serviceOrigin, port: Number(PORT) })
  // The public URL is used if the lender runs behind a proxy.
  const removeWebhook = await webhook.register(payproof, LENDER_URL ?? server.url)
  process.stdout.write(`The lender is open at ${LENDER_URL ?? server.url}\n`)

  async function stop() {
    server.close()
    await removeWebhook()
    process.exit()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

start().catch((error: Error) => {
  const code = error instanceof PayproofError ? ` (${error.code})` : ''
  process.stderr.write(`The lender cannot start: ${error.message}${code}\n`)
  process.exit(1)
})
