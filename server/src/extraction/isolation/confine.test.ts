import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { listConfinements } from './confine.ts'

/** Runs a shell command in every sandbox that a child may use. */
async function runConfined(command: string) {
  const results = []
  for (const { program, args: words, uid } of listConfinements('required')) {
    const sandboxArgs = words.slice(0, words.indexOf('--') + 1)
    results.push(
      await new Promise<string>((resolve) => {
        const as = uid === undefined ? {} : { uid, gid: uid }
        const done = (error: Error | null, output: string) => resolve(error ? 'refused' : output.trim())
        execFile(program, [...sandboxArgs, '/usr/bin/sh', '-c', command], { ...as, cwd: '/' }, done)
      }),
    )
  }
  return results
}

const forAll = (result: string) => listConfinements('required').map(() => result)

test.each([
  ['the files of the system', 'cat /etc/passwd'],
  ['service files other than its own code', `ls ${import.meta.dirname}/../../platform`],
  ['write access to its own code', `touch ${import.meta.dirname}/more.ts`],
  ['processes of the service', `kill -0 ${process.pid}`],
  ['space for large files', 'head -c 100000000 /dev/zero > /tmp/large'],
  ['other user ids', 'setpriv --reuid=0 true'],
  ['new namespaces', 'unshare --user true'],
])('denies the child %s', async (_, command) => {
  expect(await runConfined(command)).toEqual(forAll('refused'))
})

test('gives the child no network interface except loopback', async () => {
  expect(await runConfined(`grep -c ':' /proc/net/dev`)).toEqual(forAll('1'))
})

test('gives the child its code, a small /tmp and the programs it needs', async () => {
  const command = `test -r ${import.meta.dirname}/child.ts && echo 1 > /tmp/small && qpdf --version > /dev/null && tesseract --version > /dev/null && pdftotext -v 2> /dev/null && echo good`
  expect(await runConfined(command)).toEqual(forAll('good'))
})

test('never runs unconfined if a sandbox is required', () => {
  expect(listConfinements('required').map(({ name }) => name)).not.toContain('none')
  expect(listConfinements('preferred').at(-1)?.name).toBe('none')
})
