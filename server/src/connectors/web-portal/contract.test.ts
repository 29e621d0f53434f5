import { checkContract } from '../../../test/connectors/contract.ts'
import { checkLoginForms } from '../../../test/connectors/login-forms.ts'
import { startSimulatedProviders } from '../../../test/connectors/providers.ts'

const { providers, context } = await startSimulatedProviders()
const websites = providers.filter(({ isWebsite }) => isWebsite)

checkContract(websites, context)
checkLoginForms(websites, context)
