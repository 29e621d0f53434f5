import { chromium } from 'playwright-core'
import { addressOf } from '../../../sandbox/src/people/addresses.ts'
import { openWorld } from '../../../sandbox/src/people/world.ts'
import { randomFor } from '../../../sandbox/src/random.ts'
import type { Paper } from '../documents.ts'
import { matterOf, payslipTruth, statementTruth } from './content.ts'
import { heldOutPayslips } from './payslips.ts'
import { heldOutStatements } from './statements.ts'

const until = '2026-10-31'
const ofEach = 3

type Written = { name: string; html: string; truth: Paper['truth'] }

/** The layouts written by hand, each for some people of the seed, printed by Chromium. */
export async function heldOutPapers(seed: string): Promise<{ statements: Paper[]; payslips: Paper[] }> {
  const world = openWorld({ seed })
  const people = Array.from({ length: ofEach }, (_, n) => world.anyone(n + 1))
  const statements = heldOutStatements.flatMap((layout) =>
    people.map((person, n): Written => {
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
    Array.from({ length: 8 }, (_, n) => world.anyone(20 + n))
      .flatMap((person) => person.jobs.slice(0, 1).map((job) => ({ person, job })))
      .slice(0, ofEach)
      .flatMap(({ person, job }, n): Written[] => {
        // A basis other than the cumulative one is written in many ways, and what is not taken has no line: not here.
        const slips = world
          .payslips(job, until)
          .filter(
            ({ isCumulative, incomeTax, employeeNi }) => isCumulative && incomeTax > 0 && employeeNi > 0,
          )
        if (slips.length === 0) return []
        const payslip = randomFor(seed, 'held out', layout.id, n).pick(slips)
        const own = { person, job, payslip, address: world.address(person, payslip.payDate) }
        return [
          { name: `held-out/${layout.id}-${n}`, html: layout.html(own), truth: payslipTruth(layout, own) },
        ]
      }),
  )
  return { statements: await print(statements), payslips: await print(payslips) }
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--font-render-hinting=none',
]

async function print(written: Written[]): Promise<Paper[]> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args })
  try {
    const page = await browser.newPage({ javaScriptEnabled: false, offline: true })
    const papers: Paper[] = []
    for (const { name, html, truth } of written) {
      await page.setContent(html)
      papers.push({ name, truth, bytes: await page.pdf({ preferCSSPageSize: true, printBackground: true }) })
    }
    return papers
  } finally {
    await browser.close()
  }
}
