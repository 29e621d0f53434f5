import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Catalogue } from '../../../connectors/catalogue.ts'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import type { Server } from '../../../platform/http/server.ts'
import { Line } from '../../../platform/http/wire.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { notFound } from '../../../platform/problem.ts'
import { openPictures, type Picture } from './logo-images.ts'
import { findPlace } from './find-journey-page.ts'

type Parts = { database: Tenancy; catalogue: Catalogue; outbound: Outbound }

const LogoPicture = z
  .strictObject({
    picture: z
      .string()
      .nullable()
      .describe('As a data: address; null where no picture can be had, and the journey shows initials'),
  })
  .meta({ id: 'LogoPicture' })

const hidden = { config: { caller: 'public' }, schema: { hide: true } } as const

/** Logos come from us: whoever keeps them elsewhere does not learn who is on a journey, nor can change what a page loads. */
export async function logoRoutes(server: Server, { database, catalogue, outbound }: Parts) {
  const pictures = openPictures(outbound)
  const { employers, parent_provider_meta, providers } = catalogue
  const addresses = new Map(
    [...employers, ...parent_provider_meta, ...providers].map(({ id, logo_url }) => [id, logo_url]),
  )

  server.get('/journeys/logos/:id', hidden, async (request, reply) => {
    const { id } = request.params as { id: string }
    const url = addresses.get(id)
    return show(reply, id, url && (await pictures.find(url)), 'public, max-age=3600')
  })

  server.get('/j/:journey_id/logo', hidden, async (request, reply) => {
    const { journey_id } = request.params as { journey_id: string }
    const id = z.uuid().safeParse(journey_id)
    const place = id.success ? await findPlace(database, { id: id.data }) : undefined
    const url = place?.brand?.client_logo
    return show(reply, journey_id, url && (await pictures.find(url)), 'private, max-age=300')
  })

  server.route({
    method: 'GET',
    url: '/configuration/logo',
    config: { caller: 'client' },
    schema: {
      operationId: 'getLogo',
      summary: 'A logo as the journey would show it, before it is set',
      tags: ['Configuration'],
      querystring: z.strictObject({ client_logo: Line(2048) }),
      response: { 200: LogoPicture },
    },
    async handler({ query }) {
      const picture = await pictures.find(query.client_logo)
      return { picture: picture ? `data:${picture.type};base64,${picture.bytes.toString('base64')}` : null }
    },
  })
}

function show(reply: FastifyReply, id: string, picture: Picture | '' | null | undefined, cache: string) {
  if (!picture) throw notFound('Logo', id)
  return reply
    .headers({
      'cache-control': cache,
      'cross-origin-resource-policy': 'same-origin',
      // A drawing may hold a script: opened by itself it is no page of ours.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    .type(picture.type)
    .send(picture.bytes)
}
