import { expect, test } from 'vitest'
import { mappingOf, mappingText } from './mapping.ts'

test('a mapping is written and read as lines', () => {
  const mapping = [
    { claim_value: 'lending-admins', role: 'Admin' },
    { claim_value: 'cn=lending,ou=groups', role: 'FullMember' },
  ] as const
  expect(mappingText([...mapping])).toBe('lending-admins = Admin\ncn=lending,ou=groups = FullMember')
  expect(mappingOf(`\n${mappingText([...mapping])}\n  \n`)).toEqual(mapping)
})

test('a line without a role keeps its value, so that the service can refuse it', () => {
  expect(mappingOf('lending-admins')).toEqual([{ claim_value: 'lending-admins', role: '' }])
})
