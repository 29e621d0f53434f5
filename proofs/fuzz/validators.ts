import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDocument } from './api-document.ts'

/** Formats that describe a type for generators and allow every text or number. */
const openFormats = ['int32', 'int64', 'password', 'binary']

/** Returns the validator of a schema in the document, by the steps of its JSON pointer. */
export function openValidators({ root }: Pick<ApiDocument, 'root'>, anyTextFormats: readonly string[] = []) {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  addFormats.default(ajv)
  for (const name of [...openFormats, ...anyTextFormats]) ajv.addFormat(name, true)
  ajv.addSchema(root, 'api')
  const compiled = new Map<string, ValidateFunction>()
  return (...steps: string[]): ValidateFunction => {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    const reference = `api#/${pointer.join('/')}`
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference })
    compiled.set(reference, validate)
    return validate
  }
}
