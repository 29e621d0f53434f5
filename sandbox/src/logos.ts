import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { check, SandboxHttpError } from './http-error.ts'
import { html } from './pages.ts'
import { workplaces } from './people/employers.ts'
import { providers } from './providers/catalogue.ts'
import { randomFor } from './random.ts'

const File = z.object({ file: z.string().max(100) })
const colours = ['#1f4d3d', '#5b3a29', '#24455c', '#6b2e45', '#4a5320', '#3b3b6d'] as const

/** Other companies with a logo: the parent of a provider, and the lender of tests and demonstrations. */
const otherCompanies = {
  fennelgate: { name: 'Fennelgate', colour: '#4b2e6b' },
  acme: { name: 'Acme Lending', colour: '#24455c' },
}

const logoOwners = new Map<string, { name: string; colour: string }>([
  ...workplaces.map(
    ({ employer: { id, name } }) => [id, { name, colour: randomFor('logo', id).pick(colours) }] as const,
  ),
  ...Object.entries({ ...providers, ...otherCompanies }),
])

/** Adds routes for generated logos, e.g. `/logos/brindlewick.svg`. */
export async function logoRoutes(server: FastifyInstance) {
  server.get('/logos/:file', async (request, reply) => {
    const [, id = ''] = /^(.+)\.svg$/.exec(check(File, request.params).file) ?? []
    const owner = logoOwners.get(id)
    if (!owner) throw new SandboxHttpError(404, 'There is no logo with this name')
    return reply
      .headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      .send(logoSvg(owner))
  })
}

const logoSvg = ({ name, colour }: { name: string; colour: string }) =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="${name}"><rect width="64" height="64" rx="8" fill="${colour}"/><text x="32" y="42" text-anchor="middle" font-family="sans-serif" font-size="28" fill="#fff">${initials(name)}</text></svg>
`.markup

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => !/^(the|of|and|&)$/i.test(word))
    .slice(0, 2)
    .map(([letter]) => letter?.toUpperCase())
    .join('')
