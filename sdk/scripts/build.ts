import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildLibrary } from '../../dev/release/build-library.ts'

// Builds the published package into dist/, or into the given folder.
await buildLibrary('sdk', resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url))))
