import { readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'

/** One public claim as a program: it starts what it needs, prints its figures and stops everything again. */
export type Proof = {
  name: string
  prove(options: {
    full: boolean
    seed?: string | undefined
  }): Promise<{ pass: boolean; figure: string; bar: string }>
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, seed: { type: 'string' } },
})
const files = (await readdir(new URL('../', import.meta.url))).filter((file) => file.endsWith('.ts'))
const known = files.map((file) => file.slice(0, -3)).sort()
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  print(`There is no proof called ${unknown.join(', ')}. There are: ${known.join(', ')}`)
  process.exit(2)
}

let failed = 0
for (const name of positionals.length > 0 ? positionals : known) {
  const proof: Proof = await import(`../${name}.ts`)
  print(`\n${name}${values.full ? ' (full size)' : ' (small form; --full for the real size)'}`)
  const { pass, figure, bar } = await proof.prove({ full: values.full, seed: values.seed })
  print(`${pass ? 'PASS' : 'FAIL'} ${proof.name}: ${figure} (${bar})`)
  if (!pass) failed++
}
process.exit(failed === 0 ? 0 : 1)

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
