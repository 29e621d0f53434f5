import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

// A real OpenID provider on loopback, for tests of single sign-on. Its accounts are set by PUT /accounts/<id>. A request
// with login_hint signs in at once; otherwise a page asks for the account.

const [redirectUri = ''] = process.argv.slice(2)
const client = {
  client_id: 'payproof',
  client_secret: 'a secret of sixteen words or so',
  redirect_uris: [redirectUri],
}
const accounts = new Map<string, object>()
const scope = 'openid email profile'

const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

type GrantContext = {
  oidc: {
    session: { accountId: string }
    provider: {
      Grant: new (owner: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    }
  }
}

const provider = new Provider(issuer, {
  clients: [client],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  features: { devInteractions: { enabled: false } },
  cookies: { keys: ['a key of the tests'] },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
  }),
  // Every person has consented.
  async loadExistingGrant({ oidc }: GrantContext) {
    const owner = { clientId: client.client_id, accountId: oidc.session.accountId }
    const grant = new oidc.provider.Grant(owner)
    grant.addOIDCScope(scope)
    await grant.save()
    return grant
  },
  pkce: { required: () => true },
})
const handleProtocol = provider.callback()

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function interact(request: IncomingMessage, response: ServerResponse) {
  const { params } = await provider.interactionDetails(request, response)
  const typed = request.method === 'POST' ? new URLSearchParams(await readBody(request)).get('account') : null
  const accountId = typed ?? params.login_hint
  if (typeof accountId === 'string')
    return provider.interactionFinished(request, response, { login: { accountId } })
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    '<title>Provider</title><h1>Provider</h1><form method="post"><label>Account <input name="account"></label><button>Log in</button></form>',
  )
}

async function handle(request: IncomingMessage, response: ServerResponse) {
  const url = request.url ?? ''
  if (request.method === 'PUT' && url.startsWith('/accounts/')) {
    accounts.set(decodeURIComponent(url.slice('/accounts/'.length)), JSON.parse(await readBody(request)))
    return response.end()
  }
  return url.startsWith('/interaction/') ? interact(request, response) : handleProtocol(request, response)
}

server.on('request', (request, response) => {
  handle(request, response).catch((error) => {
    response.statusCode = 500
    response.end(String(error))
  })
})
process.stdout.write(`${JSON.stringify({ issuer, ...client })}\n`)
