import { readFileSync, writeFileSync } from 'node:fs'
import { catalogue } from './catalogue.ts'
import { renderPage } from './page.ts'
import { readResults } from './results.ts'

// npm run proofs:publish: writes docs/proofs.md from proofs/results/*.json.

const page = new URL('../../docs/proofs.md', import.meta.url)
const text = renderPage(catalogue, readResults())
const isNew = readPage() !== text
if (isNew) writeFileSync(page, text)
process.stdout.write(isNew ? 'docs/proofs.md written\n' : 'docs/proofs.md is up to date\n')

function readPage() {
  try {
    return readFileSync(page, 'utf8')
  } catch {
    return undefined
  }
}
