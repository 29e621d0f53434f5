import { expect, test } from 'vitest'
import { Payslip } from '../vocabulary/payslip.ts'
import reported from './bureau/fixtures/payslips.json' with { type: 'json' }
import { BureauPayslip } from './bureau/replies.ts'
import { transform as fromBureau } from './bureau/transform.ts'
import ours from './fixtures/payslips.json' with { type: 'json' }
import listed from './login-api/fixtures/payslips.json' with { type: 'json' }
import { LoginApiPayslip } from './login-api/replies.ts'
import { transform as fromLoginApi } from './login-api/transform.ts'
import allowed from './oauth2-api/fixtures/payslips.json' with { type: 'json' }
import { OAuth2ApiPayslip } from './oauth2-api/replies.ts'
import { transform as fromOAuth2 } from './oauth2-api/transform.ts'

// The replies were recorded at three sandbox providers, which return the same data in different formats.

const readers = {
  'login-api': (name: Name) => fromLoginApi(LoginApiPayslip.parse(listed[name])),
  'oauth2-api': (name: Name) => fromOAuth2(OAuth2ApiPayslip.parse(allowed[name])),
  bureau: (name: Name) => fromBureau(BureauPayslip.parse(reported[name])),
}
type Name = keyof typeof ours
const names = Object.keys(ours) as Name[]

test.each(names)('%s: converts the replies of three providers to the same payslip', (name) => {
  for (const [kind, read] of Object.entries(readers)) {
    const payslip = Payslip.parse(read(name))
    // One of the providers includes the title in the name, where it cannot be separated.
    const identity_information = {
      ...payslip.identity_information,
      name: payslip.identity_information.name?.replace(/^(Ms|Mrs|Mr|Mx|Miss|Dr) /, ''),
    }
    expect({ ...payslip, identity_information }, kind).toEqual(ours[name])
  }
})

test('converts unknown codes to other or irregular', () => {
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
