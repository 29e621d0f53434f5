import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder, findGo, installGoProgram } from './go-program.ts'

// `node dev/helm.ts`: builds helm and kubeconform and writes the Kubernetes schemas, unless they are cached. The build takes
// some minutes of CPU time, so only the extended tests need it.

const kubernetesVersion = 'v1.36.3'

export const installHelm = () =>
  installGoProgram({ name: 'helm', source: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' })

export const installKubeconform = () =>
  installGoProgram({
    name: 'kubeconform',
    source: 'github.com/yannh/kubeconform/cmd/kubeconform',
    version: 'v0.8.0',
  })

/**
 * Writes a JSON schema for each kind of Kubernetes object and returns kubeconform's `-schema-location` for them. They are
 * made from the OpenAPI document in Kubernetes' own Go module, because kubeconform's default schemas are on GitHub.
 */
export function installKubernetesSchemas() {
  const folder = cacheFolder('kubernetes-schemas', kubernetesVersion)
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true })
    const made = mkdtempSync(`${folder}-`)
    for (const [name, schema] of listSchemas(readOpenApi()))
      writeFileSync(join(made, name), JSON.stringify(schema))
    renameSync(made, folder)
  }
  return join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json')
}

type Schema = {
  $ref?: string
  type?: string
  format?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
}
type OpenApi = { definitions: Record<string, Schema> }

function readOpenApi(): OpenApi {
  const go = findGo('the Kubernetes schemas')
  const output = execFileSync(go, ['mod', 'download', '-json', `k8s.io/kubernetes@${kubernetesVersion}`])
  const { Dir } = JSON.parse(String(output))
  return JSON.parse(readFileSync(join(Dir, 'api/openapi-spec/swagger.json'), 'utf8'))
}

/** Lists a file name and a schema with all its definitions for each kind, for example `deployment-apps-v1.json`. */
function listSchemas({ definitions }: OpenApi) {
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, strictSchema(schema, name)]),
  )
  return Object.entries(definitions).flatMap(([name, schema]) =>
    (schema['x-kubernetes-group-version-kind'] ?? []).map(({ group, version, kind }) => {
      const [groupName] = group.split('.')
      const suffix = groupName ? `${groupName}-${version}` : version
      const file = `${kind}-${suffix}.json`.toLowerCase()
      return [file, { $ref: `#/definitions/${name}`, definitions: reachable(strict, name) }] as const
    }),
  )
}

/** Types that the API server accepts as a number too, which the document describes as strings. */
const numberOrString = /\.(Quantity|IntOrString)$/

/** Converts a definition to a schema that refuses unknown fields. */
function strictSchema(schema: Schema, name = ''): object {
  if (numberOrString.test(name)) return { type: ['string', 'number'] }
  const { $ref, type, properties, items, additionalProperties, ...rest } = schema
  if ($ref) return { $ref }
  const fields = Object.entries(properties ?? {}).map(([field, value]) => [field, strictSchema(value)])
  return {
    type,
    ...('required' in rest && { required: rest.required }),
    ...(properties && { properties: Object.fromEntries(fields), additionalProperties: false }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: strictSchema(additionalProperties),
    }),
    ...(items && { items: strictSchema(items) }),
  }
}

/** Selects the definitions that one of them refers to, directly or not. */
function reachable(definitions: Record<string, object>, name: string) {
  const names = new Set([name])
  for (const current of names)
    for (const [, next = ''] of JSON.stringify(definitions[current]).matchAll(/"#\/definitions\/([^"]+)"/g))
      names.add(next)
  return Object.fromEntries([...names].map((one) => [one, definitions[one]]))
}

if (import.meta.main)
  process.stdout.write(`${[installHelm(), installKubeconform(), installKubernetesSchemas()].join('\n')}\n`)
