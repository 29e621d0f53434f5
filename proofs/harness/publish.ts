import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { catalogue } from './catalogue.ts'
import { renderPage } from './page.ts'
import { renderReadme } from './readme-figures.ts'
import { readResults } from './results.ts'

// npm run proofs:publish: writes docs/proofs.md and the README's part about proofs from proofs/results/*.json.

const results = readResults()
update('docs/proofs.md', () => renderPage(catalogue, results))
update('README.md', (readme) => renderReadme(readme, catalogue, results))

function update(path: string, render: (text: string) => string) {
  const file = new URL(`../../${path}`, import.meta.url)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const next = render(text)
  if (next !== text) writeFileSync(file, next)
  process.stdout.write(`${path} ${next === text ? 'is up to date' : 'written'}\n`)
}
