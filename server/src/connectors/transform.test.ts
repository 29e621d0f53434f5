import { expect, test } from 'vitest'
import { Payslip } from '../vocabulary/payslip.ts'
import reported from './bureau/fixtures/payslips.json' with { type: 'json' }
import { Recorded } from './bureau/replies.ts'
import { transform as fromBureau } from './bureau/transform.ts'
import ours from './fixtures/payslips.json' with { type: 'json' }
import listed from './login-api/fixtures/payslips.json' with { type: 'json' }
import { TheirPayslip as LoginApiPayslip } from './login-api/replies.ts'
import { transform as fromLoginApi } from './login-api/transform.ts'
import allowed from './oauth2-api/fixtures/payslips.json' with { type: 'json' }
import { TheirPayslip as OAuth2Payslip } from './oauth2-api/replies.ts'
import { transform as fromOAuth2 } from './oauth2-api/transform.ts'

// Each of these was recorded at three providers of the sandbox, which say the same in different words.

const readers = {
  'login-api': (name: Name) => fromLoginApi(LoginApiPayslip.parse(listed[name])),
  'oauth2-api': (name: Name) => fromOAuth2(OAuth2Payslip.parse(allowed[name])),
  bureau: (name: Name) => fromBureau(Recorded.parse(reported[name])),
}
type Name = keyof typeof ours
const names = Object.keys(ours) as Name[]

test.each(names)('%s: three providers say the same, and it is in the words of the interface', (name) => {
  for (const [kind, read] of Object.entries(readers)) {
    const payslip = Payslip.parse(read(name))
    // One of them writes the title into the name, where nobody can tell it from the rest.
    const identity_information = {
      ...payslip.identity_information,
      name: payslip.identity_information.name?.replace(/^(Ms|Mrs|Mr|Mx|Miss|Dr) /, ''),
    }
    expect({ ...payslip, identity_information }, kind).toEqual(ours[name])
  }
})

test('a word that is new to us is no reason to fail', () => {
  const slip = listed['weekly-overtime']
  const strange = {
    ...slip,
    employment: { ...slip.employment, contract: 'GIG', payFrequency: 'Lunar' },
    payments: slip.payments.map((line) => ({ ...line, code: 'MOON' })),
    deductions: slip.deductions.map((line) => ({ ...line, code: 'toString' })),
  }
  const { employment_information, income_information } = fromLoginApi(LoginApiPayslip.parse(strange))
  expect(employment_information.type).toBe('other')
  expect(income_information.pay_frequency).toBe('irregular')
  expect(income_information.earnings.earning_elements.map(({ type }) => type)).toEqual(['Other', 'Other'])
  expect(income_information.deductions.income_tax).toBe('0.00')
})
