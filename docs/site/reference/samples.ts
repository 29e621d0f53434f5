import { operations } from '../../../sdk/src/operations.ts'
import {
  type ApiDescription,
  bodyOf,
  credentialFor,
  type PathOperation,
  type SampleCredential,
  successOf,
} from './api.ts'
import { exampleOf, parameterExample, uuidOf } from './examples.ts'

export const sampleLanguages = ['curl', 'TypeScript', 'Python'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

/** Delimiters of text that browser.ts replaces with the reader's own value. */
export const fillStart = '\uE000'
export const fillSeparator = '\uE001'
export const fillEnd = '\uE002'

type Quotes = 'no-quotes' | 'double'

/** Marks text to fill in. `quotes` surround the value once it is filled in; the text shown before needs none. */
const fill = (what: 'url' | 'key' | 'client', quotes: Quotes, text: string) =>
  `${fillStart}${what}${fillSeparator}${quotes}${fillSeparator}${text}${fillEnd}`

/** Returns the sample as plain code, with nothing filled in. */
export const plainSample = (sample: string) =>
  sample
    .replace(
      new RegExp(`${fillStart}[^${fillSeparator}]*${fillSeparator}[^${fillSeparator}]*${fillSeparator}`, 'g'),
      '',
    )
    .replaceAll(fillEnd, '')

type RequestExample = {
  operation: PathOperation
  credential: SampleCredential
  /** Path with example ids and the required query parameters. */
  path: string
  pathValues: string[]
  query: Record<string, unknown>
  body: unknown
  isFile: boolean
}

/** Returns the same request in every language. */
export function samplesOf(operation: PathOperation, api: ApiDescription): Record<SampleLanguage, string> {
  const request = requestExample(operation, api)
  return { curl: curlSample(request), TypeScript: typescriptSample(request), Python: pythonSample(request) }
}

function requestExample(operation: PathOperation, api: ApiDescription): RequestExample {
  const { operationId, parameters = [] } = operation
  const valuesIn = (where: 'path' | 'query') =>
    parameters
      .filter((parameter) => parameter.in === where && parameter.required)
      .map(({ name, schema, example }): [string, unknown] => [
        name,
        example ?? parameterExample(schema, name, api, operationId),
      ])
  const inPath = valuesIn('path')
  const body = bodyOf(operation)
  return {
    operation,
    credential: credentialFor(operation),
    path: inPath.reduce(
      (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
      operation.path,
    ),
    pathValues: inPath.map(([, value]) => String(value)),
    query: Object.fromEntries(valuesIn('query')),
    body: body && exampleOf(body, api, operationId, true),
    isFile: successOf(operation)?.mediaType !== 'application/json',
  }
}

function curlSample({ operation: { method }, credential, path, query, body, isFile }: RequestExample) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const address = path + (parameters.size > 0 ? `?${parameters}` : '')
  const impliedMethod = body === undefined ? 'GET' : 'POST'
  const lines = [
    `curl --fail-with-body ${method === impliedMethod ? '' : `-X ${method} `}"${fill('url', 'no-quotes', '$PAYPROOF_URL')}${address}"`,
    ...(credential === 'apiKey' ? [`-H "X-API-KEY: ${fill('key', 'no-quotes', '$PAYPROOF_API_KEY')}"`] : []),
    ...(credential === 'userToken' ? ['-H "Authorization: Bearer $USER_TOKEN"'] : []),
    ...(credential === 'memberToken' ? ['-H "Authorization: Bearer $MEMBER_TOKEN"'] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(body === undefined
      ? []
      : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`]),
    ...(isFile ? ['-o document.pdf'] : []),
  ]
  return lines.join(' \\\n  ')
}

const sdkMethods = new Map(
  Object.entries(operations).flatMap(([group, methods]) =>
    Object.entries(methods)
      .filter(([, { movedTo }]) => !movedTo)
      .map(([name, { id, paging }]) => [id, { call: `${group}.${name}`, paging }]),
  ),
)

function typescriptSample({ operation, credential, pathValues, query, body, isFile }: RequestExample) {
  const method = sdkMethods.get(operation.operationId)
  if (!method) throw new Error(`The SDK has no method for ${operation.operationId}`)
  const values = [
    ...pathValues.map((value) => typescriptLiteral(value)),
    // An empty body is omitted, because the SDK sends one automatically.
    ...(isEmpty(body) ? [] : [typescriptLiteral(body)]),
    ...(isEmpty(query) ? [] : [typescriptLiteral(query)]),
  ]
  // The constructor reads PAYPROOF_URL and PAYPROOF_API_KEY from the environment.
  const client = `const payproof = ${fill('client', 'no-quotes', 'new Payproof()')}\n`
  const [caller, person] =
    credential === 'userToken'
      ? ['person', `const person = payproof.forUser(${typescriptLiteral(uuidOf('user_id'))})\n`]
      : ['payproof', '']
  const call = `${caller}.${method.call}(${values.join(', ')})`
  const use = method.paging
    ? `for await (const item of ${call}) {\n  console.log(item)\n}`
    : `const ${isFile ? 'file' : 'reply'} = await ${call}\nconsole.log(${isFile ? 'file.size' : 'reply'})`
  return `import { Payproof } from '@payproof/sdk'\n\n${client}${person}${use}`
}

function pythonSample({ operation: { method }, credential, path, query, body, isFile }: RequestExample) {
  const headers: Partial<Record<SampleCredential, string>> = {
    apiKey: `{"X-API-KEY": ${fill('key', 'double', 'os.environ["PAYPROOF_API_KEY"]')}}`,
    userToken: '{"Authorization": "Bearer " + os.environ["USER_TOKEN"]}',
    memberToken: '{"Authorization": "Bearer " + os.environ["MEMBER_TOKEN"]}',
  }
  const lines = [
    `${fill('url', 'double', 'os.environ["PAYPROOF_URL"]')} + "${path}",`,
    ...(headers[credential] ? [`headers=${headers[credential]},`] : []),
    ...(isEmpty(query) ? [] : [`params=${pythonLiteral(query)},`]),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body)},`]),
    'timeout=60,',
  ]
  const call = `response = requests.${method.toLowerCase()}(\n${indented(lines.join('\n'), '    ')}\n)`
  const use = isFile
    ? 'with open("document.pdf", "wb") as file:\n    file.write(response.content)'
    : 'print(response.json())'
  return `import os\n\nimport requests\n\n${call}\nresponse.raise_for_status()\n${use}`
}

const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

const indented = (text: string, indent: string) => text.replace(/^/gm, indent)

function typescriptLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typescriptLiteral).join(', ')}]`
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${typescriptLiteral(field)},`)
  return fields.length === 0 ? '{}' : `{\n${indented(fields.join('\n'), '  ')}\n}`
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}: ${pythonLiteral(field)},`,
  )
  return fields.length === 0 ? '{}' : `{\n${indented(fields.join('\n'), '    ')}\n}`
}
