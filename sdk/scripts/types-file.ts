import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OperationWithPath,
  operationsOf,
  type Parameter,
  parametersOf,
  repliesOf,
} from './openapi.ts'
import { comment, fieldsOf, typeOf } from './schema-types.ts'

export const heading =
  '// Written by `npm run generate` from server/openapi.json. Change the routes, not this file.\n'

/**
 * Generates types.ts: a type per schema, webhook event and operation, and the list of event kinds.
 */
export function typesFile(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`,
  )
  const events = Object.entries(document.webhooks).map(
    ([name, { post }]) => `${comment(post.summary, '  ')}  '${name}': ${bodyOf(post, '  ')}\n`,
  )
  const kinds = Object.keys(document.webhooks).map((name) => `'${name}'`)
  return [
    heading,
    ...schemas,
    `/** What webhooks deliver, by event. */\nexport interface WebhookEvents {\n${events.join('')}}\n`,
    `/** Every kind of webhook event. */\nexport const eventKinds = [${kinds.join(', ')}] as const satisfies readonly (keyof WebhookEvents)[]\n`,
    `/** Every operation, by its operationId. */\nexport interface Operations {\n${operationsOf(document).map(operationType).join('')}}\n`,
  ].join('\n')
}

/** Returns the accepted credentials, named as in the client's constructor. */
export function callersOf({ security }: OpenApiOperation): string[] {
  return security.length === 0 ? ['public'] : security.flatMap((scheme) => Object.keys(scheme))
}

function operationType({ method, path, operation }: OperationWithPath) {
  const indent = '    '
  const lines = {
    method: `'${method}'`,
    path: `'${path}'`,
    params: parametersType(parametersOf(operation, 'path'), indent),
    query: parametersType(parametersOf(operation, 'query'), indent),
    headers: parametersType(parametersOf(operation, 'header'), indent),
    body: bodyOf(operation, indent),
    reply: replyOf(operation, indent),
    caller: callersOf(operation)
      .map((name) => `'${name}'`)
      .join(' | '),
  }
  const fields = Object.entries(lines).map(([name, type]) => `${indent}${name}: ${type}\n`)
  const about = [operation.summary, operation.description].filter(Boolean).join('. ')
  return `${comment(about, '  ')}  ${operation.operationId}: {\n${fields.join('')}  }\n`
}

function parametersType(parameters: Parameter[], indent: string) {
  return fieldsOf(
    parameters.map((parameter) => ({ ...parameter, isRequired: parameter.required })),
    indent,
  )
}

function bodyOf(operation: OpenApiOperation, indent: string) {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema ? typeOf(schema, indent) : 'undefined'
}

export function replyOf(operation: OpenApiOperation, indent: string) {
  const replies = repliesOf(operation).flatMap((content) => Object.values(content))
  return [...new Set(replies.map(({ schema }) => typeOf(schema, indent)))].join(' | ') || 'undefined'
}
