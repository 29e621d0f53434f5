import {
  type ApiDescription,
  type ApiParameter,
  type ApiSchema,
  alternativesOf,
  componentName,
  isNullable,
  resolve,
  typeNameOf,
} from './api.ts'
import { escapeHtml, inlineMarkdown } from './html.ts'

// Renders fields of a body or parameters as nested lists; fields of inner objects are behind a disclosure.

type FieldContext = {
  api: ApiDescription
  /** Whether the fields are of a request, which marks required fields; a response marks fields that may be absent. */
  isRequest: boolean
  within: readonly string[]
}
type Field = { name: string; schema: ApiSchema; isRequired: boolean; description?: string | undefined }

export const parameterList = (parameters: ApiParameter[], api: ApiDescription) =>
  fieldList(
    parameters.map(({ name, schema, required, description }) => ({
      name,
      schema,
      isRequired: required,
      description,
    })),
    { api, isRequest: true, within: [] },
  )

/** Renders the fields of a body, which may be an object, a list or alternatives. */
export function bodyFields(schema: ApiSchema, api: ApiDescription, isRequest: boolean) {
  return innerFields(schema, { api, isRequest, within: [] }) || `<p>${typeText(schema, api)}</p>`
}

function fieldList(fields: Field[], context: FieldContext) {
  return `<ul class="fields">${fields.map((field) => fieldItem(field, context)).join('')}</ul>`
}

function fieldItem({ name, schema, isRequired, description }: Field, context: FieldContext) {
  const resolved = resolve(schema, context.api)
  const about = description ?? schema.description ?? resolved.description
  const inner = innerFields(schema, context)
  return [
    `<li><div class="field"><code>${escapeHtml(name)}</code> <span class="type">${typeText(schema, context.api)}</span>`,
    presenceText(isRequired, context),
    '</div>',
    about ? `<p>${inlineMarkdown(about)}</p>` : '',
    valuesText(resolved),
    inner && `<details><summary>Fields of <code>${escapeHtml(name)}</code></summary>${inner}</details>`,
    '</li>',
  ].join('')
}

function presenceText(isRequired: boolean, { isRequest }: FieldContext) {
  if (isRequest) return isRequired ? ' <span class="required">required</span>' : ''
  return isRequired ? '' : ' <span class="type">may be absent</span>'
}

/** Lists the fields of an object, of the items of an array, or of each alternative. Empty for plain values. */
function innerFields(given: ApiSchema, context: FieldContext): string {
  const reference = given.$ref ? componentName(given.$ref) : undefined
  if (reference && context.within.includes(reference)) return `<p>As <code>${reference}</code> above.</p>`
  const inner = reference ? { ...context, within: [...context.within, reference] } : context
  const schema = resolve(given, context.api)
  if (schema.anyOf || schema.oneOf) {
    const lists = alternativesOf(schema).map((alternative) => innerFields(alternative, inner))
    const filled = lists.filter(Boolean)
    if (filled.length <= 1) return filled[0] ?? ''
    return filled.map((list, at) => `<p class="or">${at === 0 ? 'Either' : 'or'}</p>${list}`).join('')
  }
  if (schema.items) return innerFields(schema.items, inner)
  if (typeof schema.additionalProperties === 'object' && !schema.properties)
    return innerFields(schema.additionalProperties, inner)
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.includes(name),
  }))
  return fields.length > 0 ? fieldList(fields, inner) : ''
}

/** Describes type, format and limits in words: `string, 1 to 200 characters`. */
export function typeText(given: ApiSchema, api: ApiDescription): string {
  const schema = resolve(given, api)
  const names = new Set(alternativesOf(schema).map((alternative) => nameOfType(alternative, api)))
  if (isNullable(schema)) names.add('null')
  return [[...names].join(' or '), ...limitsOf(schema)].join(', ')
}

function nameOfType(given: ApiSchema, api: ApiDescription): string {
  const schema = resolve(given, api)
  const type = typeNameOf(schema)
  if (type === 'array') return schema.items ? `list of ${nameOfType(schema.items, api)}` : 'list'
  if (schema.anyOf || schema.oneOf)
    return [...new Set(alternativesOf(schema).map((one) => nameOfType(one, api)))].join(' or ')
  const formats: Record<string, string> = { 'date-time': 'date and time', uri: 'URL', uuid: 'UUID' }
  const format = schema.format && (formats[schema.format] ?? schema.format)
  // The formats int32 and int64 matter only to code generators.
  return (type === 'string' ? format : undefined) ?? type ?? 'any value'
}

function limitsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems, default: usual }: ApiSchema) {
  return [
    rangeText(minLength || undefined, maxLength, 'characters'),
    rangeText(minimum, maximum, ''),
    rangeText(minItems || undefined, maxItems, 'items'),
    usual === undefined ? '' : `default <code>${escapeHtml(JSON.stringify(usual))}</code>`,
  ].filter(Boolean)
}

function rangeText(min: number | undefined, max: number | undefined, unit: string) {
  const figure = (value: number) => value.toLocaleString('en-GB')
  if (min !== undefined && max !== undefined)
    return `${min === max ? figure(min) : `${figure(min)} to ${figure(max)}`} ${unit}`.trim()
  if (max !== undefined) return `at most ${figure(max)} ${unit}`.trim()
  return min === undefined ? '' : `at least ${figure(min)} ${unit}`.trim()
}

function valuesText(schema: ApiSchema) {
  const values = alternativesOf(schema)
    .flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]))
    .filter((value) => value !== null)
  if (values.length === 0) return ''
  const shown = values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')
  return `<p class="values">${values.length === 1 ? 'Always' : 'One of'} ${shown}</p>`
}
