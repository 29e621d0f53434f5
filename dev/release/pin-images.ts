import { fileURLToPath } from 'node:url'
import { pinImages } from './images.ts'

// `npm run release:images`: writes the current digests of the base images behind their tags. Needs access to the
// registries.

const project = fileURLToPath(new URL('../..', import.meta.url))
for (const reference of await pinImages(project)) process.stdout.write(`${reference}\n`)
