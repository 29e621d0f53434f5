import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Device } from '../../../connectors/connector.ts'

// Device data for the fraud prevention headers that the tax authority requires. It is sent with the request to the
// tax authority and not stored. docs/guides/tax-authority.md describes how each value is collected.

const matching = (pattern: RegExp, example: string) =>
  z.string().max(1_000).regex(pattern, `must be as ${example}`)

// A strict pattern for each value prevents header injection.
const facts = {
  'device-id': z.uuid('must be a UUID'),
  'browser-user-agent': matching(
    /^[\x20-\x7e]{1,500}$/,
    'the browser says it, at most 500 characters of ASCII',
  ),
  'public-ip': z.union([z.ipv4(), z.ipv6()], 'must be an IP address'),
  'public-port': matching(
    /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
    '47138',
  ),
  screens: matching(
    /^(width=\d{1,5}&height=\d{1,5}&scaling-factor=\d{1,2}(\.\d{1,6})?&colour-depth=\d{1,3}(,(?=w)|$)){1,8}$/,
    'width=1920&height=1080&scaling-factor=1&colour-depth=24',
  ),
  'window-size': matching(/^width=\d{1,5}&height=\d{1,5}$/, 'width=1256&height=803'),
  timezone: matching(/^UTC[+-](0\d|1[0-4]):[0-5]\d$/, 'UTC+01:00'),
  'multi-factor': matching(
    /^type=(TOTP|AUTH_CODE|OTHER)&timestamp=[\w%.:-]{1,40}&unique-reference=[\w%.~-]{1,200}$/,
    'type=TOTP&timestamp=2026-01-31T09%3A30Z&unique-reference=c672b8d1',
  ),
  'user-ids': matching(/^([\w%.~-]{1,100}=[\w%.~-]{1,200}(&(?=.)|$)){1,5}$/, 'your-product=user-id'),
}

const prefix = 'x-svc-client-'

/** The headers in which a caller sends data about the applicant's device. */
export const DeviceHeaders = z.object(
  Object.fromEntries(
    Object.entries(facts).map(([name, schema]) => [
      `${prefix}${name}`,
      schema.optional().describe('About the person’s device, passed on to the tax authority and not kept'),
    ]),
  ),
)

/** Returns the device data of a request. Its headers must have been validated. */
export const deviceOf = (request: FastifyRequest): Device => ({
  facts: {
    ...(isFromHostedJourney(request) && { 'public-ip': addressOf(request) }),
    ...Object.fromEntries(
      Object.keys(facts).flatMap((name) => {
        const value = request.headers[`${prefix}${name}`]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ),
  },
  at: new Date().toISOString(),
})

/** The hosted journey calls the API directly from the browser, so the request address is the device's public IP. */
const isFromHostedJourney = ({ caller }: FastifyRequest) =>
  caller.kind === 'user' && caller.journeyId !== null

const addressOf = ({ ip }: FastifyRequest) => ip.replace(/^::ffff:(?=\d+\.)/, '')
