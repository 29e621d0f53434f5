import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operationsFile } from './operations-file.ts'
import { typesFile } from './types-file.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Generates the SDK's types and operations from the API's OpenAPI document. */
export async function generateSdk(): Promise<void> {
  const document = JSON.parse(await readFile(at('server/openapi.json'), 'utf8'))
  await writeFile(at('sdk/src/types.ts'), typesFile(document))
  await writeFile(at('sdk/src/operations.ts'), operationsFile(document))
}
