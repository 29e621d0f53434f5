import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ApiDescription } from './api.ts'
import { referencePages } from './pages.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(project, path), 'utf8')

/** Files from which the reference is made; a change in one of them requires a build. */
export const referenceSources = ['server/openapi.json', 'web/ui/tokens.css', 'sdk/src/operations.ts']

/**
 * Writes the API reference into the built site: static pages, with one script and one style sheet whose names contain
 * their hashes.
 */
export function writeReference(built: string) {
  const api = JSON.parse(read('server/openapi.json')) as ApiDescription
  const assets = {
    styles: writeAsset(
      built,
      'css',
      `${read('web/ui/tokens.css')}\n${read('docs/site/reference/reference.css')}`,
    ),
    script: writeAsset(built, 'js', stripTypeScriptTypes(read('docs/site/reference/browser.ts'))),
  }
  mkdirSync(join(built, 'reference'), { recursive: true })
  for (const [path, html] of referencePages(api, assets))
    writeFileSync(join(built, 'reference', `${path}.html`), html)
}

function writeAsset(built: string, extension: string, text: string) {
  const name = `assets/reference.${hash('sha256', text).slice(0, 12)}.${extension}`
  writeFileSync(join(built, name), text)
  return `/docs/${name}`
}
