import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PdfPage } from '../src/extraction/document.ts'
import { readPages } from '../src/extraction/pdf/read-pages.ts'

export type SandboxPaper<Truth> = { name: string; layout: string; truth: Truth; pages: PdfPage[] }

const program = fileURLToPath(new URL('../../sandbox/src/make-documents.ts', import.meta.url))

/** Generates documents with the sandbox's own program, with their words and expected results. */
export async function sandboxPapers<Truth>(kind: 'payslip' | 'statement', count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'papers-'))
  try {
    const options = { count: String(count), out: folder, seed: 'papers', kinds: kind, until: '2026-10-31' }
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    await promisify(execFile)(process.execPath, [program, ...words])
    const papers: SandboxPaper<Truth>[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()) {
      const { layout, truth } = JSON.parse(await readFile(join(folder, name), 'utf8'))
      const pages = await readPages(await readFile(join(folder, name.replace('.json', '.pdf'))))
      papers.push({ name, layout, truth, pages })
    }
    return papers
  } finally {
    await rm(folder, { recursive: true })
  }
}
