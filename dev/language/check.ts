import { listHits, listProseFiles } from './hits.ts'

// node dev/language/check.ts [PATH-PREFIX...]: prints every banned wording under these paths.
const prefixes = process.argv.slice(2)
const files = listProseFiles().filter(
  (file) => prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(prefix)),
)
const hits = files.flatMap(listHits)
for (const { file, line, found, instead, text } of hits) {
  process.stdout.write(`${file}:${line} "${found}" (write: ${instead}): ${text.slice(0, 160)}\n`)
}
process.stdout.write(`${hits.length} hits in ${files.length} files\n`)
