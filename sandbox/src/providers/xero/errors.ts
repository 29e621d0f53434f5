import type { FastifyRequest } from 'fastify'
import { errorSpec, type ProviderFault } from '../errors.ts'
import { xeroId } from './payslip.ts'

const titles: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}
const details: Record<number, string> = {
  401: 'AuthorizationUnsuccessful',
  403: 'AuthenticationUnsuccessful',
  429: 'RateLimitExceeded',
}

/**
 * Formats an error as Xero does: as RFC 6749 at the token endpoint, with capitalised members if access is refused, and
 * otherwise as a problem in the usual envelope.
 */
export function xeroErrorBody(fault: ProviderFault, { url, id }: FastifyRequest): object {
  if (url.includes('/connect/token')) return { error: fault.code }
  const { status } = errorSpec(fault.code)
  const title = titles[status] ?? 'Error'
  const instance = xeroId('instance', id)
  const detail = details[status]
  if (detail !== undefined)
    return { Type: null, Title: title, Status: status, Detail: detail, Instance: instance, Extensions: {} }
  return {
    ...envelope(new Date().toISOString(), instance, title),
    problem: {
      type: 'application/problem+json',
      title,
      status,
      detail: fault.message,
      instance,
      invalidFields: invalidFieldsOf(fault),
    },
  }
}

/** `check` lists the invalid fields in the message. */
function invalidFieldsOf({ code, message }: ProviderFault) {
  const [, names = ''] = /^Not right: (.*)\.$/.exec(message) ?? []
  if (code !== 'invalid_request' || names === '') return []
  return names.split(', ').map((name) => ({ name, reason: `The field ${name} is missing or invalid.` }))
}

export const envelope = (dateTime: string, id: string, httpStatusCode = 'OK') => ({
  id,
  providerName: 'Payproof',
  dateTimeUTC: dateTime.replace(/Z$/, ''),
  httpStatusCode,
  pagination: null as object | null,
  problem: null as object | null,
})
