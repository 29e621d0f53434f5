import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describeApi } from '../describe.ts'
import type { OpenApiDocument } from '../openapi.ts'
import { operationsTable, resourcesFile } from './operations-files.ts'
import { modelsFile, paramsFile } from './types-files.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Returns the generated files of the Python SDK by path. */
export function pythonFiles(document: OpenApiDocument): Record<string, string> {
  const description = describeApi(document)
  const folder = 'python/src/payproof'
  return {
    [`${folder}/models.py`]: modelsFile(description),
    [`${folder}/params.py`]: paramsFile(description),
    [`${folder}/_operations.py`]: operationsTable(description),
    [`${folder}/_resources.py`]: resourcesFile(description, false),
    [`${folder}/_async_resources.py`]: resourcesFile(description, true),
  }
}

/** Generates the Python SDK from the API's OpenAPI document. */
export async function generatePython(): Promise<void> {
  const document = JSON.parse(await readFile(at('server/openapi.json'), 'utf8'))
  for (const [path, content] of Object.entries(pythonFiles(document))) await writeFile(at(path), content)
}

if (import.meta.main) await generatePython()
