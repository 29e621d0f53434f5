import type {
  OperationDescription,
  OperationGroup,
  ParameterDescription,
  SdkDescription,
  TypeDescription,
} from '../description.ts'
import {
  className,
  constant,
  docstring,
  heading,
  identifier,
  replySpelling,
  requestSpelling,
  text,
  typeText,
  withoutDocstrings,
} from './spelling.ts'

const replies = replySpelling('m.')
const requests = requestSpelling('p.')
const headerPrefix = 'x-svc-'

const everyOperation = ({ groups }: SdkDescription) => groups.flatMap(({ operations }) => operations)

/** Generates _operations.py: one constant for each operation. */
export function operationsTable(description: SdkDescription): string {
  const rows = everyOperation(description).map(rowText)
  const isUsed = (name: string) => rows.some((row) => new RegExp(`\\b${name}\\b`).test(row))
  return [
    heading,
    '"""Every operation of the API."""\n',
    'from __future__ import annotations\n',
    ...(isUsed('Mapping') ? ['from collections.abc import Mapping'] : []),
    ...(isUsed('Any') ? ['from typing import Any\n'] : []),
    'from . import models as m',
    'from ._calls import ListOperation, Operation, Paging',
    ...(isUsed('UnknownObject') ? ['from ._decode import UnknownObject'] : []),
    '',
    rows.join(''),
    `METHODS = {\n${description.groups.flatMap(methodRows).join('')}}`,
    '"""The method of each operation: group and name."""\n',
  ].join('\n')
}

const methodRows = ({ name: group, operations }: OperationGroup) =>
  operations.map(
    ({ id, name }) => `    ${text(id)}: (${text(identifier(group))}, ${text(identifier(name))}),\n`,
  )

function rowText(operation: OperationDescription) {
  const { id, method, path, callers, body, takesKey, paging } = operation
  const reply = typeText(operation.reply, replies)
  const flags = [...(body ? ['has_body=True'] : []), ...(takesKey ? ['takes_key=True'] : [])]
  const accepted = tupleText(callers.map((caller) => text(identifier(caller))))
  const fields = [text(id), text(method), text(path), accepted, reply, ...flags].join(', ')
  const name = constant(id)
  if (!paging) return `${name}: Operation[${reply}] = Operation(${fields})\n`
  const item = typeText(paging.item, replies)
  const first = paging.by.kind === 'offset' ? paging.by.firstOffset : 'None'
  const pages = `Paging(${text(paging.field)}, ${paging.maxLimit}, ${first})`
  return `${name}: ListOperation[${item}, ${reply}] = ListOperation(Operation(${fields}), ${pages})\n`
}

/** Formats a tuple. One with a single item ends with a comma. */
const tupleText = (items: string[]) => `(${items.join(', ')}${items.length === 1 ? ',' : ''})`

/** Generates _resources.py or _async_resources.py: one class for each noun, with a method for each operation. */
export function resourcesFile({ groups }: SdkDescription, isAsync: boolean): string {
  const classes = groups.map((group) => classText(group, isAsync))
  const prefix = isAsync ? 'Async' : ''
  const attributes = groups.map(
    ({ name }) => `        self.${identifier(name)} = ${prefix}${className(name)}Api(transport)\n`,
  )
  const body = classes.join('\n\n')
  const code = withoutDocstrings(body)
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(code)
  return [
    heading,
    `"""Methods of the ${isAsync ? 'asynchronous' : 'synchronous'} client, by noun."""\n`,
    'from __future__ import annotations\n',
    ...(uses('dt') ? ['import datetime as dt'] : []),
    ...(uses('Mapping') ? ['from collections.abc import Mapping'] : []),
    ...(uses('Decimal') ? ['from decimal import Decimal'] : []),
    `from typing import ${['TYPE_CHECKING', ...['Any', 'Literal'].filter(uses)].join(', ')}`,
    '',
    'from . import _operations as ops',
    'from . import models as m',
    'from . import params as p',
    'from ._calls import CallOptions',
    ...(uses('UnknownObject') ? ['from ._decode import UnknownObject'] : []),
    `from ._lists import ${prefix}Paginated`,
    '',
    'if TYPE_CHECKING:',
    `    from ._transport import ${prefix}Transport`,
    '',
    '',
    body,
    '',
    `class ${prefix}Resources:`,
    '    """Every operation of the API, by noun."""\n',
    `    def __init__(self, transport: ${prefix}Transport) -> None:\n${attributes.join('')}`,
  ].join('\n')
}

