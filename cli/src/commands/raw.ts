import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { PayproofError } from '@payproof/sdk'
import { type CliOptions, type CommandContext, type CommandResult, command } from '../command.ts'
import { findConnection } from '../connection.ts'
import { CliError } from '../fault.ts'
import { jsonOf, plain } from '../text.ts'

const asUser = {
  user: { kind: 'text', value: 'USER_ID', does: 'call as this user, with a new user token' },
} as const satisfies CliOptions

/** Commands for API calls that have no command of their own. */
export const raw = [
  command({
    name: 'get',
    does: 'call GET on any path of the API and print the response',
    takes: ['PATH'],
    options: asUser,
    run: ({ args, options }, program) =>
      call(program, { method: 'GET', path: args.PATH, user: options.user }),
  }),
  command({
    name: 'post',
    does: 'call POST on any path of the API and print the response',
    takes: ['PATH'],
    options: {
      ...asUser,
      data: {
        kind: 'text',
        value: 'JSON|@FILE|-',
        does: 'JSON body, a file with it, or - for stdin; default: {}',
      },
    },
    async run({ args, options: { data = '{}', user } }, program) {
      return call(program, { method: 'POST', path: args.PATH, user, body: await bodyFrom(data) })
    },
  }),
]

type RawCall = { method: 'GET' | 'POST'; path: string; user: string | undefined; body?: string }

async function call(program: CommandContext, { method, path, user, body }: RawCall): Promise<CommandResult> {
  if (!/^\/(?!\/)/.test(path))
    throw new CliError('usage', 'PATH must start with one /, such as /users?limit=5')
  const { url } = await findConnection(program.settings)
  const headers = {
    accept: 'application/json',
    ...(await credentialHeader(program, user)),
    ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  }
  const response = await program
    .fetch(`${url}${path}`, { method, headers, redirect: 'manual', ...(body && { body }) })
    .catch((cause) => {
      throw new PayproofError(
        { operation: `${method} ${path}`, errors: ['The API did not respond'], code: 'no-answer' },
        { cause },
      )
    })
  const text = await response.text()
  const json = parse(text)
  if (!response.ok) throw refusalOf(`${method} ${path}`, response, json)
  return { json: json ?? text, text: json === undefined ? plain(text) : jsonOf(json, 2) }
}

async function credentialHeader(
  program: CommandContext,
  user: string | undefined,
): Promise<Record<string, string>> {
  if (user) {
    const { token } = await (await program.client()).userTokens.create({ user_id: user })
    return { authorization: `Bearer ${token}` }
  }
  const { credential } = await findConnection(program.settings)
  return 'apiKey' in credential
    ? { 'x-api-key': credential.apiKey }
    : { authorization: `Bearer ${credential.memberToken}` }
}

function refusalOf(operation: string, { status, headers }: Response, json: unknown) {
  const { errors } = (json ?? {}) as { errors?: unknown }
  const isList = Array.isArray(errors) && errors.every((line) => typeof line === 'string')
  return new PayproofError({
    operation,
    status,
    errors: isList ? errors : [`The response is ${status} without a message`],
    code: headers.get('x-svc-error-code') ?? 'unreadable-answer',
    requestId: headers.get('x-request-id') ?? undefined,
  })
}

async function bodyFrom(data: string) {
  const text = await readData(data)
  if (parse(text) === undefined) throw new CliError('usage', '--data is not JSON')
  return text
}

function readData(data: string) {
  if (data === '-') return readAll(process.stdin)
  if (!data.startsWith('@')) return data
  return readFile(data.slice(1), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError('usage', `${data.slice(1)} cannot be read (${error.code})`)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
