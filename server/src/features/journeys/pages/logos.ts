import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Catalogue } from '../../../connectors/catalogue.ts'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import { publicAccess } from '../../../platform/http/caller.ts'
import { filePolicy } from '../../../platform/http/response-headers.ts'
import type { Server } from '../../../platform/http/server.ts'
import { TextLine } from '../../../platform/http/wire.ts'
import { notFound } from '../../../platform/problem.ts'
import { findJourneyPage } from './find-journey-page.ts'
import type { LogoImage, LogoImages } from './logo-images.ts'

type LogoRouteDeps = { database: Tenancy; catalogue: Catalogue; images: LogoImages }

const LogoPicture = z
  .strictObject({
    picture: z
      .string()
      .nullable()
      .describe('A data: URL; null if the image cannot be loaded, in which case the journey shows initials'),
  })
  .meta({ id: 'LogoPicture' })

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const

/** Proxies logos, so that third-party hosts neither learn who is on a journey nor control what a page loads. */
export async function logoRoutes(server: Server, { database, catalogue, images }: LogoRouteDeps) {
  const { employers, parent_provider_meta, providers } = catalogue
  const logoUrls = new Map(
    [...employers, ...parent_provider_meta, ...providers].map(({ id, logo_url }) => [id, logo_url]),
  )

  server.get('/journeys/logos/:id', hidden, async (request, reply) => {
    const { id } = request.params as { id: string }
    const url = logoUrls.get(id)
    return sendLogo(reply, id, url && (await images.find(url)), 'public, max-age=3600')
  })

  server.get('/j/:journey_id/logo', hidden, async (request, reply) => {
    const { journey_id } = request.params as { journey_id: string }
    const id = z.uuid().safeParse(journey_id)
    const page = id.success ? await findJourneyPage(database, { id: id.data }) : undefined
    const url = page?.brand?.client_logo
    return sendLogo(reply, journey_id, url && (await images.find(url)), 'private, max-age=300')
  })

  server.route({
    method: 'GET',
    url: '/configuration/logo',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'configuration' } },
    schema: {
      operationId: 'getLogo',
      summary: 'Preview a logo as the journey would show it',
      description: 'The logo as the journey would show it, fetched and checked by the service.',
      tags: ['Configuration'],
      querystring: z.strictObject({ client_logo: TextLine(2048) }),
      response: { 200: LogoPicture },
    },
    async handler({ query }) {
      const picture = await images.find(query.client_logo)
      return { picture: picture ? `data:${picture.type};base64,${picture.bytes.toString('base64')}` : null }
    },
  })
}

function sendLogo(
  reply: FastifyReply,
  id: string,
  picture: LogoImage | '' | null | undefined,
  cache: string,
) {
  if (!picture) throw notFound('Logo', id)
  return reply
    .headers({
      'cache-control': cache,
      'cross-origin-resource-policy': 'same-origin',
      // An SVG may contain scripts, so it is sandboxed in case it is opened as a document of our origin.
      'content-security-policy': `${filePolicy}; style-src 'unsafe-inline'`,
    })
    .type(picture.type)
    .send(picture.bytes)
}
