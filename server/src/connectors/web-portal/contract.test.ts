import { checkContract } from '../../../test/connectors/contract.ts'
import { checkLoginForms } from '../../../test/connectors/login-forms.ts'
import { startHouses } from '../../../test/connectors/providers.ts'

const { houses, context } = await startHouses()
const websites = houses.filter(({ isWebsite }) => isWebsite)

checkContract(websites, context)
checkLoginForms(websites, context)