function classText({ name, operations }: OperationGroup, isAsync: boolean) {
  const prefix = isAsync ? 'Async' : ''
  const start = `class ${prefix}${className(name)}Api:\n    def __init__(self, transport: ${prefix}Transport) -> None:\n        self._transport = transport\n`
  return [start, ...operations.map((operation) => methodText(operation, isAsync))].join('\n')
}

function methodText(operation: OperationDescription, isAsync: boolean) {
  const { id, name, pathParameters, queryParameters, headers, body, paging, summary, description } = operation
  checkNames(operation)
  const keyword = [
    ...queryParameters.toSorted(requiredFirst).map((parameter) => keywordText(parameter, identifier)),
    ...headers.map((header) => keywordText(textHeader(header), headerName)),
    'options: CallOptions | None = None',
  ]
  const positional = [
    ...pathParameters.map((parameter) => `${identifier(parameter.name)}: str`),
    ...(body ? [`body: ${bodyText(body)}`] : []),
  ]
  const passed = [
    `ops.${constant(id)}`,
    ...(pathParameters.length > 0
      ? [`path=${tupleText(pathParameters.map(({ name }) => identifier(name)))}`]
      : []),
    ...dictArgument('query', queryParameters, identifier),
    ...dictArgument('headers', headers, headerName),
    ...(body ? ['body=body'] : []),
    'options=options',
  ]
  const awaits = isAsync && !paging
  const call = `self._transport.${paging ? 'paginate' : 'send'}(${passed.join(', ')})`
  const signature = ['self', ...positional, '*', ...keyword].join(', ')
  const about = [summary, description].filter(Boolean).join('. ')
  return [
    `    ${awaits ? 'async ' : ''}def ${identifier(name)}(${signature}) -> ${returnText(operation, isAsync)}:\n`,
    docstring(about, '        '),
    `        return ${awaits ? 'await ' : ''}${call}\n`,
  ].join('')
}

function returnText({ reply, paging }: OperationDescription, isAsync: boolean) {
  const spelled = typeText(reply, replies)
  return paging
    ? `${isAsync ? 'Async' : ''}Paginated[${typeText(paging.item, replies)}, ${spelled}]`
    : spelled
}

function bodyText({ type, isOptional }: { type: TypeDescription; isOptional: boolean }) {
  const spelled = typeText(type, requests)
  return isOptional ? `${spelled} | None = None` : spelled
}

const requiredFirst = (one: ParameterDescription, other: ParameterDescription) =>
  Number(other.isRequired) - Number(one.isRequired)

function keywordText(parameter: ParameterDescription, nameOf: (name: string) => string) {
  const spelled = `${nameOf(parameter.name)}: ${typeText(parameter.type, requests)}`
  return parameter.isRequired ? spelled : `${spelled} | None = None`
}

/** Headers are text on the wire, whatever their schema says about it. */
const textHeader = (header: ParameterDescription): ParameterDescription => ({
  ...header,
  type: { kind: 'text' },
})

const headerName = (name: string) => identifier(name.toLowerCase().replace(headerPrefix, ''))

function dictArgument(
  argument: string,
  parameters: ParameterDescription[],
  nameOf: (name: string) => string,
) {
  if (parameters.length === 0) return []
  return [`${argument}={${parameters.map(({ name }) => `${text(name)}: ${nameOf(name)}`).join(', ')}}`]
}

function checkNames({ id, pathParameters, queryParameters, headers }: OperationDescription) {
  const names = [
    'body',
    'options',
    ...[...pathParameters, ...queryParameters].map(({ name }) => identifier(name)),
    ...headers.map(({ name }) => headerName(name)),
  ]
  const twice = names.find((name, n) => names.indexOf(name) !== n)
  if (twice) throw new Error(`${id} has two arguments called ${twice}`)
}
