import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Device } from '../../../connectors/connector.ts'

// What a journey says of the person's device, for the tax authority, which wants to know who is behind a request. It goes
// with that request and is kept no longer; docs/guides/tax-authority.md tells how each is collected.

const form = (pattern: RegExp, like: string) => z.string().max(1_000).regex(pattern, `must be as ${like}`)

// Each has a form of its own, so that nothing can be smuggled into a header of ours.
const facts = {
  'device-id': z.uuid('must be a UUID'),
  'browser-user-agent': form(/^[\x20-\x7e]{1,500}$/, 'the browser says it, at most 500 characters of ASCII'),
  'public-ip': z.union([z.ipv4(), z.ipv6()], 'must be an IP address'),
  'public-port': form(/^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/, '47138'),
  screens: form(
    /^(width=\d{1,5}&height=\d{1,5}&scaling-factor=\d{1,2}(\.\d{1,6})?&colour-depth=\d{1,3}(,(?=w)|$)){1,8}$/,
    'width=1920&height=1080&scaling-factor=1&colour-depth=24',
  ),
  'window-size': form(/^width=\d{1,5}&height=\d{1,5}$/, 'width=1256&height=803'),
  timezone: form(/^UTC[+-](0\d|1[0-4]):[0-5]\d$/, 'UTC+01:00'),
  'multi-factor': form(
    /^type=(TOTP|AUTH_CODE|OTHER)&timestamp=[\w%.:-]{1,40}&unique-reference=[\w%.~-]{1,200}$/,
    'type=TOTP&timestamp=2026-01-31T09%3A30Z&unique-reference=c672b8d1',
  ),
  'user-ids': form(/^([\w%.~-]{1,100}=[\w%.~-]{1,200}(&(?=.)|$)){1,5}$/, 'your-product=user-id'),
}

const prefix = 'x-svc-client-'

/** The headers in which a caller passes on what the person's device says. */
export const DeviceHeaders = z.object(
  Object.fromEntries(
    Object.entries(facts).map(([name, schema]) => [
      `${prefix}${name}`,
      schema.optional().describe('About the person’s device, passed on to the tax authority and not kept'),
    ]),
  ),
)

/** Of a request that was checked. */
export const deviceOf = (request: FastifyRequest): Device => ({
  facts: {
    ...(isOfJourney(request) && { 'public-ip': addressOf(request) }),
    ...Object.fromEntries(
      Object.keys(facts).flatMap((name) => {
        const value = request.headers[`${prefix}${name}`]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ),
  },
  at: new Date().toISOString(),
})

/** A page of ours speaks to us directly, and does not know its own address; we do. */
const isOfJourney = ({ caller }: FastifyRequest) => caller.kind === 'user' && caller.journeyId !== null

const addressOf = ({ ip }: FastifyRequest) => ip.replace(/^::ffff:(?=\d+\.)/, '')
