import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operationsFile } from './operations-file.ts'
import { typesFile } from './types-file.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Generates the SDK's types and operations from the API's OpenAPI document. */
export async function generateSdk(): Promise<void> {
  const document = JSON.parse(await readFile(at('server/openapi.json'), 'utf8'))
  const codes = errorCodes(await readFile(at('docs/errors.md'), 'utf8'))
  await writeFile(at('sdk/src/types.ts'), typesFile(document, codes))
  await writeFile(at('sdk/src/operations.ts'), operationsFile(document))
}

/**
 * The first column of the tables in errors.md; file problems are excluded because they appear in bodies, not
 * in the header.
 */
function errorCodes(page: string) {
  const [ofRequests = ''] = page.split('\n## Files')
  return [...new Set([...ofRequests.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code = '']) => code))].sort()
}
