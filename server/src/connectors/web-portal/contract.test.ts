import { checkContract } from '../../../test/houses/contract.ts'
import { startHouses } from '../../../test/houses/houses.ts'
import { checkLoginForms } from '../../../test/houses/login-forms.ts'

const { houses, talk } = await startHouses()
const websites = houses.filter(({ isWebsite }) => isWebsite)

checkContract(websites, talk)
checkLoginForms(websites, talk)
