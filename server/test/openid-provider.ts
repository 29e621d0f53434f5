import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runAs } from '../../dev/services/processes.ts'
import { compileCache } from './compile-cache.ts'

const program = fileURLToPath(new URL('programs/openid-provider.ts', import.meta.url))

export type OpenIdProvider = Awaited<ReturnType<typeof openOpenIdProvider>>

/** Starts a real OpenID provider in a separate process. The caller stops it. */
export async function openOpenIdProvider(redirectUri: string) {
  const [command = '', ...args] = [...runAs(undefined, 'SIGKILL'), process.execPath, program, redirectUri]
  const child = spawn(command, args, { env: { ...compileCache }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const { issuer, client_id, client_secret } = await new Promise<Record<string, string>>(
    (resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{')) resolve(JSON.parse(line))
      })
      ended.then(() => reject(new Error('the OpenID provider ended before it listened')), reject)
    },
  )

  return {
    issuer: issuer ?? '',
    /** The settings of a client that uses this provider. */
    settings: { issuer, oidc_client_id: client_id, oidc_client_secret: client_secret },

    async setAccount(id: string, claims: object) {
      const url = `${issuer}/accounts/${encodeURIComponent(id)}`
      await fetch(url, { method: 'PUT', body: JSON.stringify(claims) })
    },

    /** Signs in at the provider like a browser. Returns the URL to which the provider sends the browser back. */
    async authorise(authorisationUrl: string, account: string, changes: Record<string, string> = {}) {
      const cookies = new Map<string, string>()
      let url = new URL(authorisationUrl)
      for (const [name, value] of Object.entries({ login_hint: account, ...changes }))
        url.searchParams.set(name, value)
      for (let steps = 0; steps < 10; steps++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const line of reply.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
        const location = reply.headers.get('location')
        if (location === null) throw new Error(`the provider replied ${reply.status}: ${await reply.text()}`)
        url = new URL(location, url)
        if (url.href.startsWith(redirectUri)) return url
      }
      throw new Error('the provider redirected too often')
    },

    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
