import type { OpenApiSchema } from './openapi.ts'

const plain: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Converts a schema to TypeScript. Throws for an unsupported schema instead of falling back to `unknown`. */
export function typeOf(schema: OpenApiSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return union(choices.map((choice) => typeOf(choice, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  if (schema.format === 'binary') return 'Blob'
  if (schema.type === 'array') return arrayOf(schema, indent)
  if (schema.type === 'object') return objectOf(schema, indent)
  if (schema.type === undefined && Object.keys(schema).every((key) => key === 'description')) return 'unknown'
  const name = plain[schema.type ?? '']
  if (!name) throw new Error(`No TypeScript for ${JSON.stringify(schema)}`)
  return name
}

/** Formats properties with their doc comments, one per line. */
export function fieldsOf(
  fields: { name: string; isRequired: boolean; schema: OpenApiSchema; description?: string | undefined }[],
  indent: string,
): string {
  if (fields.length === 0) return '{}'
  const inner = `${indent}  `
  const lines = fields.map(({ name, isRequired, schema, description }) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    return `${comment(description, inner)}${inner}${key}${isRequired ? '' : '?'}: ${typeOf(schema, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

export function comment(text: string | undefined, indent = ''): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n` : ''
}

function objectOf({ properties = {}, required = [], additionalProperties }: OpenApiSchema, indent: string) {
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : undefined
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { description } = schema
    // A property with a default is optional in a request.
    return { name, isRequired: required.includes(name) && schema.default === undefined, schema, description }
  })
  if (!others) return fieldsOf(fields, indent)
  const index = `[field: string]: ${others}`
  if (fields.length === 0) return `{ ${index} }`
  return fieldsOf(fields, indent).replace('{\n', `{\n${indent}  ${index}\n`)
}

function arrayOf({ items, prefixItems }: OpenApiSchema, indent: string) {
  if (prefixItems) return `[${prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`
  const item = typeOf(items || {}, indent)
  return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function literal(value: unknown) {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}

const union = (types: string[]) => [...new Set(types)].join(' | ')
