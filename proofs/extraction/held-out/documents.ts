import { chromium } from 'playwright-core'
import { addressOf } from '../../../sandbox/src/people/addresses.ts'
import { openWorld } from '../../../sandbox/src/people/world.ts'
import { randomFor } from '../../../sandbox/src/random.ts'
import type { SampleDocument } from '../documents.ts'
import { matterOf, payslipTruth, statementTruth } from './content.ts'
import { heldOutPayslips } from './payslips.ts'
import { heldOutStatements } from './statements.ts'

const until = '2026-10-31'
const documentsPerLayout = 3

type HtmlDocument = { name: string; html: string; truth: SampleDocument['truth'] }

/** Prints documents in the hand-written layouts with Chromium, for a few people of the seed. */
export async function makeHeldOutDocuments(
  seed: string,
): Promise<{ statements: SampleDocument[]; payslips: SampleDocument[] }> {
  const world = openWorld({ seed })
  const people = Array.from({ length: documentsPerLayout }, (_, n) => world.inventedPerson(n + 1))
  const statements = heldOutStatements.flatMap((layout) =>
    people.map((person, n): HtmlDocument => {
      const random = randomFor(seed, 'held out', layout.id, n)
      const statement = random.pick(world.statements(person, until))
      const { street, city, postCode } = addressOf(person, statement.end)
      const own = matterOf(statement, layout.sortCode, [street, city, postCode])
      return {
        name: `held-out/${layout.id}-${n}`,
        html: layout.html(own),
        truth: statementTruth(layout, own),
      }
    }),
  )
  const payslips = heldOutPayslips.flatMap((layout) =>
    Array.from({ length: 8 }, (_, n) => world.inventedPerson(20 + n))
      .flatMap((person) => person.jobs.slice(0, 1).map((job) => ({ person, job })))
      .slice(0, documentsPerLayout)
      .flatMap(({ person, job }, n): HtmlDocument[] => {
        // Payslips with non-cumulative tax codes, which are written in many ways, and payslips without a tax or NI
        // line are skipped.
        const candidates = world
          .payslips(job, until)
          .filter(
            ({ isCumulative, incomeTax, employeeNi }) => isCumulative && incomeTax > 0 && employeeNi > 0,
          )
        if (candidates.length === 0) return []
        const payslip = randomFor(seed, 'held out', layout.id, n).pick(candidates)
        const own = { person, job, payslip, address: world.address(person, payslip.payDate) }
        return [
          { name: `held-out/${layout.id}-${n}`, html: layout.html(own), truth: payslipTruth(layout, own) },
        ]
      }),
  )
  return { statements: await printPdfs(statements), payslips: await printPdfs(payslips) }
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--font-render-hinting=none',
]

async function printPdfs(htmlDocuments: HtmlDocument[]): Promise<SampleDocument[]> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args })
  try {
    const page = await browser.newPage({ javaScriptEnabled: false, offline: true })
    const documents: SampleDocument[] = []
    for (const { name, html, truth } of htmlDocuments) {
      await page.setContent(html)
      const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true })
      documents.push({ name, truth, bytes })
    }
    return documents
  } finally {
    await browser.close()
  }
}
