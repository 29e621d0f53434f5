import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  isClientMoving,
  isClientReplaced,
  isLockOrTimeout,
  isReferenceDeleted,
  isUnreachable,
} from '../database/transient-errors.ts'
import { clientMoving, deletedMeanwhile, noSuchRoute, Problem, unavailable } from '../problem.ts'
import { RootKeyUnavailable } from '../secrets/root-key.ts'
import type { Log } from '../telemetry/log.ts'
import { type ApiOperation, undeclaredStatus } from './operation.ts'
import { fieldsNamedIn } from './request-log.ts'
import { responseHeaders } from './response-headers.ts'

/** Maps every error to its reply. If `checked` is set, a status that the operation does not declare becomes a 500. */
export function replyWithErrors(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  checked?: ApiOperation,
) {
  const expected = problemFrom(error) ?? unexpected(error, request)
  const undeclared = checked && undeclaredStatus(checked, expected.status, expected.code)
  if (undeclared) request.log.error({ err: undeclared }, 'route returned an undeclared status')
  const problem = undeclared ?? expected
  const { status, code, errors, retryAfterSeconds, attemptsLeft } = problem
  request.errorFields = fieldsNamedIn(errors)
  if (status === 503) request.log.warn({ err: error }, 'dependency overloaded or unreachable')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)))
  if (attemptsLeft !== undefined) reply.header('x-svc-attempts-left', attemptsLeft)
  return reply
    .code(status)
    .header('x-svc-error-code', code)
    .type('application/json; charset=utf-8')
    .send({ errors })
}

export function replyNotFound(request: FastifyRequest, reply: FastifyReply) {
  const { status, code, errors } = noSuchRoute(request)
  return reply.code(status).header('x-svc-error-code', code).send({ errors })
}

function problemFrom(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error
  if (isClientMoving(error)) return clientMoving(error)
  if (isReferenceDeleted(error)) return deletedMeanwhile(error)
  // A retry finds the client's new key, or that the credential is no longer valid.
  const isPassing = isUnreachable(error) || isLockOrTimeout(error) || isClientReplaced(error)
  if (error instanceof RootKeyUnavailable || isPassing) return unavailable(error)
  return fromFastify(error)
}

function fromFastify(error: FastifyError) {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem(415, 'not-json', ['The request body must be sent as Content-Type: application/json'])
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(413, 'body-too-large', ['The request body is larger than 1 MiB'])
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem(400, 'invalid-request', ['The request body is not valid JSON'])
    case 'FST_ERR_BAD_URL':
      return new Problem(400, 'invalid-request', ['The path of the request is not valid'])
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem(404, 'not-found', ['A part of the path is too long to be the id of anything'])
    default: {
      const status = error.statusCode
      return status && status >= 400 && status < 500
        ? new Problem(status, 'invalid-request', [error.message])
        : undefined
    }
  }
}

function unexpected(error: Error, request: FastifyRequest) {
  request.log.error({ err: error }, 'unexpected error')
  return new Problem(500, 'unexpected', [
    `Something went wrong on our side. Quote ${request.id} when you ask for help.`,
  ])
}

// Node's HTTP parser rejects a malformed request before Fastify sees it. The reply has the same JSON form as other
// errors.
export function replyToBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { log, requestId, isHttps }: { log: Log; requestId: string; isHttps: boolean },
) {
  if (!socket.writable) return
  const [line, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The request headers are larger than 16 KiB']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time']
        : ['400 Bad Request', 'The request is not valid HTTP']
  log.info({ reqId: requestId, code: error.code }, 'could not parse request')
  const body = JSON.stringify({ errors: [message] })
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(responseHeaders(isHttps)).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}
