import type { Alias, Field, ModelDescription, SdkDescription } from '../description.ts'
import {
  docstring,
  heading,
  identifier,
  replySpelling,
  requestSpelling,
  text,
  typeText,
  withoutDocstrings,
} from './spelling.ts'

const replies = replySpelling('')
const requests = requestSpelling('')

/** Generates models.py: a frozen dataclass for each object in replies and events. */
export function modelsFile({ models, aliases, events }: SdkDescription): string {
  const classes = models.filter(({ isInReplies }) => isInReplies).map(dataclassText)
  const names = aliases.filter(({ isInReplies }) => isInReplies).map((alias) => aliasText(alias, replies))
  const kinds = events.map(({ name, model }) => `    ${text(name)}: ${model},\n`)
  const body = [...classes, ...names].join('\n\n')
  return [
    heading,
    '"""Objects that the API returns and webhooks deliver. Money is Decimal; times have a time zone."""\n',
    'from __future__ import annotations\n',
    importsOf(
      body,
      'from dataclasses import dataclass, field\n',
      'from ._decode import WIRE_NAME, UnknownObject\n',
    ),
    '',
    body,
    '',
    `EVENT_MODELS: dict[str, type[Any]] = {\n${kinds.join('')}}`,
    '"""The model of each kind of webhook event."""\n',
    `WebhookEvent = ${events.map(({ model }) => model).join(' | ')}`,
    '"""What webhooks deliver."""\n',
  ].join('\n')
}

/** Generates params.py: a TypedDict for each object in requests, so that a field can be left out, set or null. */
export function paramsFile({ models, aliases, errorCodes }: SdkDescription): string {
  const dicts = models.filter(({ isInRequests }) => isInRequests).map(typedDictText)
  const names = aliases.filter(({ isInRequests }) => isInRequests).map((alias) => aliasText(alias, requests))
  const codes = `ErrorCode = Literal[${errorCodes.map(text).join(', ')}]\n"""Error codes of the API. A newer API may return others."""\n`
  const body = [...dicts, ...names, codes].join('\n\n')
  return [
    heading,
    '"""Objects that requests contain. Leave a field out to keep its value; None unsets it."""\n',
    'from __future__ import annotations\n',
    importsOf(body, '', ''),
    '',
    body,
  ].join('\n')
}

/** Returns the imports that a file needs. */
function importsOf(body: string, dataclasses: string, decode: string) {
  const code = withoutDocstrings(body)
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(code)
  const collections = ['Mapping', 'Sequence'].filter(uses)
  const typing = ['Any', 'Literal', 'TypedDict'].filter((name) => uses(name) || (name === 'Any' && decode))
  return [
    'import datetime as dt\n',
    collections.length > 0 ? `from collections.abc import ${collections.join(', ')}\n` : '',
    dataclasses,
    uses('Decimal') ? 'from decimal import Decimal\n' : '',
    `from typing import ${typing.join(', ')}\n`,
    decode && `\n${decode}`,
  ].join('')
}

/** Aliases are evaluated when the module is loaded, after the classes that they name. */
function aliasText({ name, type, description }: Alias, spelling: typeof replies) {
  return `${name} = ${typeText(type, spelling)}\n${docstring(description, '')}`
}

function dataclassText({ name, description, fields, additional }: ModelDescription) {
  const lines = fields.map(fieldText)
  const others = additional
    ? [
        `    additional_fields: Mapping[str, ${typeText(additional, replies)}]\n`,
        docstring('Fields that this version of the SDK does not know, as they were sent.', '    '),
      ]
    : []
  const content = [docstring(description, '    '), ...lines, ...others].join('') || '    pass\n'
  return `@dataclass(frozen=True, kw_only=True)\nclass ${name}:\n${content}`
}

function fieldText({ name, type, isRequiredInReplies, description }: Field) {
  const spelled = typeText(type, replies)
  const annotation = isRequiredInReplies || type.kind === 'nullable' ? spelled : `${spelled} | None`
  const defaults = isRequiredInReplies ? [] : ['default=None']
  const isRenamed = identifier(name) !== name
  const settings = [...defaults, `metadata={WIRE_NAME: ${text(name)}}`].join(', ')
  const value = isRenamed ? ` = field(${settings})` : isRequiredInReplies ? '' : ' = None'
  return `    ${identifier(name)}: ${annotation}${value}\n${docstring(description, '    ')}`
}

function typedDictText({ name, description, fields }: ModelDescription) {
  const required = fields.filter(({ isRequiredInRequests }) => isRequiredInRequests)
  const optional = fields.filter(({ isRequiredInRequests }) => !isRequiredInRequests)
  // Keys are the names on the wire. The class form cannot have keys such as `from`, but the other has no docstrings.
  const renamed = optional.filter((field) => identifier(field.name) !== field.name)
  if (required.some((field) => identifier(field.name) !== field.name))
    throw new Error(`${name} requires a key that is a keyword`)
  const bases = [
    ...(required.length > 0 && optional.length > 0 ? [`_${name}Required`] : []),
    ...(renamed.length > 0 ? [`_${name}Keywords`] : []),
  ]
  const written = optional.length === 0 ? required : optional.filter((field) => !renamed.includes(field))
  const heads = [
    ...(bases.length > 0 ? bases : ['TypedDict']),
    ...(optional.length > 0 ? ['total=False'] : []),
  ]
  return [
    ...(required.length > 0 && optional.length > 0
      ? [`class _${name}Required(TypedDict):\n${required.map(paramText).join('')}`]
      : []),
    ...(renamed.length > 0 ? [keywordsText(`_${name}Keywords`, renamed)] : []),
    `class ${name}(${heads.join(', ')}):\n${docstring(description, '    ')}${written.map(paramText).join('') || '    pass\n'}`,
  ].join('\n\n')
}

function keywordsText(name: string, fields: Field[]) {
  const entries = fields.map((field) => `${text(field.name)}: ${text(typeText(field.type, requests))}`)
  return `${name} = TypedDict(${text(name)}, {${entries.join(', ')}}, total=False)\n`
}

const paramText = ({ name, type, description }: Field) =>
  `    ${name}: ${typeText(type, requests)}\n${docstring(description, '    ')}`
